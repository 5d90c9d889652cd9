type Page = { readonly more: boolean; readonly nextCursor?: string | undefined };

/** The part of a list's query that chooses the page. */
export type At = { readonly cursor?: string };

/** Reads each page when the caller reaches it. */
export async function* pagesOf<P extends Page>(read: (at: At) => Promise<P>): AsyncGenerator<P> {
  let cursor: string | undefined;
  for (;;) {
    const page = await read(cursor === undefined ? {} : { cursor });
    yield page;
    const next = page.more ? page.nextCursor : undefined;
    // A list that repeats a page would never end.
    if (next === undefined || next === cursor) return;
    cursor = next;
  }
}
