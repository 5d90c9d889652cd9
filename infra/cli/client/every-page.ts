import * as z from "zod";
import { parseInput } from "../../../shared/kernel/parse.ts";

const listed = z.object({ items: z.array(z.unknown()), more: z.boolean() });
type Page<T> = { readonly items: readonly T[]; readonly more: boolean; readonly nextCursor?: string | undefined };

/** Reads each page when the caller reaches it. */
export async function* everyPage<T>(read: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  let cursor: string | undefined;
  for (;;) {
    const page = await read(cursor);
    parseInput(listed, page, "response of the bridge");
    yield* page.items;
    cursor = nextOf(page, cursor);
    if (cursor === undefined) return;
  }
}

/**
 * Undefined after the last page, and if the next cursor equals `cursor`, because a list that repeats a page would never
 * end.
 */
export function nextOf(
  { more, nextCursor }: { readonly more: boolean; readonly nextCursor?: string | undefined },
  cursor: string | undefined,
): string | undefined {
  return more && nextCursor !== cursor ? nextCursor : undefined;
}

export async function firstOf<T>(entries: AsyncIterable<T>, limit: number): Promise<T[]> {
  const first: T[] = [];
  if (limit === 0) return first;
  for await (const entry of entries) {
    first.push(entry);
    if (first.length === limit) break;
  }
  return first;
}

export const after = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor });
