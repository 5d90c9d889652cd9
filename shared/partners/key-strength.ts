/** The operator's key gives access to everything, so it must be impossible to guess. */
const leastKeyBits = 128;

export const weakKey = `has less than ${leastKeyBits} bits of entropy, so it could be guessed. Generate another with openssl rand -hex 32`;

/** The bits of entropy per letter in a text that consists of words. A word has about 12 bits. */
const bitsOfWordLetter = 2.3;

/**
 * A repetition or sequence of at least this many characters counts as one character. Random text hardly ever contains
 * such a pattern.
 */
const shortestPattern = 5;

/** The work grows with the square of this number of characters, and a good key needs fewer. */
const mostJudged = 256;

/**
 * Whether a key that was chosen outside the bridge can have 128 bits of entropy. The bridge doesn't know how the key
 * was chosen, so this estimates the most bits that the key's length, alphabet, repetitions, sequences and words allow.
 * 32 random bytes pass in any encoding. Of keys made of 16 random bytes in hex or base64, at most one in 200 fails.
 */
export function isStrongKey(key: string): boolean {
  const text = key.slice(0, mostJudged);
  const bare = text.replaceAll(/[-_.:\s]/g, "");
  // In a text without mixed case, the characters that were taken out are punctuation, not part of the alphabet.
  const chosen = alphabetOf(bare) < 64 ? bare : text;
  const bitsOfOne = Math.log2(alphabetOf(bare));
  const letters = lettersOfWords(text);
  const anyhow = withoutPatterns(chosen).length * bitsOfOne;
  // Random text also contains short words. Only a text that consists mostly of words was written by a person.
  if (letters < 0.6 * text.length) return Math.round(anyhow) >= leastKeyBits;
  const asWords = (chosen.length - letters) * bitsOfOne + letters * bitsOfWordLetter;
  return Math.round(Math.min(anyhow, asWords)) >= leastKeyBits;
}

function alphabetOf(text: string): number {
  if (/^\d*$/.test(text)) return 10;
  if (/^([\da-f]*|[\dA-F]*)$/.test(text)) return 16;
  if (/^([\da-z]*|[\dA-Z]*)$/.test(text)) return 36;
  return 64;
}

/** The number of letters in words. A word is in one case or capitalised, and is long or between two separators. */
function lettersOfWords(text: string): number {
  const words = text.match(/(?<![A-Za-z\d])([A-Z]?[a-z]+|[A-Z]+)(?![A-Za-z\d])|[A-Z]?[a-z]{4,}|[A-Z]{6,}/g) ?? [];
  return words.reduce((sum, { length }) => sum + (length > 1 ? length : 0), 0);
}

/** Shortens each repetition of an earlier part, and each sequence (`aaaaa`, `12345`, `edcba`), to one character. */
function withoutPatterns(text: string): string {
  const lower = text.toLowerCase();
  let kept = "";
  for (let at = 0; at < text.length; ) {
    const length = Math.max(repetitionAt(lower, at), sequenceAt(lower, at));
    kept += text.charAt(at);
    at += length < shortestPattern ? 1 : length;
  }
  return kept;
}

/** The number of characters, beginning at `at`, that repeat an earlier part. */
function repetitionAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.indexOf(text.slice(at, at + length + 1)) < at) length += 1;
  return length;
}

/** The number of characters, beginning at `at`, that repeat, or that rise or fall by one each time. */
function sequenceAt(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  let end = at + 1;
  while (Math.abs(step) <= 1 && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1;
  return end - at;
}
