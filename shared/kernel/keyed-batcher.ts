type Waiting<T, R> = {
  readonly one: T;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
};

/**
 * Work for a key that arrives while a batch of the key runs goes into the next batch. Without batches, many deliveries
 * to one endpoint would compete for the endpoint's item.
 *
 * @example
 * const counts = new KeyedBatcher((endpoint: string, outcomes: readonly Outcome[]) => saveAll(endpoint, outcomes));
 * await counts.add("sub_1", outcome); // resolves when the batch with `outcome` is saved
 */
export class KeyedBatcher<T, R> {
  readonly #work: (key: string, batch: readonly T[]) => Promise<R>;
  readonly #waiting = new Map<string, Waiting<T, R>[]>();

  /** `work` returns one result for the whole batch. */
  constructor(work: (key: string, batch: readonly T[]) => Promise<R>) {
    this.#work = work;
  }

  add(key: string, one: T): Promise<R> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) {
        waiting.push({ one, resolve, reject });
        return;
      }
      this.#waiting.set(key, [{ one, resolve, reject }]);
      queueMicrotask(() => void this.#run(key));
    });
  }

  async #run(key: string): Promise<void> {
    for (let waiting = this.#waiting.get(key) ?? []; waiting.length > 0; waiting = this.#waiting.get(key) ?? []) {
      this.#waiting.set(key, []);
      try {
        const result = await this.#work(
          key,
          waiting.map(({ one }) => one),
        );
        for (const { resolve } of waiting) resolve(result);
      } catch (reason) {
        for (const { reject } of waiting) reject(reason);
      }
    }
    this.#waiting.delete(key);
  }
}
