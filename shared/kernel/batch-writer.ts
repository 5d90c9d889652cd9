import type { Sleeper } from "./ports/clock.ts";
import type { Put, Table, WriteOutcome } from "./ports/table.ts";

type Waiting = {
  readonly put: Put;
  readonly resolve: (outcome: WriteOutcome) => void;
  readonly reject: (reason: unknown) => void;
};

/** DynamoDB's batches are small, and one SQLite transaction shouldn't hold up the others for long. */
const largestWrite = 100;

/** Ms between two writes. Each costs as much as several rows do: under load the rows of so long share one. */
const gatheringTime = 3;

/**
 * Writes rows together that become ready together: while one write is under way, and a moment after it, the next
 * gathers. A lone row goes at once; under load one round trip (or one transaction and one fsync) carries many.
 */
export class BatchWriter {
  readonly #table: Pick<Table, "put">;
  readonly #sleeper: Sleeper;
  #gathering: Waiting[] = [];
  #writing = false;

  constructor(table: Pick<Table, "put">, sleeper: Sleeper) {
    this.#table = table;
    this.#sleeper = sleeper;
  }

  put(put: Put): Promise<WriteOutcome> {
    return new Promise((resolve, reject) => {
      this.#gathering.push({ put, resolve, reject });
      if (this.#writing) return;
      this.#writing = true;
      // After what is ready in this turn, so that answers which came in one read of the socket share a write.
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
          if (outcome === undefined) reject(new Error("a put without an outcome"));
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
