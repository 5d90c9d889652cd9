import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { FailedChanges } from "../../../shared/kernel/ports/failed-changes.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import { mirrorStream } from "../../../shared/kernel/topology.ts";
import type { PublishOutcome } from "../../../shared/publishing/publish-changes.ts";
import type { StreamRecord } from "./lambda-events.ts";

/**
 * If an event was published within this time (ms), the tables, the bus and the code work. The canary publishes an event
 * every five minutes.
 */
const recently = 10 * 60_000;

export type SetAsideParts = {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Undefined on one machine, where the stream sets records aside. */
  readonly failedChanges?: FailedChanges | undefined;
};

/**
 * Sets aside a record that keeps failing, so that it doesn't block its shard until the stream gives up. It does so only
 * while other events are published. In an outage, or after a deployment that can't publish anything, every record
 * fails, and all of them must wait in the stream.
 */
export class SetAside {
  readonly #parts: SetAsideParts;
  /** When this process last published an event. A new process sets nothing aside until it has published one. */
  #publishedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: SetAsideParts) {
    this.#parts = parts;
  }

  /** Notes the time if a batch published an event. */
  note({ published }: PublishOutcome): void {
    if (published > 0) this.#publishedAt = this.#parts.clock.now();
  }

  /** Whether the record is old enough to be set aside, and other events were published recently. */
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

  /**
   * Stores the record as a failed change. Resolves with true if the stream may continue after the record; never
   * rejects.
   */
  async keep({ eventName, dynamodb }: StreamRecord): Promise<boolean> {
    const { clock, logger, failedChanges } = this.#parts;
    const { ApproximateCreationDateTime: _, ...rest } = dynamodb;
    const { SequenceNumber: sequenceNumber } = rest;
    try {
      // Without its time, the record isn't set aside again if a redrive fails. The stored object stays.
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
