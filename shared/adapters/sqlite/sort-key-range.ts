import type { Query } from "../../kernel/ports/table.ts";

/** The SQL conditions on `sk` that express a query, with their values. */
export function sortKeyRange({ from, to, prefix, after, descending = false }: Query): {
  readonly conditions: readonly string[];
  readonly values: readonly string[];
} {
  const bounds: (readonly [condition: string, value: string | undefined])[] =
    prefix === undefined
      ? [
          ["sk >= ?", from],
          ["sk <= ?", to],
        ]
      : [
          ["sk >= ?", prefix],
          ["sk < ?", endOfPrefix(prefix)],
        ];
  bounds.push([descending ? "sk < ?" : "sk > ?", after]);
  const given = bounds.flatMap(([condition, value]) => (value === undefined ? [] : [{ condition, value }]));
  return { conditions: given.map(({ condition }) => condition), values: given.map(({ value }) => value) };
}

/** The lowest string, by UTF-8 bytes, above all strings with this prefix; undefined if there is none. */
export function endOfPrefix(prefix: string): string | undefined {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    if (last >= 0x10ffff) continue;
    // Surrogates aren't characters of their own, so the code point after U+D7FF is U+E000.
    return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}
