import { defined } from "./defined.ts";
import type { Item, Query, TableReader } from "./ports/table.ts";

/** Yields every item of a query, page after page. A caller that has enough breaks off its loop. */
export async function* queryAll(table: Pick<TableReader, "query">, query: Query): AsyncGenerator<Item> {
  let after = query.after;
  for (;;) {
    const page = await table.query({ ...query, ...defined({ after }) });
    yield* page.items;
    const last = page.items.at(-1);
    if (!page.more || last === undefined) return;
    after = last.sk;
  }
}
