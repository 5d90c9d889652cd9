import type { Sleeper } from "./ports/clock.ts";
import type { Put, Table, WriteOutcome } from "./ports/table.ts";

type Waiting = {
  readonly put: Put;
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (reason: unknown) => void;
};

/** A longer SQLite transaction would hold up other transactions. */
const largestWrite = 100;

/** How long (ms) rows gather before the next write. A write's fixed cost equals the cost of several rows. */
const gatheringTime = 3;

/**
 * Combines rows into one write. Rows that arrive during a write, or shortly after it, share the next one. A lone row is
 * written immediately. Under load, one round trip (or one transaction and one fsync) writes many rows.
 */
export class BatchWriter {
  readonly #table: Table;
  readonly #sleeper: Sleeper;
  #gathering: Waiting[] = [];
  #writing = false;

  constructor(table: Table, sleeper: Sleeper) {
    this.#table = table;
    this.#sleeper = sleeper;
  }

  put(put: Put): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.#gathering.push({ put, resolve, reject });
      if (this.#writing) return;
      this.#writing = true;
      // The microtask runs after the rest of this turn, so that responses from one read of the socket share a write.
      queueMicrotask(() => void this.#writeAll());
    });
  }

  async #writeAll(): Promise<void> {
    while (this.#gathering.length > 0) {
      const batch = this.#gathering.splice(0, largestWrite);
      try {
        const outcomes = await this.#table.put(batch.map(({ put }) => put));
        batch.forEach(({ resolve, reject }, at) => {
          const outcome = outcomes[at];
          if (outcome === undefined) reject(new Error("the table returned no outcome for a put"));
          else resolve(outcome);
        });
      } catch (reason) {
        for (const { reject } of batch) reject(reason);
      }
      await this.#sleeper.sleep(gatheringTime);
    }
    this.#writing = false;
  }
}
