/** Replaces a value that isn't shown. */
export const hidden = "…";

/** Shorter values aren't removed, because they may occur in any text by chance. No key or signature is that short. */
const shortestSecret = 6;

/** A value that names its scheme, such as `Bearer …`. The part after the scheme must stay secret. */
const withScheme = /^\S+ +(\S.*)$/;

/**
 * Removes values from an endpoint's response, because some endpoints echo the headers of their request, including keys
 * and signatures. The part of a value after its scheme is also removed, and so are values with JSON escapes, because
 * some libraries escape `/`, `=` or `&`. A text may be cut, so the beginning of a value at its end is removed as well.
 * The partner and the endpoint choose values and text, so the time grows only with their lengths.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  const all = [...values, ...values.flatMap((value) => withScheme.exec(value)?.[1] ?? [])];
  const secrets = all.filter(({ length }) => length >= shortestSecret);
  const isSecret = new Uint8Array(text.length);
  for (const { meaning, startOf } of text.includes("\\") ? [asWritten(text), unescaped(text)] : [asWritten(text)]) {
    for (const secret of secrets) {
      for (let at = meaning.indexOf(secret); at >= 0; at = meaning.indexOf(secret, at + secret.length))
        isSecret.fill(1, startOf(at), startOf(at + secret.length));
      const begun = beginningAtEnd(meaning, secret);
      if (begun >= shortestSecret) isSecret.fill(1, startOf(meaning.length - begun));
    }
  }
  const shown = (unit: string, at: number) => (isSecret[at] !== 1 ? unit : isSecret[at - 1] === 1 ? "" : hidden);
  return isSecret.includes(1) ? text.split("").map(shown).join("") : text;
}

/** The length of the longest beginning of `secret` that `text` ends with (Knuth, Morris, Pratt). */
function beginningAtEnd(text: string, secret: string): number {
  /** For each length of a beginning of `secret`: the length of the longest shorter beginning that it ends with. */
  const shorter = new Uint16Array(secret.length + 1);
  const extended = (length: number, unit: string | undefined): number => {
    let known = length;
    while (known > 0 && secret[known] !== unit) known = shorter[known] ?? 0;
    return secret[known] === unit ? known + 1 : 0;
  };
  for (let end = 1; end < secret.length; end += 1) shorter[end + 1] = extended(shorter[end] ?? 0, secret[end]);
  let length = 0;
  for (const unit of text.slice(-secret.length).split("")) length = extended(length, unit);
  return length;
}

/** The meaning of a text, and where in the text each UTF-16 unit of the meaning begins. */
type Reading = { readonly meaning: string; readonly startOf: (unit: number) => number };

const asWritten = (text: string): Reading => ({ meaning: text, startOf: (unit) => unit });

/**
 * Undoes the escapes of JSON: `\u0041` becomes its character, and any other escape becomes the character after the
 * backslash. An escape that is cut at the end means nothing.
 */
function unescaped(text: string): Reading {
  const escapes = /\\u(?<code>[0-9a-fA-F]{4})|(?<cut>\\(?:u[0-9a-fA-F]{0,3})?$)|\\?[^]/g;
  const units = Array.from(text.matchAll(escapes), ({ 0: written, index, groups }) => ({
    index,
    meaning:
      groups?.["code"] === undefined ? written.slice(-1) : String.fromCharCode(Number.parseInt(groups["code"], 16)),
    isCut: groups?.["cut"] !== undefined,
  }));
  const meaning = units.map((unit) => (unit.isCut ? "" : unit.meaning));
  return { meaning: meaning.join(""), startOf: (unit) => units[unit]?.index ?? text.length };
}

/** Removes values from the values of headers, as `withoutValues` does from a text. */
export function headersWithoutValues(
  headers: Readonly<Record<string, string>>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutValues(value, values)]));
}
