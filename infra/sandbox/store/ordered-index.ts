export type SortKey = number | string;

/** A position between rows: all rows up to and including (key, id) are before it. */
export interface Position {
  readonly key: SortKey;
  readonly id: number;
}

interface Identified {
  readonly id: number;
}

const chunkCapacity = 512;

/**
 * Rows ordered by (key, id), in chunks of a limited size. Seeking takes two binary searches and a write shifts one
 * chunk, so a page costs the same with a hundred or a hundred thousand rows.
 */
export class OrderedIndex<Row extends Identified> {
  readonly keyOf: (row: Row) => SortKey | undefined;
  #chunks: Row[][] = [];
  #size = 0;

  constructor(keyOf: (row: Row) => SortKey | undefined) {
    this.keyOf = keyOf;
  }

  get size(): number {
    return this.#size;
  }

  /** Rows without a key (a null column) aren't in the index. */
  insert(row: Row): void {
    const key = this.keyOf(row);
    if (key === undefined) return;
    const [chunkNumber, offset] = this.#locate({ key, id: row.id });
    const chunk = this.#chunks[chunkNumber];
    if (chunk === undefined) this.#append(row);
    else {
      chunk.splice(offset, 0, row);
      if (chunk.length > chunkCapacity) this.#chunks.splice(chunkNumber + 1, 0, chunk.splice(chunkCapacity / 2));
    }
    this.#size += 1;
  }

  /** `row` must be the object that was inserted, or have the same key and id. */
  remove(row: Row): void {
    const key = this.keyOf(row);
    if (key === undefined) return;
    const [chunkNumber, offset] = this.#locate({ key, id: row.id - 1 });
    const chunk = this.#chunks[chunkNumber];
    if (chunk?.[offset]?.id !== row.id) return;
    chunk.splice(offset, 1);
    if (chunk.length === 0) this.#chunks.splice(chunkNumber, 1);
    this.#size -= 1;
  }

  /** How many rows are before `position`. */
  rank(position: Position): number {
    const [chunkNumber, offset] = this.#locate(position);
    let before = offset;
    for (const chunk of this.#chunks.slice(0, chunkNumber)) before += chunk.length;
    return before;
  }

  *ascending(after?: Position): Generator<Row> {
    const [chunkNumber, offset] = after === undefined ? [0, 0] : this.#locate(after);
    yield* this.#upwards(chunkNumber, offset);
  }

  *ascendingFromRank(rank: number): Generator<Row> {
    let offset = rank;
    for (const [chunkNumber, chunk] of this.#chunks.entries()) {
      if (offset < chunk.length) {
        yield* this.#upwards(chunkNumber, offset);
        return;
      }
      offset -= chunk.length;
    }
  }

  /** The rows in descending order, beginning with the last one before `position`, or with the very last. */
  *descending(before?: Position): Generator<Row> {
    const [start, offset] = before === undefined ? [this.#chunks.length, 0] : this.#locate(before);
    for (let chunkNumber = start; chunkNumber >= 0; chunkNumber -= 1) {
      const chunk = this.#chunks[chunkNumber] ?? [];
      for (let place = (chunkNumber === start ? offset : chunk.length) - 1; place >= 0; place -= 1) {
        const row = chunk[place];
        if (row !== undefined) yield row;
      }
    }
  }

  *#upwards(firstChunk: number, offset: number): Generator<Row> {
    for (let chunkNumber = firstChunk; chunkNumber < this.#chunks.length; chunkNumber += 1) {
      const chunk = this.#chunks[chunkNumber] ?? [];
      for (let place = chunkNumber === firstChunk ? offset : 0; place < chunk.length; place += 1) {
        const row = chunk[place];
        if (row !== undefined) yield row;
      }
    }
  }

  #append(row: Row): void {
    const last = this.#chunks.at(-1);
    if (last !== undefined && last.length < chunkCapacity) last.push(row);
    else this.#chunks.push([row]);
  }

  /** The chunk and offset of the first row after `position`. */
  #locate(position: Position): [chunk: number, offset: number] {
    const chunkNumber = firstBehind(this.#chunks, (chunk) => this.#isBehind(chunk.at(-1), position));
    const chunk = this.#chunks[chunkNumber];
    if (chunk === undefined) return [this.#chunks.length, 0];
    return [chunkNumber, firstBehind(chunk, (row) => this.#isBehind(row, position))];
  }

  #isBehind(row: Row | undefined, position: Position): boolean {
    const key = row === undefined ? undefined : this.keyOf(row);
    if (row === undefined || key === undefined) return false;
    return key === position.key ? row.id > position.id : key > position.key;
  }
}

function firstBehind<Item>(items: readonly Item[], isBehind: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && isBehind(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
