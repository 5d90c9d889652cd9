import type { DeliveryMessage, DeliveryRef } from "../../fanout/delivery-message.ts";
import type { BatchWriter } from "../../kernel/batch-writer.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { ContentionError } from "../../kernel/errors.ts";
import { parseStored } from "../../kernel/parse.ts";
import { absent, type Condition, type TableReader } from "../../kernel/ports/table.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import { pauseAfterLoss, retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import type { AttemptAnswer, IncomingDelivery } from "../attempt/attempt-answer.ts";
import {
  type DeliveryRow,
  deliveryKey,
  deliveryRow,
  idleRow,
  isFinal,
  newDeliveryRow,
  type Postponement,
  withAnswer,
} from "./delivery-row.ts";

type Parts = Context & {
  /** The `deliveries` table. */
  readonly table: TableReader;
  readonly writer: BatchWriter;
};

/** What to do with a message. Other messages may request the same attempt. */
export type Look =
  /** Claim the attempt, and then make it. */
  | { readonly outcome: "attempt"; readonly row: DeliveryRow | undefined }
  /** The attempt is recorded, but its worker may have died before it scheduled the next one. */
  | { readonly outcome: "done"; readonly row: DeliveryRow }
  /** Another worker is making this attempt. If that worker died, the attempt may be made after `ms` milliseconds. */
  | { readonly outcome: "waiting"; readonly ms: number }
  /** The attempt is done, or another message handles it. */
  | { readonly outcome: "skipped" };

/** Only two or three workers compete, so each loses a few times at most. */
const tries = 5;

/** Every write is a compare-and-set on `rev`, or on the row's absence. */
export class DeliveryLog {
  readonly #parts: Parts;
  readonly #allowance = new AnswerAllowance();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `isRepeat`: the message may have been received before, or be one of two copies. */
  async look(message: IncomingDelivery, isRepeat: boolean): Promise<Look> {
    const { claimRetention } = this.#parts.timings;
    const row = await this.find(message);
    const now = this.#parts.clock.now();
    const decision = decideClaim(row, { attempt: message.attempt, isRepeat }, { now, claimRetention });
    if (decision === "done" && row !== undefined) return { outcome: "done", row };
    if (decision === "waiting") return { outcome: "waiting", ms: (row?.claimedAt ?? now) + claimRetention - now };
    return decision === "attempt" ? { outcome: "attempt", row } : { outcome: "skipped" };
  }

  /** Replaces `row`, which this worker read before. Throws {@link ContentionError} if another worker was faster. */
  async claim(message: IncomingDelivery, row: DeliveryRow | undefined): Promise<DeliveryRow> {
    const idle = idleRow(row ?? this.#fresh(message));
    const claimedAt = this.#parts.clock.now();
    const claimed = { ...idle, attempt: message.attempt, claimedAt, rev: idle.rev + 1 };
    if (await this.#write(claimed, row)) return claimed;
    throw lost(message);
  }

  /**
   * Records the result of an attempt, and returns the row from which to schedule the next one. Returns undefined if
   * another worker has recorded the attempt, because that worker schedules the next one. Throws {@link ContentionError}
   * or an error from the table; the caller must then keep the response.
   */
  async record(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    given: AttemptAnswer,
  ): Promise<DeliveryRow | undefined> {
    const answer = this.#allowance.kept(given, message.partner, this.#parts.clock.now());
    let row = claimed;
    for (let tried = 0; tried < tries; tried += 1) {
      const recorded = this.#withAnswer(row ?? this.#fresh(message), message, answer);
      if (await this.#write(recorded, row)) return recorded;
      row = await this.find(message);
      const known = row === undefined ? undefined : afterRace(row, message, answer);
      if (known !== undefined) return known.isOurs ? row : undefined;
      await pauseAfterLoss(tried, this.#parts);
    }
    throw lost(message);
  }

  /**
   * Records a response that {@link record} failed to write earlier. Other workers may have written the row since then.
   */
  async recordLate(message: IncomingDelivery, answer: AttemptAnswer): Promise<DeliveryRow | undefined> {
    const row = await this.find(message);
    const known = row === undefined ? undefined : afterRace(row, message, answer);
    if (known !== undefined) return known.isOurs ? row : undefined;
    return this.record(message, row, answer);
  }

  /** Uses up no attempt. A delivery without a row gets one, so that it is listed. */
  async hold(message: DeliveryMessage, row: DeliveryRow | undefined, type: string | undefined): Promise<void> {
    const before = beforeAttempt(row ?? this.#fresh(message), message);
    // If the write is refused, another worker has written a newer row, and this worker has attempted nothing.
    await this.#write({ ...before, ...defined({ type }), state: "held" }, row);
  }

  /** A delivery without a row stays without one. `nextAt` is in unix ms. */
  async postpone(
    message: DeliveryMessage,
    row: DeliveryRow | undefined,
    later: { readonly nextAt?: number; readonly postponed?: Postponement } = {},
  ): Promise<void> {
    if (row === undefined) return;
    await this.#write({ ...beforeAttempt(row, message), state: "waiting", ...later }, row);
  }

  async acknowledge(message: DeliveryMessage, type: string | undefined): Promise<void> {
    for (let tried = 0; tried < tries; tried += 1) {
      const row = await this.find(message);
      if (row !== undefined && isFinal(row)) return;
      const idle = idleRow(row ?? this.#fresh(message));
      if (await this.#write({ ...idle, ...defined({ type }), state: "delivered", rev: idle.rev + 1 }, row)) return;
      await pauseAfterLoss(tried, this.#parts);
    }
    throw lost(message);
  }

  /**
   * Records that a delivery was abandoned. A delivery that is done stays unchanged: the worker that acknowledged it may
   * have died before removing it from the backlog.
   */
  async expire(
    message: DeliveryMessage,
    row: DeliveryRow | undefined,
    why: { readonly erased?: true } = {},
  ): Promise<void> {
    if (row !== undefined && isFinal(row)) return;
    const idle = idleRow(row ?? this.#fresh(message));
    await this.#write({ ...idle, ...why, state: "expired", rev: idle.rev + 1 }, row);
  }

  /**
   * Records that a notice quotes the response to the delivery, so that an erasure finds the notice. If this throws, the
   * notice must not be sent.
   */
  async noteQuote(delivery: DeliveryRef, notice: string): Promise<void> {
    await retryOnConflict(
      `the delivery of ${delivery.event} to ${delivery.subscription}`,
      async () => {
        const row = await this.find(delivery);
        if (row === undefined || row.quotedIn?.includes(notice) === true) return "noted";
        const noted = { ...row, quotedIn: [...(row.quotedIn ?? []), notice], rev: row.rev + 1 };
        return (await this.#write(noted, row)) ? "noted" : "conflict";
      },
      this.#parts,
    );
  }

  async find(message: DeliveryRef): Promise<DeliveryRow | undefined> {
    const key = deliveryKey(message);
    const item = await this.#parts.table.get(key);
    return item === undefined ? undefined : parseStored(deliveryRow, item, `delivery ${key.pk} ${key.sk}`);
  }

  async #write(row: DeliveryRow, over: DeliveryRow | undefined): Promise<boolean> {
    const when: Condition = over === undefined ? absent : [{ attribute: "rev", is: "equal", value: over.rev }];
    return (await this.#parts.writer.put({ item: row, when })) === "written";
  }

  #fresh(message: DeliveryMessage): DeliveryRow {
    return newDeliveryRow(message, this.#parts.clock.now(), this.#parts.timings.deliveryRetention);
  }

  #withAnswer(row: DeliveryRow, message: IncomingDelivery, answer: AttemptAnswer): DeliveryRow {
    const { timings, randomness } = this.#parts;
    return withAnswer(row, message, answer, { timings, chance: randomness.fraction() });
  }
}

/** The next version of a row whose attempt `attempt` wasn't made. */
function beforeAttempt(row: DeliveryRow, { attempt }: DeliveryMessage): DeliveryRow {
  return { ...idleRow(row), attempt: attempt - 1, rev: row.rev + 1 };
}

/**
 * What a stored row means for a worker that has a response to record. Undefined: the response must still be written. A
 * 2xx replaces any other result, so that the delivery isn't sent again. `isOurs`: the row already contains the
 * response, so this worker schedules the next attempt.
 */
function afterRace(
  row: DeliveryRow,
  { attempt }: DeliveryMessage,
  { result, at }: AttemptAnswer,
): { readonly isOurs: boolean } | undefined {
  if (row.state === "delivered") return { isOurs: false };
  if (result === "delivered") return undefined;
  if (row.attempt > attempt) return { isOurs: false };
  if (row.attempt < attempt || row.claimedAt !== undefined) return undefined;
  // If the row contains this attempt, the table wrote it without confirming the write. In all other cases, a worker
  // with a duplicate of the message wrote the row, and that worker schedules the next attempt.
  return { isOurs: row.attempts.some((made) => made.at === at) };
}

/** {@link Look} explains each decision. */
export function decideClaim(
  row: DeliveryRow | undefined,
  message: Pick<DeliveryMessage, "attempt"> & { readonly isRepeat: boolean },
  { now, claimRetention }: { readonly now: number; readonly claimRetention: number },
): Look["outcome"] {
  if (row === undefined) return "attempt";
  if (row.attempt === message.attempt) {
    if (row.claimedAt !== undefined) {
      if (row.claimedAt + claimRetention <= now) return "attempt";
      return message.isRepeat ? "waiting" : "skipped";
    }
    // A message first received after its attempt was recorded is a duplicate. The other copy's receiver continues.
    return message.isRepeat ? "done" : "skipped";
  }
  return !isFinal(row) && row.attempt === message.attempt - 1 ? "attempt" : "skipped";
}

function lost({ subscription, event, attempt }: DeliveryMessage): ContentionError {
  return new ContentionError(`attempt ${attempt} of ${event} for ${subscription} is being made by other workers`);
}

/** How many bytes of responses a partner's deliveries may store in a burst. */
const most = 4 * 1_048_576;
/** How many bytes the allowance recovers per ms: 1 MB a minute. */
const perMs = 1_048_576 / 60_000;

const mostPartners = 10_000;

/**
 * Limits how many bytes of responses each process stores in a partner's rows, which are kept for weeks. The details of
 * a failed attempt may be twenty times as large as the rest of its row.
 */
export class AnswerAllowance {
  readonly #partners = new RecentMap<{ readonly left: number; readonly at: number }>(mostPartners);

  /** Drops the excerpt and the headers if they exceed what the allowance has left at `now` (unix ms). */
  kept(answer: AttemptAnswer, partner: string, now: number): AttemptAnswer {
    const { excerpt, headers, sent, ...rest } = answer;
    if (excerpt === undefined && headers === undefined && sent === undefined) return answer;
    const bytes = Buffer.byteLength(JSON.stringify({ excerpt, headers, sent }));
    const known = this.#partners.get(partner) ?? { left: most, at: now };
    const left = Math.min(known.left + Math.max(now - known.at, 0) * perMs, most);
    const fits = bytes <= left;
    this.#partners.set(partner, { left: fits ? left - bytes : left, at: now });
    return fits ? answer : rest;
  }
}
