/**
 * The literals between stars. `*` matches any text, even an empty one; `\*` and `\\` are a literal star and backslash.
 */
export type Wildcard = readonly Literal[];
/** `borders`: for each prefix of the text, the length of its longest proper prefix that is also its suffix. */
type Literal = { readonly text: string; readonly borders: readonly number[] };

export function parseWildcard(text: string): Wildcard | { readonly problem: string } {
  const literals: string[] = [];
  let literal = "";
  let starBefore = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "*") {
      if (starBefore) return { problem: "must not contain two * in a row" };
      literals.push(literal);
      literal = "";
      starBefore = true;
      continue;
    }
    starBefore = false;
    if (character === "\\") {
      at += 1;
      if (text.charAt(at) !== "*" && text.charAt(at) !== "\\")
        return { problem: "must have only * or \\ after a backslash" };
    }
    literal += text.charAt(at);
  }
  return [...literals, literal].map((one) => ({ text: one, borders: bordersOf(one) }));
}

/**
 * The first literal must be at the beginning of the text, the last one at its end, and each one between them at its
 * first position after the previous literal. If a text matches at all, it matches with these positions. So no position
 * is tried twice, and a hostile pattern can't make matching slow.
 */
export function matchesWildcard(wildcard: Wildcard, text: string): boolean {
  const [first, ...rest] = wildcard;
  const last = rest.pop();
  if (first === undefined || last === undefined) return text === first?.text;
  if (!text.startsWith(first.text)) return false;
  let from = first.text.length;
  for (const literal of rest) {
    const end = endOf(literal, text, from);
    if (end === undefined) return false;
    from = end;
  }
  return text.length - last.text.length >= from && text.endsWith(last.text);
}

/**
 * `indexOf` is faster, but on some texts, its time grows with the product of the text's and the literal's lengths. So
 * literals longer than this use the Knuth-Morris-Pratt algorithm.
 */
const longestForIndexOf = 16;

/** The end of a literal's first occurrence at or after a position. */
function endOf({ text: literal, borders }: Literal, text: string, from: number): number | undefined {
  if (literal.length <= longestForIndexOf) {
    const found = text.indexOf(literal, from);
    return found < 0 ? undefined : found + literal.length;
  }
  let matched = 0;
  for (let at = from; at < text.length; at += 1) {
    matched = extended(literal, borders, matched, text.charCodeAt(at));
    if (matched === literal.length) return at + 1;
  }
  return undefined;
}

/** The length of the literal's prefix that matches after one more character. */
function extended(literal: string, borders: readonly number[], matched: number, character: number): number {
  let length = matched;
  while (length > 0 && literal.charCodeAt(length) !== character) length = borders[length - 1] ?? 0;
  return literal.charCodeAt(length) === character ? length + 1 : 0;
}

function bordersOf(literal: string): readonly number[] {
  const borders: number[] = [];
  let length = 0;
  for (let at = 0; at < literal.length; at += 1) {
    length = at === 0 ? 0 : extended(literal, borders, length, literal.charCodeAt(at));
    borders.push(length);
  }
  return borders;
}
