type Page = { readonly more: boolean; readonly nextCursor?: string | undefined };

/** The part of a list's query that chooses the page. */
export type At = { readonly cursor?: string };

/** Reads each page when the caller reaches it. */
export async function* pagesOf<P extends Page>(read: (at: At) => Promise<P>): AsyncGenerator<P> {
  let cursor: string | undefined;
  for (;;) {
    const page = await read(cursor === undefined ? {} : { cursor });
    yield page;
    cursor = nextOf(page, cursor);
    if (cursor === undefined) return;
  }
}

/**
 * Undefined after the last page, and if the next cursor equals `cursor`, because a list that repeats a page would never
 * end.
 */
export function nextOf({ more, nextCursor }: Page, cursor: string | undefined): string | undefined {
  return more && nextCursor !== cursor ? nextCursor : undefined;
}
