import type { Handler } from "../../functions/runtime/messages/lambda-events.ts";
import type { ChangeRecord, ChangeStream } from "../../shared/kernel/ports/change-stream.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { PublishOutcome, StreamChange } from "../../shared/publishing/publish-changes.ts";
import { PumpLoop, type PumpWait } from "./pump-loop.ts";

export type StreamPumpParts = {
  readonly stream: ChangeStream;
  readonly shard: number;
  readonly handler: Handler<readonly StreamChange[], PublishOutcome>;
  readonly logger: Logger;
  readonly batchSize: number;
  /** A record that still fails after this many retries is set aside, and the shard continues. */
  readonly retryAttempts: number;
  /** How often (ms) to check for changes of other processes. */
  readonly pollInterval: number;
  readonly isPaused?: () => boolean;
};

const longestBackoff = 5_000;

/**
 * Consumes one shard of a change stream as Lambda's event source mapping would: one batch at a time, in order. After a
 * failure, repeats the batch from the first failed record. If the handler throws instead of naming a record, halves the
 * batch until the failing record is alone.
 */
export class StreamPump {
  readonly #parts: StreamPumpParts;
  readonly #loop = new PumpLoop(() => this.#consume());
  #size: number;

  constructor(parts: StreamPumpParts) {
    this.#parts = parts;
    this.#size = parts.batchSize;
  }

  wake(): void {
    this.#loop.wake();
  }

  /** Begins no further batch, and resolves when the running one is done. */
  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  /** Handles batches until there is nothing to do or one fails. */
  async #consume(): Promise<PumpWait> {
    const { pollInterval, isPaused, logger, shard } = this.#parts;
    try {
      let result: "more" | "none" | number = "none";
      while (this.#loop.takeWakeUp() || result === "more") {
        result = this.#loop.isStopped || isPaused?.() === true ? "none" : await this.#consumeBatch();
        if (typeof result === "number") return { ms: result, backingOff: true };
      }
    } catch (error) {
      logger.error("stream.consume_failed", error, { shard });
    }
    return { ms: pollInterval };
  }

  /** Resolves with "none" at the end of the shard. A number is the wait (ms) before the same records are tried again. */
  async #consumeBatch(): Promise<"more" | "none" | number> {
    const { stream, shard, batchSize } = this.#parts;
    const { position, attempts } = await stream.position(shard);
    const records = await stream.read(shard, position, this.#size);
    const last = records.at(-1);
    if (last === undefined) return "none";
    const failed = await this.#firstFailure(records);
    if (failed === undefined) {
      this.#size = Math.min(batchSize, this.#size * 2);
      await stream.advance(shard, { position: last.position, attempts: 0 });
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
    const { stream, shard, retryAttempts, logger } = this.#parts;
    const record = records[failed];
    if (record === undefined) return "more";
    const attempts = failed === 0 ? before.attempts + 1 : 1;
    const fields = { shard, position: record.position, pk: record.key.pk, sk: record.key.sk, attempts };
    if (attempts > retryAttempts) {
      logger.error("stream.record_set_aside", new Error("the record keeps failing"), fields);
      await stream.setAside(shard, record, `failed ${attempts} times`);
      return "more";
    }
    const done = records[failed - 1]?.position ?? before.position;
    await stream.advance(shard, { position: done, attempts });
    logger.warn("stream.record_failed", fields);
    return Math.min(longestBackoff, 100 * 2 ** (attempts - 1));
  }

  /** The index of the first failed record; "unknown" if the handler threw or named a record outside the batch. */
  async #firstFailure(records: readonly ChangeRecord[]): Promise<number | "unknown" | undefined> {
    const { handler, logger, shard } = this.#parts;
    try {
      const { failedFrom } = await handler(records.map(changeOf));
      if (failedFrom === undefined) return undefined;
      const first = records.findIndex(({ position }) => failedFrom === String(position));
      return first === -1 ? "unknown" : first;
    } catch (error) {
      logger.error("stream.batch_failed", error, { shard, records: records.length });
      return "unknown";
    }
  }
}

function changeOf({ position, before, after }: ChangeRecord): StreamChange {
  return { sequenceNumber: String(position), before, after };
}
