import * as z from "zod";
import type { DeliveryMessage } from "../../fanout/delivery-message.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { bucketOf } from "../../kernel/hash.ts";
import type { Key } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { AttemptAnswer } from "../attempt/attempt-answer.ts";
import { failureClass } from "../attempt/dialer.ts";
import { nextAttemptAt } from "../retry-plan.ts";

/** Shards of a subscription's day, and of its backlog. */
export const deliveryShards = 16;

/**
 * waiting: an attempt is still to come; blocked: likewise, but the address was refused at the last one; held: the
 * subscription is disabled; delivered and expired are final.
 */
export const deliveryState = z.enum(["waiting", "delivered", "expired", "held", "blocked"]);

/** One delivery (`deliveries` table). It is written after its first attempt, or when it is claimed. */
export const deliveryRow = z.object({
  /** `<subscription>#<day>#<shard>` */
  pk: z.string(),
  /** `<event>#<run>` */
  sk: z.string(),
  subscription: z.string(),
  partner: z.string(),
  instance: z.string(),
  event: z.string(),
  run: z.string(),
  /** Of the event; absent until an attempt was made. */
  type: z.string().exactOptional(),
  state: deliveryState,
  /** The last attempt that was made or, with `claimedAt`, that is being made. */
  attempt: z.int(),
  claimedAt: z.int().exactOptional(),
  attempts: z.array(
    z.object({
      at: z.int(),
      ms: z.number(),
      status: z.int().exactOptional(),
      error: failureClass.exactOptional(),
    }),
  ),
  /** How the last answer began. */
  excerpt: z.string().exactOptional(),
  /** Unix ms of the next attempt, while one is to come. */
  nextAt: z.int().exactOptional(),
  rev: z.int(),
  /** Unix seconds. */
  expiresAt: z.int(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

/** Where a delivery's row stands; the day is that of the event, so that its id alone finds the row. */
export function deliveryKey(delivery: Pick<DeliveryMessage, "subscription" | "event" | "run">): Key {
  const day = new Date(detectedAtOf(delivery.event) ?? 0).toISOString().slice(0, 10);
  const shard = bucketOf(delivery.event, deliveryShards);
  return { pk: `${delivery.subscription}#${day}#${shard}`, sk: `${delivery.event}#${delivery.run}` };
}

/** The row of a delivery of which nothing is known yet. */
export function freshRow(message: DeliveryMessage, now: number, retention: number): DeliveryRow {
  const { subscription, partner, instance, event, run } = message;
  return {
    ...deliveryKey(message),
    subscription,
    partner,
    instance,
    event,
    run,
    state: "waiting",
    attempt: 0,
    attempts: [],
    rev: 0,
    expiresAt: Math.ceil((now + retention) / 1_000),
  };
}

/** A copy that no attempt is being made of and none is planned for. */
export function atRest(row: DeliveryRow): DeliveryRow {
  const rest = { ...row };
  delete rest.claimedAt;
  delete rest.nextAt;
  return rest;
}

/** The row after an attempt: whether it is done, expired, held, or when it goes on. */
export function withAnswer(
  row: DeliveryRow,
  attempt: number,
  answer: AttemptAnswer,
  plan: { readonly timings: Pick<Timings, "messageRetries" | "backlogRetries">; readonly chance: number },
): DeliveryRow {
  const rest = atRest(row);
  delete rest.excerpt;
  const { at, ms, status, error, excerpt, retryAfter, result, disable, type } = answer;
  const one = { at, ms, ...(status === undefined ? {} : { status }), ...(error === undefined ? {} : { error }) };
  const recorded = {
    ...rest,
    type,
    // A late record of an earlier attempt must not make a later one look unmade.
    attempt: Math.max(row.attempt, attempt),
    attempts: [...row.attempts, one],
    ...(excerpt === undefined ? {} : { excerpt }),
    rev: row.rev + 1,
  };
  if (result === "delivered") return { ...recorded, state: "delivered" };
  if (disable !== undefined) return { ...recorded, state: "held" };
  // From its end: a time-out is longer than the first waits.
  const failed = { attempt, endedAt: at + ms, ...(retryAfter === undefined ? {} : { retryAfter }) };
  const nextAt = nextAttemptAt(failed, plan.timings, plan.chance);
  if (nextAt === undefined) return { ...recorded, state: "expired" };
  return { ...recorded, state: result === "blocked" ? "blocked" : "waiting", nextAt };
}
