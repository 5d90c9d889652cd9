/** Part of a URL with its escapes decoded. If it can't be decoded, it is returned unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
