import * as z from "zod";
import { parseInput } from "../../../shared/kernel/parse.ts";
import { type At, pagesOf } from "../../api-client/pages-of.ts";

const listed = z.object({ items: z.array(z.unknown()), more: z.boolean() });
type Page<T> = { readonly items: readonly T[]; readonly more: boolean; readonly nextCursor?: string | undefined };
export type PageQuery = At & { readonly limit: number };
export type ReadPage<T> = (query: PageQuery) => Promise<Page<T>>;

const mostPerPage = 200;

/** Reads each page when the caller reaches it. */
export async function* everyPage<T>(read: ReadPage<T>, limit = mostPerPage): AsyncGenerator<T> {
  for await (const page of pagesOf((at) => read({ limit, ...at }))) {
    parseInput(listed, page, "response of the bridge");
    yield* page.items;
  }
}

export async function firstOf<T>(entries: AsyncIterable<T>, limit: number): Promise<T[]> {
  const first: T[] = [];
  for await (const entry of entries) {
    first.push(entry);
    if (first.length === limit) break;
  }
  return first;
}

export function itemsOf<T>(read: ReadPage<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> {
  return firstOf(everyPage(read, Math.min(limit, mostPerPage)), limit);
}
