/** Decodes the percent-encoding in a part of a URL. If that fails, returns the part unchanged. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
