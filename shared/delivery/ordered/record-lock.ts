import type { DeliveryMessage, OrderPosition } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { sha256 } from "../../kernel/hash.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { type IncomingDelivery, sendInLane } from "../attempt/attempt-answer.ts";
import type { Backlog, BacklogRow } from "../backlog/backlog.ts";
import type { RetryScheduler } from "../backlog/retry-scheduler.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { isFinal } from "../rows/delivery-row.ts";
import { longestQueueDelay } from "../rows/retry-plan.ts";
import { firstOfRecord } from "./ordered-backlog.ts";
import type { HeldLock, Positioned, RecordLockStore } from "./record-lock-store.ts";

type Parts = Context & {
  /** The `deliveries` table. */
  readonly table: TableReader;
  readonly locks: RecordLockStore;
  readonly backlog: Backlog;
  readonly log: DeliveryLog;
  readonly retryScheduler: RetryScheduler;
  readonly deliver: QueueSender;
  readonly deliverSlow: QueueSender;
};

/**
 * Ensures that an ordered subscription gets the events of one record one after another. The backlog says what to send,
 * and a message only says that it is time to check. So a message that comes twice, too late or too early is dropped,
 * and the next drain replaces a lost message. For example, event 12 of a record is published before event 11:
 *
 *   event 12    row added ──────▶ checks: 11 is first, so 12 waits            acquires ─▶ POST ─▶ releases
 *   event 11       row added ──▶ acquires ─▶ POST ─▶ row removed, releases ─▶ requests 12
 *                                └──── only worker sending this record ───┘
 *
 * If a worker that holds the lock dies, the lock expires. After a failed attempt, the row stays and the lock is
 * released, so the later events wait for the retry.
 */
export class RecordLock {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Adds an event to the backlog, at its place among its record's events, and sends a message that arrives when the
   * event is due.
   */
  async enqueue(message: DeliveryMessage, event: Envelope): Promise<void> {
    const { log, backlog, clock, timings } = this.#parts;
    const known = await log.find(message);
    if (known !== undefined && isFinal(known)) return;
    const positioned = { ...message, position: orderPositionOf(event) };
    const due = Math.max(Date.parse(event.detectedAt) + timings.orderedDelay, clock.now());
    await backlog.add(positioned, { due });
    await this.#request(positioned, due);
  }

  /**
   * Takes the record's lock for the attempt in `message`. Returns undefined if the backlog no longer contains that
   * attempt, or if another delivery of the record comes first or is under way. The other delivery's worker then
   * requests this one.
   */
  async acquire(message: Positioned): Promise<HeldLock | undefined> {
    // The lock is read before the row: if it is taken and released between the two reads, acquiring it must fail.
    const before = await this.#parts.locks.read(message);
    const first = await firstOfRecord(this.#parts.table, message);
    if (first === undefined || !isSame(first, message) || first.attempt !== message.attempt) return undefined;
    return this.#parts.locks.acquire(message, before);
  }

  /** Removes a delivery that won't be made, so that the record's next one becomes the first. */
  async leave(message: Positioned): Promise<void> {
    await this.#parts.backlog.drop(message);
  }

  /** Updates the backlog row from the log, releases the lock, and requests the record's next delivery. */
  async release(message: Positioned, lock: HeldLock | undefined): Promise<void> {
    await this.#reconcile(message);
    if (lock !== undefined) await this.#parts.locks.release(message, lock);
    const next = await firstOfRecord(this.#parts.table, message);
    // A drain sends `next` if it is held, or if it is still the attempt in `message`, which wasn't made.
    if (next === undefined || next.held === true) return;
    if (isSame(next, message) && next.attempt === message.attempt) return;
    await this.#request({ ...next, position: next.position ?? message.position }, next.due);
  }

  async #reconcile(message: Positioned): Promise<void> {
    const { log, backlog, retryScheduler } = this.#parts;
    const row = await log.find(message);
    if (row === undefined || row.claimedAt !== undefined) return;
    if (isFinal(row)) return backlog.drop(message);
    const first = await firstOfRecord(this.#parts.table, message);
    // A worker may die after it records the attempt and before it schedules the next one.
    if (first !== undefined && isSame(first, message) && first.attempt <= row.attempt)
      await retryScheduler.scheduleNext(row);
  }

  async #request(message: Positioned, due: number): Promise<void> {
    const wait = Math.max(due - this.#parts.clock.now(), 0);
    // A drain sends a delivery whose wait is too long for the queue.
    if (wait > longestQueueDelay) return;
    const { subscription, partner, instance, event, run, attempt, position } = message;
    const body: IncomingDelivery = { subscription, partner, instance, event, run, attempt, position, parked: true };
    await sendInLane(this.#parts, body, Math.ceil(wait / 1_000));
  }
}

/** The record is identified by a digest, because its id may be too long for a key and may contain any character. */
export function orderPositionOf({ instance, subject: { type, id, seq, part } }: Envelope): OrderPosition {
  return { record: sha256(instance, type, id).subarray(0, 16).toString("hex"), seq, part };
}

function isSame(row: BacklogRow, { event, run }: DeliveryMessage): boolean {
  return row.event === event && row.run === run;
}
