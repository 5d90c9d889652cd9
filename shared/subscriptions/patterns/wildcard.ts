/** A wildcard as the literals between its stars. `*` stands for any characters, `\*` and `\\` for themselves. */
export type Wildcard = readonly string[];

/** Parses a wildcard; where it is malformed, returns the problem instead. */
export function parseWildcard(text: string): Wildcard | { readonly problem: string } {
  const literals: string[] = [];
  let literal = "";
  let starBefore = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === "*") {
      if (starBefore) return { problem: "two * in a row" };
      literals.push(literal);
      literal = "";
      starBefore = true;
      continue;
    }
    starBefore = false;
    if (character === "\\") {
      at += 1;
      if (text.charAt(at) !== "*" && text.charAt(at) !== "\\") return { problem: "a backslash escapes only * or \\" };
    }
    literal += text.charAt(at);
  }
  return [...literals, literal];
}

/**
 * Matches each literal at its first place behind the previous one. The leftmost place is always right for `*`, so
 * nothing is tried twice, and a hostile pattern can't make matching slow.
 */
export function matchesWildcard(wildcard: Wildcard, text: string): boolean {
  const [first = "", ...rest] = wildcard;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const literal of rest) {
    const found = text.indexOf(literal, from);
    if (found < 0) return false;
    from = found + literal.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
