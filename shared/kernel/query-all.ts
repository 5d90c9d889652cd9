import type { Item, Query, TableReader } from "./ports/table.ts";

/** Every item of a query, page after page; the caller bounds what it reads by breaking off. */
export async function* queryAll(table: Pick<TableReader, "query">, query: Query): AsyncGenerator<Item> {
  let after = query.after;
  for (;;) {
    const page = await table.query(after === undefined ? query : { ...query, after });
    yield* page.items;
    const last = page.items.at(-1);
    if (!page.more || last === undefined) return;
    after = last.sk;
  }
}
