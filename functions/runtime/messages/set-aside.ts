import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { FailedChanges } from "../../../shared/kernel/ports/failed-changes.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import { mirrorStream } from "../../../shared/kernel/topology.ts";
import type { PublishOutcome } from "../../../shared/publishing/publish-changes.ts";
import type { StreamRecord } from "./lambda-events.ts";

/** Events published within this many ms show that tables, bus and code work. The canary publishes every five minutes. */
const recently = 10 * 60_000;

export type SetAsideParts = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Absent where the stream itself sets records aside. */
  readonly failedChanges?: FailedChanges | undefined;
};

/**
 * Sets aside a record that keeps failing, so that it doesn't hold up its shard until the stream gives up. It does so
 * only while other events are published: in an outage, or after a deployment that can publish nothing, every record
 * fails, and all of them must wait in the stream.
 */
export class SetAside {
  readonly #parts: SetAsideParts;
  /** Only this process knows it. A new process waits until it has published something. */
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: SetAsideParts) {
    this.#parts = parts;
  }

  /** Notes what a batch published. */
  note({ published }: PublishOutcome): void {
    if (published > 0) this.#publishedAt = this.#parts.clock.now();
  }

  /** Whether the record has failed for long enough while others were published. */
  isDue({ dynamodb }: StreamRecord): boolean {
    const { clock, failedChanges } = this.#parts;
    const at = timeOf(dynamodb);
    const now = clock.now();
    return (
      failedChanges !== undefined &&
      at !== undefined &&
      now - at >= mirrorStream.setAsideMinutes * 60_000 &&
      now - this.#publishedAt <= recently
    );
  }

  /** Stores the record as a failed change. Resolves with whether the stream may go on behind it; never rejects. */
  async keep({ eventName, dynamodb }: StreamRecord): Promise<boolean> {
    const { clock, logger, failedChanges } = this.#parts;
    const { ApproximateCreationDateTime: _, ...rest } = dynamodb;
    const { SequenceNumber: sequenceNumber } = rest;
    try {
      // Without its time it isn't set aside again when a redrive fails: the stored one stays.
      const record = { eventName, dynamodb: rest };
      await failedChanges?.keep({ sequenceNumber, at: timeOf(dynamodb) ?? clock.now(), record });
    } catch (error) {
      logger.error("publish.set_aside_failed", error, { sequenceNumber });
      return false;
    }
    logger.error("publish.set_aside", new Error("the record keeps failing"), { sequenceNumber });
    return true;
  }
}

function timeOf({ ApproximateCreationDateTime: seconds }: StreamRecord["dynamodb"]): number | undefined {
  return seconds === undefined ? undefined : seconds * 1_000;
}
