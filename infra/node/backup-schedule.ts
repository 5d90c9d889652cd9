import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";

/** How often (ms) it is looked whether a backup is due. */
const lookEvery = 60_000;
/** A backup that failed is tried again after so many ms, or when the next one is due if that is sooner. */
const retryAfter = 15 * 60_000;

export type BackupScheduleParts = {
  /** Makes a backup; resolves with its file. */
  readonly backUp: () => Promise<string>;
  /** When the last backup was made (unix ms) that stands in the directory; undefined: there is none. */
  readonly last: () => number | undefined;
  /** The time in ms from one to the next. */
  readonly every: number;
  readonly clock: Clock;
  readonly logger: Logger;
};

/**
 * Makes a backup when the newest one is too old, whichever process made that: a host that is restarted each night would never
 * make one if the time were counted from its start.
 */
export class BackupSchedule {
  readonly #parts: BackupScheduleParts;
  #running: Promise<void> | undefined;
  #tryAt = Number.NEGATIVE_INFINITY;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
  }

  /** Looks at once and then regularly; resolves with what ends that, and with it waits for a backup that is being made. */
  start(): { stop(): Promise<void> } {
    const timer = setInterval(() => void this.look(), Math.min(lookEvery, this.#parts.every));
    void this.look();
    return {
      stop: async () => {
        clearInterval(timer);
        await this.#running;
      },
    };
  }

  /** Makes a backup if one is due and none is being made. A failure is logged, never thrown. */
  async look(): Promise<void> {
    this.#running ??= this.#backUpIfDue().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #backUpIfDue(): Promise<void> {
    const { backUp, last, every, clock, logger } = this.#parts;
    const now = clock.now();
    try {
      if (now < this.#tryAt || now - (last() ?? Number.NEGATIVE_INFINITY) < every) return;
      logger.info("backup.done", { file: await backUp() });
    } catch (error) {
      logger.error("backup.failed", error);
    }
    this.#tryAt = now + Math.min(retryAfter, every);
  }
}
