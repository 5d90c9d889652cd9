import type { WakeUps, WorkName } from "../../kernel/ports/wake-ups.ts";

/** Wakes consumers in this process. Consumers in other processes find the work when they next poll. */
export class LocalWakeUps implements WakeUps {
  readonly #listeners = new Map<WorkName, Set<() => void>>();

  on(name: WorkName, listener: () => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  /** An adapter calls this when the work can be read. */
  wake(name: WorkName): void {
    for (const listener of this.#listeners.get(name) ?? []) listener();
  }
}
