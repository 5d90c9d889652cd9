/** A path of literal segments and ids. Masked ids are opaque and may hold any character (hazard 66). */
export function pathOf(...segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join("");
}

/** `?name=value&…`; a space as %20 and `+` as %2B, since servers read a bare `+` in different ways (hazard 22). */
export function queryOf(query: { readonly [name: string]: string } = {}): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
