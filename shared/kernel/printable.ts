/**
 * Characters that a terminal interprets or hides: controls (C0 except the line feed, DEL, C1), formats (bidi controls,
 * zero-width characters, tags), separators, blank fillers, and code points without a character. The variation selectors
 * for text and emoji are allowed: they only change how the character before them looks.
 */
// oxlint-disable-next-line no-misleading-character-class -- set subtraction takes the variation selectors one by one
const unprintable = /[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\ufe0e\ufe0f]]/gv;

/**
 * Escapes unprintable characters as JSON does (`\u001b`), so that text from partners, the source and endpoints can't
 * control a terminal. JSON text stays JSON with the same values.
 */
export function printable(text: string): string {
  return text.replaceAll(unprintable, escaped);
}

/** Also shows each line feed as `\n`, for text that belongs on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\\n");
}

/** JSON has no escape for code points above U+FFFF, so they are written as surrogate pairs. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
