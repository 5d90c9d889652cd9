import type { DeliveryMessage, OrderPosition } from "../../fanout/delivery-message.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { sha256 } from "../../kernel/hash.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import { type Backlog, type BacklogRow, backlogKey, backlogRow } from "../backlog/backlog.ts";
import type { RetryScheduler } from "../retry-scheduler.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { isFinal } from "../rows/delivery-row.ts";
import type { HeldLock, Positioned, RecordLockStore } from "./record-lock-store.ts";

type Parts = {
  /** The `deliveries` table. */
  readonly table: Pick<TableReader, "query">;
  readonly locks: Pick<RecordLockStore, "read" | "take" | "release">;
  readonly backlog: Pick<Backlog, "park" | "drop">;
  readonly log: Pick<DeliveryLog, "find">;
  readonly retryScheduler: Pick<RetryScheduler, "scheduleNext">;
  readonly deliver: QueueSender;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "orderedDelay">;
};

/** Queues hold a message back for 15 minutes at most; what waits longer is found by its due time. */
const longestDelay = 900_000;

/**
 * Deliveries of ordered subscriptions, record by record. The rows of the backlog say what is to be sent; messages only
 * say that it is time to look. A message that comes twice, late or out of turn is therefore dropped, and one that is lost
 * is made up for by the next drain.
 */
export class RecordLock {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Lines an event up behind the others of its record, and asks for a look when it may go. */
  async enqueue(message: DeliveryMessage, event: Envelope): Promise<void> {
    const { log, backlog, clock, timings } = this.#parts;
    const known = await log.find(message);
    if (known !== undefined && isFinal(known)) return;
    const positioned = { ...message, position: positionOf(event) };
    const due = Math.max(Date.parse(event.detectedAt) + timings.orderedDelay, clock.now());
    await backlog.park(positioned, { due });
    await this.#askFor(positioned, due);
  }

  /**
   * The turn of the delivery that `message` names; undefined where it isn't the first of its record, or one is under
   * way. Whoever is before it asks for it when done.
   */
  async acquire(message: Positioned): Promise<HeldLock | undefined> {
    // Before the row: a turn that was taken and given back since must show.
    const standing = await this.#parts.locks.read(message);
    const first = await this.#first(message);
    if (first === undefined || !isSame(first, message) || first.attempt !== message.attempt) return undefined;
    return this.#parts.locks.take(message, standing);
  }

  /** Brings the row to where its delivery is, gives the turn back and asks for whoever is next. */
  async release(message: Positioned, turn: HeldLock | undefined): Promise<void> {
    await this.#reconcile(message);
    if (turn !== undefined) await this.#parts.locks.release(message, turn);
    const next = await this.#first(message);
    // What waits for its endpoint is called by that; what came to nothing now would come to nothing again.
    if (next === undefined || next.held === true) return;
    if (isSame(next, message) && next.attempt === message.attempt) return;
    await this.#askFor({ ...next, position: next.position ?? message.position }, next.due);
  }

  async #reconcile(message: Positioned): Promise<void> {
    const { log, backlog, retryScheduler } = this.#parts;
    const row = await log.find(message);
    if (row === undefined || row.claimedAt !== undefined) return;
    if (isFinal(row)) return backlog.drop(message);
    const first = await this.#first(message);
    // A worker died between the record and what follows from it.
    if (first !== undefined && isSame(first, message) && first.attempt <= row.attempt)
      await retryScheduler.scheduleNext(row);
  }

  async #first({ subscription, ...message }: Positioned): Promise<BacklogRow | undefined> {
    const { pk } = backlogKey({ subscription, ...message });
    const prefix = `${message.position.record}#`;
    const { items } = await this.#parts.table.query({ pk, prefix, limit: 1, consistent: true });
    return items[0] === undefined ? undefined : parseStored(backlogRow, items[0], `backlog row ${pk} ${items[0].sk}`);
  }

  async #askFor(message: Positioned, due: number): Promise<void> {
    const { deliver, clock } = this.#parts;
    const wait = Math.max(due - clock.now(), 0);
    if (wait > longestDelay) return;
    const { subscription, partner, instance, event, run, attempt, position } = message;
    const body: IncomingDelivery = { subscription, partner, instance, event, run, attempt, position, parked: true };
    const delaySeconds = Math.ceil(wait / 1_000);
    await deliver.send([{ body: JSON.stringify(body), group: subscription, delaySeconds }]);
  }
}

/** A digest stands for the record: its id may be longer than keys should be, and may hold any character. */
export function positionOf({ instance, subject: { type, id, seq, part } }: Envelope): OrderPosition {
  return { record: sha256(instance, type, id).subarray(0, 16).toString("hex"), seq, part };
}

function isSame(row: BacklogRow, { event, run }: DeliveryMessage): boolean {
  return row.event === event && row.run === run;
}
