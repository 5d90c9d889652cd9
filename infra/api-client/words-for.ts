/**
 * Returns a function that returns the words for a code. A code from a later version of Feedhook has no words, and is
 * returned unchanged.
 */
export function wordsFor(words: Readonly<Record<string, string>>): (code: string) => string {
  const known = new Map(Object.entries(words));
  return (code) => known.get(code) ?? code;
}
