import type { BackupState } from "../../shared/api/status/status-probe.ts";
import { isRecent } from "../../shared/kernel/is-recent.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";

/** How often (ms) it is looked whether a backup is due. */
const lookEvery = 60_000;
/** A backup that failed is tried again after so many ms, or when the next one is due if that is sooner. */
const retryAfter = 15 * 60_000;
/** A backup that isn't there so many ms after it was due is missing, or a period later if that is sooner: making one takes time. */
const grace = 60 * 60_000;

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
  #triedAt = Number.NEGATIVE_INFINITY;
  #startedAt: number;
  #failed: { readonly since: number; readonly fault: string } | undefined;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
    this.#startedAt = parts.clock.now();
  }

  /** How the backups stand. Never throws. */
  state(): BackupState {
    const { every, clock } = this.#parts;
    const now = clock.now();
    const { last, fault } = this.#newest();
    const since = last ?? Math.min(this.#startedAt, now);
    const failed = this.#failed ?? (fault === undefined ? undefined : { since: now, fault });
    if (failed !== undefined) return { since, missingSince: failed.since, fault: failed.fault };
    const isMissing = now - since > every + Math.min(grace, every);
    return { since, ...(isMissing && { missingSince: since + every }) };
  }

  #newest(): { readonly last: number | undefined; readonly fault?: string } {
    try {
      return { last: this.#parts.last() };
    } catch (error) {
      return { last: undefined, fault: faultOf(error) };
    }
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
    this.#startedAt = Math.min(this.#startedAt, now);
    // A clock that is set back doesn't put off the next try.
    if (isRecent(this.#triedAt, Math.min(retryAfter, every), now)) return;
    try {
      if (now - (last() ?? Number.NEGATIVE_INFINITY) < every) return;
      logger.info("backup.done", { file: await backUp() });
      this.#failed = undefined;
    } catch (error) {
      logger.error("backup.failed", error);
      this.#failed = { since: Math.min(this.#failed?.since ?? now, now), fault: faultOf(error) };
    }
    this.#triedAt = now;
  }
}

const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
