import type { WakeUps, WorkName } from "../../kernel/ports/wake-ups.ts";

/** Wakes consumers in this process. They find the work of another process when they look for it. */
export class LocalWakeUps implements WakeUps {
  readonly #listeners = new Map<WorkName, Set<() => void>>();

  on(name: WorkName, listener: () => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  /** An adapter calls this once the work can be read. */
  wake(name: WorkName): void {
    for (const listener of this.#listeners.get(name) ?? []) listener();
  }
}
