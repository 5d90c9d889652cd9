import * as z from "zod";
import { parseStored } from "../../../shared/kernel/parse.ts";
import type { Clock } from "../../../shared/kernel/ports/clock.ts";
import type { FailedChanges } from "../../../shared/kernel/ports/failed-changes.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { Key, Table } from "../../../shared/kernel/ports/table.ts";
import { mirrorStream } from "../../../shared/kernel/topology.ts";
import type { PublishOutcome } from "../../../shared/publishing/publish-changes.ts";
import type { StreamRecord } from "./lambda-events.ts";

/**
 * If an event was published within this time (ms), the tables, the bus and the code work. The canary publishes an event
 * every five minutes.
 */
const recently = 10 * 60_000;

/**
 * How often (ms) a process notes that it publishes. Together with the canary's five minutes, this is less than
 * `recently`.
 */
const noteEvery = 4 * 60_000;

/** In `feeds`: when any process last published an event. Heartbeats aren't events and don't update it. */
const noteKey: Key = { pk: "publish", sk: "published" };
const note = z.object({ at: z.int() });

export type SetAsideParts = {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly feeds: Table;
  /** Undefined on one machine, where the stream sets records aside. */
  readonly failedChanges?: FailedChanges | undefined;
};

/**
 * Sets aside a record that keeps failing, so that it doesn't block its shard until the stream gives up. Records are set
 * aside only while other events are published. In an outage, or after a deployment that can't publish anything, every
 * record fails, and all of them must wait in the stream.
 */
export class SetAside {
  readonly #parts: SetAsideParts;
  #publishedAt = Number.NEGATIVE_INFINITY;
  #notedAt = Number.NEGATIVE_INFINITY;
  /** When this process first failed since it last published an event. */
  #failingSince: number | undefined;

  constructor(parts: SetAsideParts) {
    this.#parts = parts;
  }

  /** Records the time if a batch published an event. Never rejects, because the batch is done. */
  async note({ published }: PublishOutcome): Promise<void> {
    const { clock, logger, feeds, failedChanges } = this.#parts;
    if (published === 0 || failedChanges === undefined) return;
    const at = clock.now();
    this.#publishedAt = at;
    this.#failingSince = undefined;
    if (at - this.#notedAt < noteEvery) return;
    try {
      await feeds.put([{ item: { ...noteKey, at }, when: [{ attribute: "at", is: "absentOrAtMost", value: at }] }]);
      this.#notedAt = at;
    } catch (error) {
      logger.error("publish.note_failed", error);
    }
  }

  async isDue({ dynamodb }: StreamRecord): Promise<boolean> {
    const { clock, failedChanges } = this.#parts;
    const at = timeOf(dynamodb);
    const now = clock.now();
    this.#failingSince ??= now;
    if (failedChanges === undefined || at === undefined) return false;
    if (now - at < mirrorStream.setAsideMinutes * 60_000) return false;
    return now - this.#publishedAt <= recently || (await this.#othersPublish(now, this.#failingSince));
  }

  /**
   * Whether another process published an event recently, after this process began to fail. Other processes count
   * because this one may get the records of a single shard only. Earlier events don't count, because they may have been
   * published before a bad deployment and say nothing about the new code.
   */
  async #othersPublish(now: number, since: number): Promise<boolean> {
    const { logger, feeds } = this.#parts;
    try {
      const item = await feeds.get(noteKey);
      if (item === undefined) return false;
      const { at } = parseStored(note, item, "when an event was last published");
      return at > since && now - at <= recently;
    } catch (error) {
      logger.error("publish.note_failed", error);
      return false;
    }
  }

  /** Resolves with true if the stream may continue after the record. Never rejects. */
  async keep({ eventName, dynamodb }: StreamRecord): Promise<boolean> {
    const { clock, logger, failedChanges } = this.#parts;
    const { ApproximateCreationDateTime: _, ...rest } = dynamodb;
    const { SequenceNumber: sequenceNumber } = rest;
    try {
      // The stored record has no time, so that it isn't set aside again if its redrive fails. It then stays in the
      // bucket.
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
