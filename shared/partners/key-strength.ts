/** The operator's key opens everything, and must not be guessed. */
const leastKeyBits = 128;

/** What is wrong with a weak key, for error messages. */
export const weakKey = `holds less than ${leastKeyBits} bits, so that it could be guessed: make one with openssl rand -hex 32`;

/** Bits of a letter in a text of words: about 12 for a word that somebody chose. */
const bitsOfWordLetter = 2.3;

/** A repetition or a sequence of at least this many characters counts as one character: chance hardly ever makes one. */
const shortestPattern = 5;

/** Characters that are judged: the work grows with their square, and a good key needs fewer. */
const mostJudged = 256;

/**
 * Whether a key that was chosen outside of the bridge can hold 128 bits. No program sees how a text was chosen: this is what its
 * length, its alphabet, repetitions, sequences and words leave at most. 32 random bytes pass in any spelling; of 16 in hex or base64
 * one in two hundred fails at worst.
 */
export function isStrongKey(key: string): boolean {
  const text = key.slice(0, mostJudged);
  const bare = text.replaceAll(/[-_.:\s]/g, "");
  // Between characters of one case these are no part of an alphabet, but punctuation.
  const chosen = alphabetOf(bare) < 64 ? bare : text;
  const bitsOfOne = Math.log2(alphabetOf(bare));
  const letters = lettersOfWords(text);
  const anyhow = withoutPatterns(chosen).length * bitsOfOne;
  // Chance makes words as well; a text that is words for the most part was written by a person.
  if (letters < 0.6 * text.length) return Math.round(anyhow) >= leastKeyBits;
  const asWords = (chosen.length - letters) * bitsOfOne + letters * bitsOfWordLetter;
  return Math.round(Math.min(anyhow, asWords)) >= leastKeyBits;
}

/** How many characters the text was chosen from. */
function alphabetOf(text: string): number {
  if (/^\d*$/.test(text)) return 10;
  if (/^([\da-f]*|[\dA-F]*)$/.test(text)) return 16;
  if (/^([\da-z]*|[\dA-Z]*)$/.test(text)) return 36;
  return 64;
}

/** The letters that stand in words: of one case, or with a capital; in a row of some length, or two between separators. */
function lettersOfWords(text: string): number {
  const words = text.match(/(?<![A-Za-z\d])([A-Z]?[a-z]+|[A-Z]+)(?![A-Za-z\d])|[A-Z]?[a-z]{4,}|[A-Z]{6,}/g) ?? [];
  return words.reduce((sum, { length }) => sum + (length > 1 ? length : 0), 0);
}

/** The text with one character in place of each part that repeats an earlier one, or goes on as `aaaaa`, `12345` and `edcba` do. */
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

/** How many characters from `at` on stand in the same order before. */
function repetitionAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.indexOf(text.slice(at, at + length + 1)) < at) length += 1;
  return length;
}

/** How many characters from `at` on have the same distance to the one before. */
function sequenceAt(text: string, at: number): number {
  const step = text.charCodeAt(at + 1) - text.charCodeAt(at);
  let end = at + 1;
  while (Math.abs(step) <= 1 && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end += 1;
  return end - at;
}
