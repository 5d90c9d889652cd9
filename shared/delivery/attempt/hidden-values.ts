/** What stands in the place of a value that isn't shown. */
export const hidden = "…";

/** Shorter values are found in any text by accident, and none of them is a key. */
const shortestSecret = 6;

/** A value that names its scheme, as `Bearer …` does: what is behind it is what has to stay secret. */
const withScheme = /^\S+ +(\S.*)$/;

/**
 * Takes values out of what an endpoint answered: some echo their request's headers, keys and signatures included. Also
 * takes out what is behind a value's scheme, and each where JSON escapes it, as some libraries escape `/`, `=` or `&`.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  const all = [...values, ...values.flatMap((value) => withScheme.exec(value)?.[1] ?? [])];
  return all.reduce((left, value) => (value.length < shortestSecret ? left : withoutValue(left, value)), text);
}

function withoutValue(text: string, value: string): string {
  const left = text.replaceAll(value, hidden);
  // Most answers escape nothing, and a pattern of a long value takes time.
  return left.includes("\\") ? left.replace(escaped(value), hidden) : left;
}

/** Matches a value whose characters JSON may have escaped. */
function escaped(value: string): RegExp {
  const characters = Array.from(value, (character) => {
    const literal = character.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
    const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
    const code = digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
    return String.raw`(?:\\?${literal}|\\u${code})`;
  });
  return new RegExp(characters.join(""), "g");
}

/** The same for headers. */
export function headersWithoutValues(
  headers: Readonly<Record<string, string>>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutValues(value, values)]));
}
