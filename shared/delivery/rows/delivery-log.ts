import type { DeliveryMessage } from "../../fanout/delivery-message.ts";
import type { BatchWriter } from "../../kernel/batch-writer.ts";
import { ContentionError } from "../../kernel/errors.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Randomness } from "../../kernel/ports/randomness.ts";
import { absent, type Condition, type TableReader } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { AttemptAnswer, IncomingDelivery } from "../attempt/attempt-answer.ts";
import { decideClaim } from "./claim.ts";
import {
  type DeliveryRow,
  deliveryKey,
  deliveryRow,
  heldRow,
  isFinal,
  newDeliveryRow,
  withAnswer,
} from "./delivery-row.ts";

type Parts = {
  /** The `deliveries` table. */
  readonly table: Pick<TableReader, "get">;
  readonly writer: Pick<BatchWriter, "put">;
  readonly clock: Clock;
  readonly randomness: Pick<Randomness, "fraction">;
  readonly timings: Timings;
};

/** What a message that may not be the only one of its attempt is to do, and the row it goes by. */
export type Look =
  | { readonly outcome: "attempt"; readonly row: DeliveryRow | undefined }
  /** Recorded already; what follows from it is to be done (again). */
  | { readonly outcome: "finish"; readonly row: DeliveryRow }
  /** Another worker makes it; if that one has died, it may be made from `until` (unix ms) on. */
  | { readonly outcome: "wait"; readonly until: number }
  | { readonly outcome: "drop" };

/** A race is between two or three workers, so it is lost a few times at most. */
const tries = 5;

/** The rows of deliveries: every write is a compare-and-set on `rev`, or on the row not being there. */
export class DeliveryLog {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `isRepeat`: the message may have been received before, or be one of two. */
  async look(message: IncomingDelivery, isRepeat: boolean): Promise<Look> {
    const { claimRetention } = this.#parts.timings;
    const row = await this.find(message);
    const now = this.#parts.clock.now();
    const decision = decideClaim(row, { attempt: message.attempt, isRepeat }, { now, claimRetention });
    if (decision === "finish" && row !== undefined) return { outcome: "finish", row };
    if (decision === "wait") return { outcome: "wait", until: (row?.claimedAt ?? now) + claimRetention };
    return decision === "attempt" ? { outcome: "attempt", row } : { outcome: "drop" };
  }

  /** Takes an attempt for this worker, over the row it looked at. Throws ContentionError where another was faster. */
  async claim(message: IncomingDelivery, row: DeliveryRow | undefined): Promise<DeliveryRow> {
    const standing = heldRow(row ?? this.#fresh(message));
    const claimedAt = this.#parts.clock.now();
    const claimed = { ...standing, attempt: message.attempt, claimedAt, rev: standing.rev + 1 };
    if (await this.#write(claimed, row)) return claimed;
    throw lost(message);
  }

  /**
   * Records what an attempt gave, over the row as it was `claimed` (undefined: nobody was expected to have touched it).
   * Gives the row whose consequences are to be seen to; undefined where another worker's record stands and goes on.
   * Throws ContentionError, and what the table throws; nothing is lost as long as the caller keeps the answer.
   */
  async record(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    answer: AttemptAnswer,
  ): Promise<DeliveryRow | undefined> {
    let row = claimed;
    for (let tried = 0; tried < tries; tried += 1) {
      const recorded = this.#withAnswer(row ?? this.#fresh(message), message, answer);
      if (await this.#write(recorded, row)) return recorded;
      row = await this.find(message);
      const standing = row === undefined ? undefined : afterRace(row, message, answer);
      if (standing !== undefined) return standing.follow ? row : undefined;
    }
    throw lost(message);
  }

  /** Records an answer whose record failed before: nobody knows what stands by now. */
  async recordLate(message: IncomingDelivery, answer: AttemptAnswer): Promise<DeliveryRow | undefined> {
    const row = await this.find(message);
    const standing = row === undefined ? undefined : afterRace(row, message, answer);
    if (standing !== undefined) return standing.follow ? row : undefined;
    return this.record(message, row, answer);
  }

  /** Nothing is sent to its endpoint now: the delivery stays listed, and no attempt is spent. */
  async hold(message: DeliveryMessage, row: DeliveryRow | undefined, type: string | undefined): Promise<void> {
    const standing = unmade(row ?? this.#fresh(message), message);
    const named = type === undefined ? standing : { ...standing, type };
    // A conflict means that another worker is further with it than "not attempted".
    await this.#write({ ...named, state: "held" }, row);
  }

  /** The attempt isn't made now, but (`nextAt`) later. */
  async release(message: DeliveryMessage, row: DeliveryRow | undefined, nextAt?: number): Promise<void> {
    if (row === undefined) return;
    const standing: DeliveryRow = { ...unmade(row, message), state: "waiting" };
    await this.#write(nextAt === undefined ? standing : { ...standing, nextAt }, row);
  }

  /** Whoever fetched it has it. */
  async acknowledge(message: DeliveryMessage, type: string | undefined): Promise<void> {
    for (let tried = 0; tried < tries; tried += 1) {
      const row = await this.find(message);
      if (row !== undefined && isFinal(row)) return;
      const standing = heldRow(row ?? this.#fresh(message));
      const named = type === undefined ? standing : { ...standing, type };
      if (await this.#write({ ...named, state: "delivered", rev: standing.rev + 1 }, row)) return;
    }
    throw lost(message);
  }

  /** There is nothing to send any more: the event was erased, or outlived its retention. */
  async expire(message: DeliveryMessage, row: DeliveryRow | undefined): Promise<void> {
    const standing = heldRow(row ?? this.#fresh(message));
    await this.#write({ ...standing, state: "expired", rev: standing.rev + 1 }, row);
  }

  /** Undefined where nothing is known of it yet. */
  async find(message: Pick<DeliveryMessage, "subscription" | "event" | "run">): Promise<DeliveryRow | undefined> {
    const key = deliveryKey(message);
    const item = await this.#parts.table.get(key, { consistent: true });
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

/** A row whose next attempt is the one that `message` names. */
function unmade(row: DeliveryRow, { attempt }: DeliveryMessage): DeliveryRow {
  return { ...heldRow(row), attempt: attempt - 1, rev: row.rev + 1 };
}

/**
 * Whether, after a lost race, the row already says enough; undefined where the answer must still go into it. A delivered
 * answer always must: the delivery would be sent again otherwise.
 */
function afterRace(
  row: DeliveryRow,
  { attempt }: DeliveryMessage,
  { result, at }: AttemptAnswer,
): { readonly follow: boolean } | undefined {
  if (row.state === "delivered") return { follow: false };
  if (result === "delivered") return undefined;
  if (row.attempt > attempt) return { follow: false };
  if (row.attempt < attempt || row.claimedAt !== undefined) return undefined;
  // Ours, when the write stood although its answer was lost; or a duplicate's, which sees to itself.
  return { follow: row.attempts.some((made) => made.at === at) };
}

function lost({ subscription, event, attempt }: DeliveryMessage): ContentionError {
  return new ContentionError(`attempt ${attempt} of ${event} for ${subscription} lost every race`);
}
