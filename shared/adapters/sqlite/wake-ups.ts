/**
 * Tells waiting consumers in this process that there is work, so that nothing waits for the next look at the file. Only
 * a hint: work that another process wrote is found by looking.
 */
export class WakeUps {
  readonly #listeners = new Map<string, Set<() => void>>();

  /** Returns how to stop listening. */
  on(name: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  wake(name: string): void {
    for (const listener of this.#listeners.get(name) ?? []) listener();
  }
}
