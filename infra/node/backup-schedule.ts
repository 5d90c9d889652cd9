import type { BackupState } from "../../shared/api/status/status-probe.ts";
import { messageOf } from "../../shared/kernel/errors.ts";
import { isRecent } from "../../shared/kernel/is-recent.ts";
import type { Clock } from "../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../shared/kernel/ports/logger.ts";

/** How often (ms) to check whether a backup is due. */
const lookEvery = 60_000;
/** How long (ms) to wait before trying a failed backup again, unless the next one is due sooner. */
const retryAfter = 15 * 60_000;
/**
 * A backup counts as missing this long (ms) after its due time, because a backup takes time. If the backup period is
 * shorter, the period applies instead.
 */
const grace = 60 * 60_000;

export type BackupScheduleParts = {
  /** Makes a backup and resolves with its file. */
  readonly backUp: () => Promise<string>;
  /** When the newest backup in the directory was made (unix ms); undefined if there is none. */
  readonly last: () => number | undefined;
  /** Time (ms) from one backup to the next. */
  readonly every: number;
  readonly clock: Clock;
  readonly logger: Logger;
};

/**
 * Makes a backup when the newest one, from any process, is too old. If the time were counted from this process's start,
 * a host that is restarted each night would never make a backup.
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

  /** The state of the backups. Never throws. */
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

  /**
   * Checks immediately, and then regularly. The returned `stop` ends the checks and waits for a running backup.
   */
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

  /** Makes a backup if one is due and none is running. A failure is logged, never thrown. */
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
    // The next try must not be delayed if the clock has been set back.
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
