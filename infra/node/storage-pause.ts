import type { Logger } from "../../shared/kernel/ports/logger.ts";
import type { Storage } from "./node-engine.ts";

/**
 * Pauses the host while its disk is full. Nothing is lost, because the source keeps everything. Continuing would use up
 * the retries of messages whose work can't be written.
 */
export class StoragePause {
  readonly #storage: Storage;
  readonly #logger: Logger;
  readonly #resumed: () => void;
  readonly #every: number;
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  #since: number | undefined;

  /** `every`: how often (ms) to check for space. `resumed` is called when there is space again. */
  constructor(storage: Storage, logger: Logger, resumed: () => void, every: number) {
    this.#storage = storage;
    this.#logger = logger;
    this.#resumed = resumed;
    this.#every = every;
    this.#stopListening = storage.onFull(() => {
      this.#begin();
    });
  }

  get isPaused(): boolean {
    return this.#since !== undefined;
  }

  stop(): void {
    this.#stopListening();
    clearTimeout(this.#timer);
  }

  #begin(): void {
    if (this.#since !== undefined) return;
    this.#since = performance.now();
    const action =
      "free some space: until then, nothing is read or sent; afterwards, everything continues automatically";
    this.#logger.warn("store.full", { action });
    this.#lookLater();
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => void this.#look(), this.#every);
  }

  async #look(): Promise<void> {
    try {
      await this.#storage.tryRoom();
    } catch {
      this.#lookLater();
      return;
    }
    const pausedMs = Math.round(performance.now() - (this.#since ?? 0));
    this.#since = undefined;
    this.#logger.info("store.has_room", { pausedMs });
    this.#resumed();
  }
}
