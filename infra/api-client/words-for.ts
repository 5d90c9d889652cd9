/** Returns a code without a word, for example of a later version of Feedhook, unchanged. */
export function wordsFor(words: Readonly<Record<string, string>>): (code: string) => string {
  const known = new Map(Object.entries(words));
  return (code) => known.get(code) ?? code;
}
