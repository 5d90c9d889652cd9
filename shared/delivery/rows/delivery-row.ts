import * as z from "zod";
import { type DeliveryMessage, type DeliveryRef, orderPosition } from "../../fanout/delivery-message.ts";
import { defined } from "../../kernel/defined.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import { bucketOf } from "../../kernel/hash.ts";
import { utcDay } from "../../kernel/instant.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Key, Query, TableReader } from "../../kernel/ports/table.ts";
import { mergeAscending, queryAll } from "../../kernel/query-all.ts";
import type { AttemptAnswer, IncomingDelivery } from "../attempt/attempt-answer.ts";
import { dialTiming, failureClass } from "../attempt/dialer.ts";
import { type Ladder, nextAttemptAt } from "./retry-plan.ts";

export const pingRun = "ping";
export const exampleRun = "example";

/** Whether a person requested the delivery and waits for the response. Such a delivery is tried once. */
export const isOnRequest = ({ run }: { readonly run: string }): boolean => run === pingRun || run === exampleRun;

/** The number of shards for one day of a subscription's deliveries, and for its backlog. */
export const deliveryShards = 16;

/**
 * `blocked`: like `waiting`, but the bridge's rules didn't allow the address at the last attempt. `held`: the delivery
 * waits in the backlog until its endpoint is served again. `expired`: it was abandoned. `failed`: a ping or an example,
 * which is tried only once, got no 2xx response.
 */
export const deliveryState = z.enum(["waiting", "delivered", "expired", "held", "blocked", "failed"]);

/**
 * Why an attempt is postponed even though its endpoint is served. `rateLimit`: the endpoint or the partner has reached
 * a limit, or the partner's large events take all the memory that it may have. `backlog`: the attempt waits behind the
 * endpoint's backlog.
 */
export const postponement = z.enum(["rateLimit", "backlog"]);
export type Postponement = z.infer<typeof postponement>;

const failureDetail = z.object({
  /** When the attempt was made (unix ms), which links the failure to its attempt. */
  at: z.int(),
  excerpt: z.string().exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  sent: z.record(z.string(), z.string()).exactOptional(),
});

/**
 * One delivery (`deliveries` table), written when an attempt is claimed or recorded, or the delivery is held,
 * acknowledged or abandoned.
 */
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
  position: orderPosition.exactOptional(),
  /** Absent until an attempt is recorded, or until the delivery is held or acknowledged. */
  type: z.string().exactOptional(),
  state: deliveryState,
  /** The number of the last attempt that was made or, if `claimedAt` is set, is being made. */
  attempt: z.int(),
  /** How many of the attempts were probes. Probes aren't steps of the retry ladder. */
  probes: z.int().exactOptional(),
  claimedAt: z.int().exactOptional(),
  /** The newest attempts, oldest first. */
  attempts: z.array(
    z.object({
      at: z.int(),
      ms: z.number(),
      /** Absent for attempts that were made before timing was measured. */
      timing: dialTiming.exactOptional(),
      status: z.int().exactOptional(),
      error: failureClass.exactOptional(),
      /** How long (ms) the endpoint asked us to wait, in a 429 or 503; at most `retryAfterCap`. */
      retryAfter: z.number().exactOptional(),
      late: z.literal(true).exactOptional(),
    }),
  ),
  /** The beginning of the last response if it was a 2xx. */
  excerpt: z.string().exactOptional(),
  /** Details of the newest failed attempts. An erasure removes them. */
  failures: z.array(failureDetail).exactOptional(),
  /** Ids of `bridge` records: notices that repeat a response. An erasure also removes the notices. */
  quotedIn: z.array(z.string()).exactOptional(),
  /** In unix ms. */
  nextAt: z.int().exactOptional(),
  postponed: postponement.exactOptional(),
  /** The event was erased. */
  erased: z.literal(true).exactOptional(),
  rev: z.int(),
  /** In unix seconds. */
  expiresAt: z.int(),
});
export type DeliveryRow = z.infer<typeof deliveryRow>;

/** The day is that of the event, so that the row can be found without knowing when it was written. */
export function deliveryKey(delivery: DeliveryRef): Key {
  const day = utcDay(detectedAtOf(delivery.event) ?? 0);
  const shard = bucketOf(delivery.event, deliveryShards);
  return { pk: `${delivery.subscription}#${day}#${shard}`, sk: `${delivery.event}#${delivery.run}` };
}

export function newDeliveryRow(message: DeliveryMessage, now: number, retention: number): DeliveryRow {
  const { subscription, partner, instance, event, run, position } = message;
  return {
    ...deliveryKey(message),
    subscription,
    partner,
    instance,
    event,
    run,
    ...defined({ position }),
    state: "waiting",
    attempt: 0,
    attempts: [],
    rev: 0,
    expiresAt: Math.ceil((now + retention) / 1_000),
  };
}

export function idleRow(row: DeliveryRow): DeliveryRow {
  const rest = { ...row };
  delete rest.claimedAt;
  delete rest.nextAt;
  delete rest.postponed;
  return rest;
}

/** The most attempts that a row lists. A delivery that is a candidate for probes may have hundreds. */
const listed = 50;

/** The most failed attempts that a row describes in detail. Each may take several kilobytes. */
const detailed = 5;

export function stepOf({ attempt, probes = 0 }: Pick<DeliveryRow, "attempt" | "probes">): number {
  return attempt - probes;
}

export function isFinal({ state }: Pick<DeliveryRow, "state">): boolean {
  return state === "delivered" || state === "expired" || state === "failed";
}

export function withAnswer(
  row: DeliveryRow,
  { attempt, probe, dueAt = 0 }: Pick<IncomingDelivery, "attempt" | "probe" | "dueAt">,
  answer: AttemptAnswer,
  plan: { readonly timings: Ladder; readonly chance: number },
): DeliveryRow {
  const rest = idleRow(row);
  delete rest.excerpt;
  const { at, ms, timing, status, error, excerpt, headers, sent, retryAfter, late, result, disable, type } = answer;
  const one = { at, ms, timing, ...defined({ status, error, retryAfter, late }) };
  const isDelivered = result === "delivered";
  const detail = isDelivered ? [] : [{ at, ...defined({ excerpt, headers, sent }) }];
  const failures = [...(row.failures ?? []), ...detail].slice(-detailed);
  const recorded = {
    ...rest,
    type,
    // An earlier attempt that is recorded late must not hide a later one.
    attempt: Math.max(row.attempt, attempt),
    attempts: [...row.attempts, one].slice(-listed),
    ...(failures.length > 0 && { failures }),
    ...(isDelivered && defined({ excerpt })),
    rev: row.rev + 1,
  };
  if (isDelivered) return { ...recorded, state: "delivered" };
  if (isOnRequest(row)) return { ...recorded, state: "failed" };
  if (probe === true) {
    const probed = { ...recorded, probes: (row.probes ?? 0) + 1 };
    // If a delivery that isn't due yet were held, it would be sent as soon as its endpoint is served again, without the
    // wait of its next ladder step.
    return dueAt > at + ms ? { ...probed, state: "waiting", nextAt: dueAt } : { ...probed, state: "held" };
  }
  if (disable !== undefined) return { ...recorded, state: "held" };
  // The wait begins at the end of the attempt, because a timeout may take longer than the first wait.
  const failed = { attempt: stepOf({ ...row, attempt }), endedAt: at + ms, ...defined({ retryAfter }) };
  const nextAt = nextAttemptAt(failed, plan.timings, plan.chance);
  if (nextAt === undefined) return { ...recorded, state: "expired" };
  return { ...recorded, state: result === "blocked" ? "blocked" : "waiting", nextAt };
}

type AskedDay = {
  readonly subscription: string;
  /** A time within the day (unix ms). */
  readonly at: number;
  /** About how many rows are wanted. */
  readonly few: number;
  /** The sort key after which to continue. */
  readonly after?: string | undefined;
  readonly range?: Pick<Query, "from" | "to">;
  readonly oldestFirst?: boolean;
};

/** Rows are in order across all shards. */
export function deliveriesOfDay(
  table: TableReader,
  { subscription, at, few, after, range = {}, oldestFirst = false }: AskedDay,
): AsyncGenerator<Item> {
  const limit = Math.ceil((2 * few) / deliveryShards);
  const shards = Array.from({ length: deliveryShards }, (_, shard) => {
    const query = { pk: `${subscription}#${utcDay(at)}#${shard}`, descending: !oldestFirst, limit, ...range };
    return queryAll(table, after === undefined ? query : { ...query, after });
  });
  return mergeAscending<Item>(shards, (one, other) => one.sk < other.sk === oldestFirst);
}

type AskedEvent = { readonly subscription: string; readonly event: string; readonly mostReplays: number };

/**
 * Reads the first delivery of an event and the newest `mostReplays` replays, oldest first. A partner's program may
 * start a replay every second, so reading all could take arbitrarily long.
 */
export async function deliveryRuns(
  table: TableReader,
  { subscription, event, mostReplays }: AskedEvent,
): Promise<readonly DeliveryRow[]> {
  const { pk, sk } = deliveryKey({ subscription, event, run: "0" });
  const newest: Item[] = [];
  // Runs sort by their start, and the first delivery sorts before all others.
  const query = { pk, prefix: `${event}#`, descending: true, limit: mostReplays };
  for await (const item of queryAll(table, query)) {
    if (newest.push(item) === mostReplays) break;
  }
  const isFirstAmong = newest.length < mostReplays || newest.at(-1)?.sk === sk;
  const [first] = isFirstAmong ? [] : await table.getAll([{ pk, sk }]);
  return [...(first === undefined ? [] : [first]), ...newest.toReversed()].map((item) =>
    parseStored(deliveryRow, item, `delivery at ${item.pk} ${item.sk}`),
  );
}
