import type { Put, Query, Table } from "../../../shared/kernel/ports/table.ts";

/** A table whose eventually consistent queries never show anything, and that counts its calls. */
export class LaggingTable implements Table {
  readonly asked = { puts: 0, queries: 0 };
  /** What another worker does just before a put. */
  beforePut: () => void | Promise<void> = () => undefined;
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  get(...args: Parameters<Table["get"]>) {
    return this.#table.get(...args);
  }

  getAll(...args: Parameters<Table["getAll"]>) {
    return this.#table.getAll(...args);
  }

  update(...args: Parameters<Table["update"]>) {
    return this.#table.update(...args);
  }

  queryIndex(...args: Parameters<Table["queryIndex"]>) {
    return this.#table.queryIndex(...args);
  }

  remove(...args: Parameters<Table["remove"]>) {
    return this.#table.remove(...args);
  }

  query(query: Query) {
    this.asked.queries += 1;
    return query.consistent === false ? Promise.resolve({ items: [], more: false }) : this.#table.query(query);
  }

  async put(puts: readonly Put[]) {
    this.asked.puts += 1;
    await this.beforePut();
    return this.#table.put(puts);
  }
}
