import { isoTime } from "../kernel/instant.ts";
import type { Table } from "../kernel/ports/table.ts";

const minute = 60_000;

/**
 * Counts a key's requests per minute, across all workers (`deliveries` table, pk `requests#<key>`). Workers add their
 * counts in batches, so that a request costs no write of its own.
 */
export class RequestCounts {
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  /** Returns how many requests all workers have added to the minute of `now` (unix ms). */
  async add(key: string, requests: number, now: number): Promise<number> {
    const began = Math.floor(now / minute) * minute;
    const at = { pk: `requests#${key}`, sk: isoTime(began) };
    await this.#table.update({ key: at, add: { requests }, set: { expiresAt: began / 1_000 + 120 } });
    const item = await this.#table.get(at);
    const counted = item?.["requests"];
    return typeof counted === "number" ? counted : requests;
  }
}
