import { defined } from "./defined.ts";
import type { Item, Query, TableReader } from "./ports/table.ts";

/**
 * Yields every item of a query; its `limit` is the size of a page. With `growTo`, each page may have four times as many
 * items as the previous one, up to `growTo`: for callers that need few items or very many.
 */
export async function* queryAll(
  table: TableReader,
  query: Query,
  { growTo }: { readonly growTo?: number } = {},
): AsyncGenerator<Item> {
  let { after, limit } = query;
  for (;;) {
    const page = await table.query({ ...query, ...defined({ after, limit }) });
    // `yield*` would add three promises for each item.
    for (const item of page.items) yield item;
    const last = page.items.at(-1);
    if (!page.more || last === undefined) return;
    after = last.sk;
    if (limit !== undefined && growTo !== undefined) limit = Math.min(4 * limit, growTo);
  }
}

/** Merges ascending sequences. Reads at most one element ahead of each. */
export async function* mergeAscending<T>(
  sequences: readonly AsyncGenerator<T>[],
  isBefore: (one: T, other: T) => boolean,
): AsyncGenerator<T> {
  const heads = await Promise.all(sequences.map(async (sequence) => ({ sequence, next: await sequence.next() })));
  for (;;) {
    let first: { head: (typeof heads)[number]; value: T } | undefined;
    for (const head of heads) {
      if (head.next.done === true) continue;
      const { value } = head.next;
      if (first === undefined || isBefore(value, first.value)) first = { head, value };
    }
    if (first === undefined) return;
    yield first.value;
    first.head.next = await first.head.sequence.next();
  }
}
