/**
 * Reading and writing out a page takes about 10 ms of CPU for each megabyte, during which the API answers nothing else. Lambda would
 * refuse more than 6 MB, in which our body is a JSON string: each quote of it takes two bytes, and one that was escaped before takes four.
 */
const mostBytes = 1_000_000;

/** The room that a page has for its items: together they take about 1 MB at most in the answer of a Lambda function. */
export class PageRoom {
  #left = mostBytes;

  /** False for an item that doesn't fit any more: the page ends before it. The first one always fits, so that lists go on. */
  takes(item: object): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    if (bytes > this.#left && this.#left < mostBytes) return false;
    this.#left -= bytes;
    return true;
  }
}
