import type { NodeEngine } from "./node-engine.ts";

type PausedEngine = Pick<NodeEngine, "storage" | "logger" | "clock">;

/**
 * Pauses the host while its disk is full. Nothing is lost, because the source keeps everything. Continuing would use up
 * the retries of messages whose work can't be written.
 */
export class StoragePause {
  readonly #engine: PausedEngine;
  readonly #resumed: () => void;
  readonly #every: number;
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  #since: number | undefined;

  /** `every`: how often (ms) to check for space. `resumed` is called when there is space again. */
  constructor(engine: PausedEngine, resumed: () => void, every: number) {
    this.#engine = engine;
    this.#resumed = resumed;
    this.#every = every;
    this.#stopListening = engine.storage.onFull(() => {
      this.#begin();
    });
  }

  /** Since when (unix ms) the disk is full; undefined if it isn't. */
  get since(): number | undefined {
    return this.#since;
  }

  stop(): void {
    this.#stopListening();
    clearTimeout(this.#timer);
  }

  #begin(): void {
    if (this.#since !== undefined) return;
    this.#since = this.#engine.clock.now();
    const action =
      "free some space: until then, nothing is read or sent; afterwards, everything continues automatically";
    this.#engine.logger.warn("store.full", { action });
    this.#lookLater();
  }

  #lookLater(): void {
    this.#timer = setTimeout(() => void this.#look(), this.#every);
  }

  async #look(): Promise<void> {
    try {
      await this.#engine.storage.tryRoom();
    } catch {
      this.#lookLater();
      return;
    }
    const pausedMs = this.#engine.clock.now() - (this.#since ?? 0);
    this.#since = undefined;
    this.#engine.logger.info("store.has_room", { pausedMs });
    this.#resumed();
  }
}
