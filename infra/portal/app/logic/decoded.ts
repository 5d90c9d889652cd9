/** Decodes the escapes in part of a URL. If that fails, returns the part unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
