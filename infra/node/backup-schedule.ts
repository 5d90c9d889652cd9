import type { BackupState } from "../../shared/api/status/status-probe.ts";
import { messageOf } from "../../shared/kernel/errors.ts";
import { isRecent } from "../../shared/kernel/is-recent.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";

/** In ms. */
const lookEvery = 60_000;
/** How long (ms) to wait after a failed backup; a period of `every` if that is shorter. */
const retryAfter = 15 * 60_000;
/** A backup counts as missing this long (ms) after its due time, or after a period of `every` if that is shorter. */
const grace = 60 * 60_000;

export type BackupScheduleParts = {
  /** Resolves with the backup's file. */
  readonly backUp: () => Promise<string>;
  /** When the newest backup was made (unix ms). */
  readonly last: () => number | undefined;
  /** The time (ms) from one backup to the next. */
  readonly every: number;
  readonly clock: Clock;
  readonly logger: Logger;
};

/**
 * Makes a backup when the newest one, from any process, is too old. A schedule that counted from its own start would
 * never make a backup on a host that is restarted each night.
 */
export class BackupSchedule {
  readonly #parts: BackupScheduleParts;
  #running: Promise<void> | undefined;
  #triedAt = Number.NEGATIVE_INFINITY;
  #startedAt: number;
  #failed: { readonly since: number; readonly fault: string } | undefined;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
  }

  /** Never throws. */
  state(): BackupState {
    const { every, clock } = this.#parts;
    const now = clock.now();
    const { last, fault } = this.#newest();
    const since = last ?? this.#startedAt;
    const failed = this.#failed ?? (fault === undefined ? undefined : { since: now, fault });
    if (failed !== undefined) return { since, missingSince: failed.since, fault: failed.fault };
    const isMissing = now - since > every + Math.min(grace, every);
    return { since, ...(isMissing && { missingSince: since + every }) };
  }

  #newest(): { readonly last: number | undefined; readonly fault?: string } {
    try {
      return { last: this.#parts.last() };
    } catch (error) {
      return { last: undefined, fault: messageOf(error) };
    }
  }

  /** `stop` ends the checks and waits for a running backup. */
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

  /** A failure is logged, never thrown. */
  async look(): Promise<void> {
    this.#running ??= this.#backUpIfDue().finally(() => {
      this.#running = undefined;
    });
    await this.#running;
  }

  async #backUpIfDue(): Promise<void> {
    const { backUp, last, every, clock, logger } = this.#parts;
    const now = clock.now();
    this.#startedAt = Math.min(this.#startedAt, now);
    // If the clock has been set back, the next try must not be delayed.
    if (isRecent(this.#triedAt, Math.min(retryAfter, every), now)) return;
    try {
      if (now - (last() ?? Number.NEGATIVE_INFINITY) < every) return;
      logger.info("backup.done", { file: await backUp() });
      this.#failed = undefined;
    } catch (error) {
      logger.error("backup.failed", error);
      this.#failed = { since: Math.min(this.#failed?.since ?? now, now), fault: messageOf(error) };
    }
    this.#triedAt = now;
  }
}
