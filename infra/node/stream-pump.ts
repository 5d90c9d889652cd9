import type { BatchResponse, Handler, StreamEvent } from "../../functions/runtime/messages/lambda-events.ts";
import { toAttributes } from "../../shared/adapters/aws/attribute-values.ts";
import type { StreamRecord } from "../../shared/adapters/sqlite/change-stream.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { NodeChangeStream } from "./node-engine.ts";

export type StreamPumpParts = {
  readonly stream: NodeChangeStream;
  readonly lane: number;
  readonly handler: Handler<StreamEvent, BatchResponse>;
  readonly logger: Logger;
  readonly batchSize: number;
  /** After this many failures a record is put aside and the lane goes on. */
  readonly retryAttempts: number;
  /** How often (ms) to look for changes that another process made. */
  readonly pollInterval: number;
};

const longestBackoff = 5_000;

/**
 * Consumes one lane of a change stream as Lambda's event source would: one batch at a time, in order; after a failure
 * again from the first failed record, halving the batch when the handler throws without naming one.
 */
export class StreamPump {
  readonly #parts: StreamPumpParts;
  #size: number;
  #timer: NodeJS.Timeout | undefined;
  #wakeUp: NodeJS.Immediate | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;
  /** While set, a wake-up doesn't cut the wait short: it says there is more, not that the failure has passed. */
  #backingOff = false;

  constructor(parts: StreamPumpParts) {
    this.#parts = parts;
    this.#size = parts.batchSize;
  }

  /** Looks for records soon; many calls are one look. */
  wake(): void {
    if (this.#backingOff) return;
    this.#again = true;
    if (this.#running !== undefined) return;
    this.#wakeUp ??= setImmediate(() => {
      this.#wakeUp = undefined;
      this.#start();
    });
  }

  /** Begins no other batch and resolves when the one in hand is done. */
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

  /** Batch after batch; resolves with the ms to wait when there is nothing to do or something failed. */
  async #consume(): Promise<number> {
    const { pollInterval, logger, lane } = this.#parts;
    try {
      for (;;) {
        this.#again = false;
        const outcome = this.#stopped ? "none" : await this.#consumeBatch();
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

  /** "none" when the lane is at its end; a number is how many ms to wait before the same records again. */
  async #consumeBatch(): Promise<"more" | "none" | number> {
    const { stream, lane, batchSize } = this.#parts;
    const { position, attempts } = stream.position(lane);
    const records = stream.read(lane, position, this.#size);
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
    return this.#failedAt(failed === "unknown" ? 0 : failed, records, attempts);
  }

  async #failedAt(failed: number, records: readonly StreamRecord[], before: number): Promise<"more" | number> {
    const { stream, lane, retryAttempts, logger } = this.#parts;
    const record = records[failed];
    if (record === undefined) return "more";
    const attempts = failed === 0 ? before + 1 : 1;
    const fields = { lane, position: record.position, pk: record.key.pk, sk: record.key.sk, attempts };
    if (attempts > retryAttempts) {
      logger.error("stream.record_set_aside", new Error("the record keeps failing"), fields);
      await stream.setAside(lane, record, `failed ${attempts} times`);
      return "more";
    }
    const done = records[failed - 1]?.position ?? stream.position(lane).position;
    await stream.advance(lane, { position: done, attempts });
    logger.warn("stream.record_failed", fields);
    return Math.min(longestBackoff, 100 * 2 ** (attempts - 1));
  }

  /** Place of the first failed record; "unknown" when the handler threw or named none of these. */
  async #firstFailure(records: readonly StreamRecord[]): Promise<number | "unknown" | undefined> {
    const { handler, logger, lane } = this.#parts;
    try {
      const { batchItemFailures } = await handler({ Records: records.map(recordOf) });
      if (batchItemFailures.length === 0) return undefined;
      const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
      const first = records.findIndex(({ position }) => failed.has(String(position)));
      return first === -1 ? "unknown" : first;
    } catch (error) {
      logger.error("stream.batch_failed", error, { lane, records: records.length });
      return "unknown";
    }
  }
}

function recordOf({ position, key, before, after }: StreamRecord): StreamEvent["Records"][number] {
  return {
    eventName: before === undefined ? "INSERT" : after === undefined ? "REMOVE" : "MODIFY",
    dynamodb: {
      SequenceNumber: String(position),
      Keys: toAttributes(key),
      ...(before === undefined ? {} : { OldImage: toAttributes(before) }),
      ...(after === undefined ? {} : { NewImage: toAttributes(after) }),
    },
  };
}
