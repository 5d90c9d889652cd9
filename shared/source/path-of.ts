/**
 * Ids are opaque and may contain any character (hazard 66), so each segment is percent-encoded.
 *
 * @example pathOf("person", "a/b") // "/person/a%2Fb"
 */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

/** A space becomes %20 and `+` becomes %2B, because servers interpret a bare `+` differently (hazard 22). */
export function queryOf(query: { readonly [name: string]: string } = {}): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/**
 * The maximum size in bytes of an id in a path. A path encodes each byte in up to three characters, and servers refuse
 * requests whose first line exceeds 8 KB.
 */
const longestId = 2_048;

export function isReadableId(id: unknown): id is string {
  return isId(id) && Buffer.byteLength(id) <= longestId;
}

/** A lone surrogate can't be percent-encoded, and tables would replace it with a different character. */
export function isId(id: unknown): id is string {
  return typeof id === "string" && id !== "" && id.isWellFormed();
}
