import type { Handler } from "../../functions/runtime/messages/lambda-events.ts";
import type { ChangeRecord, ChangeStream } from "../../shared/kernel/ports/change-stream.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../shared/publishing/publish-changes.ts";

export type StreamPumpParts = {
  readonly stream: ChangeStream;
  readonly lane: number;
  readonly handler: Handler<readonly StreamChange[], PublishOutcome>;
  readonly logger: Logger;
  readonly batchSize: number;
  /** A record that still fails after this many retries is set aside, and the lane continues. */
  readonly retryAttempts: number;
  /** How often (ms) to check for changes of other processes. */
  readonly pollInterval: number;
  readonly isPaused?: () => boolean;
};

const longestBackoff = 5_000;

/**
 * Consumes one lane of a change stream as Lambda's event source mapping would: one batch at a time, in order. After a
 * failure, repeats the batch from the first failed record. If the handler throws instead of naming a record, halves the
 * batch until the failing record is alone.
 */
export class StreamPump {
  readonly #parts: StreamPumpParts;
  #size: number;
  #timer: NodeJS.Timeout | undefined;
  #wakeUp: NodeJS.Immediate | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  /** While true, a wake-up doesn't shorten the wait, because a wake-up doesn't mean that the fault has passed. */
  #backingOff = false;

  constructor(parts: StreamPumpParts) {
    this.#parts = parts;
    this.#size = parts.batchSize;
  }

  /** Several calls cause a single read. */
  wake(): void {
    if (this.#backingOff) return;
    this.#again = true;
    if (this.#running !== undefined) return;
    this.#wakeUp ??= setImmediate(() => {
      this.#wakeUp = undefined;
      this.#start();
    });
  }

  /** Begins no further batch, and resolves when the running one is done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #start(): void {
    if (this.#stopped || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#backingOff = false;
    this.#running = this.#consume().then((wait) => {
      this.#running = undefined;
      if (this.#stopped) return;
      this.#timer = setTimeout(() => {
        this.#start();
      }, wait);
    });
  }

  /** Handles batches until there is nothing to do or one fails. Resolves with the wait (ms) before the next batch. */
  async #consume(): Promise<number> {
    const { pollInterval, logger, lane } = this.#parts;
    try {
      for (;;) {
        this.#again = false;
        const outcome = this.#stopped || this.#parts.isPaused?.() === true ? "none" : await this.#consumeBatch();
        if (typeof outcome === "number") {
          this.#backingOff = true;
          return outcome;
        }
        if (outcome === "none" && !this.#wokenMeanwhile()) return pollInterval;
      }
    } catch (error) {
      logger.error("stream.consume_failed", error, { lane });
      return pollInterval;
    }
  }

  #wokenMeanwhile(): boolean {
    return this.#again && !this.#stopped;
  }

  /** Resolves with "none" at the end of the lane. A number is the wait (ms) before the same records are tried again. */
  async #consumeBatch(): Promise<"more" | "none" | number> {
    const { stream, lane, batchSize } = this.#parts;
    const { position, attempts } = await stream.position(lane);
    const records = await stream.read(lane, position, this.#size);
    const last = records.at(-1);
    if (last === undefined) return "none";
    const failed = await this.#firstFailure(records);
    if (failed === undefined) {
      this.#size = Math.min(batchSize, this.#size * 2);
      await stream.advance(lane, { position: last.position, attempts: 0 });
      return "more";
    }
    if (failed === "unknown" && records.length > 1) {
      this.#size = Math.ceil(records.length / 2);
      return "more";
    }
    return this.#failedAt(failed === "unknown" ? 0 : failed, records, { position, attempts });
  }

  async #failedAt(
    failed: number,
    records: readonly ChangeRecord[],
    before: { readonly position: number; readonly attempts: number },
  ): Promise<"more" | number> {
    const { stream, lane, retryAttempts, logger } = this.#parts;
    const record = records[failed];
    if (record === undefined) return "more";
    const attempts = failed === 0 ? before.attempts + 1 : 1;
    const fields = { lane, position: record.position, pk: record.key.pk, sk: record.key.sk, attempts };
    if (attempts > retryAttempts) {
      logger.error("stream.record_set_aside", new Error("the record keeps failing"), fields);
      await stream.setAside(lane, record, `failed ${attempts} times`);
      return "more";
    }
    const done = records[failed - 1]?.position ?? before.position;
    await stream.advance(lane, { position: done, attempts });
    logger.warn("stream.record_failed", fields);
    return Math.min(longestBackoff, 100 * 2 ** (attempts - 1));
  }

  /** The index of the first failed record; "unknown" if the handler threw or named a record outside the batch. */
  async #firstFailure(records: readonly ChangeRecord[]): Promise<number | "unknown" | undefined> {
    const { handler, logger, lane } = this.#parts;
    try {
      const { failedFrom } = await handler(records.map(changeOf));
      if (failedFrom === undefined) return undefined;
      const first = records.findIndex(({ position }) => failedFrom === String(position));
      return first === -1 ? "unknown" : first;
    } catch (error) {
      logger.error("stream.batch_failed", error, { lane, records: records.length });
      return "unknown";
    }
  }
}

function changeOf({ position, before, after }: ChangeRecord): StreamChange {
  return { sequenceNumber: String(position), before, after };
}
