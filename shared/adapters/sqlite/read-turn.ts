/** What is read in one turn of the event loop, in characters of items: about two milliseconds. */
const mostPerTurn = 64 * 1024;
/** What a statement and an item cost beside their text, in characters. */
const perItem = 512;

/**
 * Shares the event loop out among all who read a store. SQLite answers at once, so a caller that reads page after page would
 * never let anything else run: deliveries would wait for as long as one request lists events.
 */
export class ReadTurn {
  #read = 0;
  #next: Promise<void> | undefined;

  /** Reads at once, or in a later turn where this one has had its share. `read` counts what it found. */
  async take<T>(read: () => T): Promise<T> {
    while (this.#read >= mostPerTurn) {
      this.#next ??= new Promise((resolve) => {
        setImmediate(() => {
          this.#read = 0;
          this.#next = undefined;
          resolve();
        });
      });
      await this.#next;
    }
    return read();
  }

  /** Counts an item, or a statement that found none. */
  count(text = ""): void {
    this.#read += text.length + perItem;
  }
}
