/**
 * In bytes. Reading and serializing a page takes about 10 ms of CPU per megabyte, during which the API serves nothing
 * else. Lambda refuses more than 6 MB, and our body is a JSON string within that: each quote takes two bytes, and an
 * escaped one takes four.
 */
const mostBytes = 1_000_000;

/** The room for a page's items: about 1 MB in total, as Lambda counts a response. */
export class PageRoom {
  #left = mostBytes;

  /**
   * Returns false for an item that no longer fits: the page ends before it. The first item always fits, so that every
   * page advances.
   */
  takes(item: object): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
    if (bytes > this.#left && this.#left < mostBytes) return false;
    this.#left -= bytes;
    return true;
  }
}
