import { expect, test } from "vitest";
import { matchesWildcard, parseWildcard } from "../../../../shared/subscriptions/patterns/wildcard.ts";

function matches(pattern: string, text: string): boolean {
  const wildcard = parseWildcard(pattern);
  if ("problem" in wildcard) throw new Error(wildcard.problem);
  return matchesWildcard(wildcard, text);
}

/** Every text of `a` and `b` with at most this many characters. */
const textsUpTo = (length: number): string[] =>
  length === 0 ? [""] : ["", ...textsUpTo(length - 1).flatMap((rest) => [`a${rest}`, `b${rest}`])];

test("a literal between stars is found whatever its length, wherever it begins again within itself", () => {
  const long = ["aabaabaaabaabaabaab", "abababababababababa", `${"a".repeat(17)}b`, "abcdefghijklmnopqrst"];
  const short = long.map((text) => text.slice(0, 16));
  for (const literal of [...long, ...short])
    for (const before of textsUpTo(4))
      for (const text of [`${before}${literal}`, `${before}${literal}ab`, `${before}${literal.slice(0, -1)}`, before])
        expect(matches(`*${literal}*`, text), `*${literal}* ${text}`).toBe(text.includes(literal));
});

test("literals follow one another without overlapping", () => {
  const long = "aabaabaaabaabaabaab";
  expect(matches(`*${long}*${long}*`, `x${long}${long}`)).toBe(true);
  expect(matches(`*${long}*${long}*`, `x${long}${long.slice(3)}`)).toBe(false);
  expect(matches(`*${long}*aab`, `${long}aab`)).toBe(true);
  expect(matches(`*${long}*aab`, long)).toBe(false);
});
