import { WorkTurn } from "../../kernel/work-turn.ts";

/**
 * How many characters of items are read in one turn of the event loop. Reading that many takes about two milliseconds.
 */
const mostPerTurn = 64 * 1024;
/** The cost of a statement or an item in addition to its text, in characters. */
const perItem = 512;

/**
 * Shares the event loop among all readers of a store. SQLite reads synchronously, so without this, a caller that reads
 * page after page would let nothing else run: deliveries would wait until one request has listed its events.
 */
export class ReadTurn {
  readonly #turn = new WorkTurn(mostPerTurn);

  /** Reads now, or in a later turn if this turn's share is used up. `read` must call `count` for what it finds. */
  async take<T>(read: () => T): Promise<T> {
    return this.#turn.take(read);
  }

  /** Reads each of `keys`, as many per turn as the turn's share allows. */
  async takeEach<K, T>(keys: readonly K[], read: (key: K) => T): Promise<T[]> {
    const found: T[] = [];
    while (found.length < keys.length) {
      await this.#turn.take(() => {
        for (const key of keys.slice(found.length)) {
          found.push(read(key));
          if (!this.#turn.hasRoom) break;
        }
      });
    }
    return found;
  }

  /** Counts an item, or a statement that found none. */
  count(text = ""): void {
    this.#turn.count(text.length + perItem);
  }
}
