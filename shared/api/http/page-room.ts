/**
 * Reading and serializing a page takes about 10 ms of CPU for each megabyte, during which the API answers nothing else.
 * Lambda refuses more than 6 MB. Our body is a JSON string within that: each quote takes two bytes, and an escaped one
 * takes four.
 */
const mostBytes = 1_000_000;

/** The room that a page has for its items: at most about 1 MB in all, as the answer of a Lambda function. */
export class PageRoom {
  #left = mostBytes;

  /**
   * False for an item that no longer fits: the page ends before it. The first item always fits, so that every page
   * advances.
   */
  takes(item: object): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    if (bytes > this.#left && this.#left < mostBytes) return false;
    this.#left -= bytes;
    return true;
  }
}
