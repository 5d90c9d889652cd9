/** Replaces a value that isn't shown. */
export const hidden = "…";

/** Shorter values aren't removed, because they may occur in any text by chance. No key or signature is that short. */
const shortestSecret = 6;

/** A value that names its scheme, such as `Bearer …`. The part after the scheme must stay secret. */
const withScheme = /^\S+ +(\S.*)$/;

/**
 * Removes values from an endpoint's response, because some endpoints echo the headers of their request, including keys
 * and signatures. The part of a value after its scheme is also removed, and so are values with JSON escapes, because
 * some libraries escape `/`, `=` or `&`. The partner and the endpoint choose values and text, so the time grows only
 * with their lengths.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  const all = [...values, ...values.flatMap((value) => withScheme.exec(value)?.[1] ?? [])];
  const secrets = all.filter(({ length }) => length >= shortestSecret);
  const isSecret = new Uint8Array(text.length);
  for (const { meaning, startOf } of text.includes("\\") ? [asWritten(text), unescaped(text)] : [asWritten(text)]) {
    for (const secret of secrets) {
      for (let at = meaning.indexOf(secret); at >= 0; at = meaning.indexOf(secret, at + secret.length))
        isSecret.fill(1, startOf(at), startOf(at + secret.length));
    }
  }
  const shown = (unit: string, at: number) => (isSecret[at] !== 1 ? unit : isSecret[at - 1] === 1 ? "" : hidden);
  return isSecret.includes(1) ? text.split("").map(shown).join("") : text;
}

/** The meaning of a text, and where in the text each UTF-16 unit of the meaning begins. */
type Reading = { readonly meaning: string; readonly startOf: (unit: number) => number };

const asWritten = (text: string): Reading => ({ meaning: text, startOf: (unit) => unit });

/**
 * Undoes the escapes of JSON: `\u0041` becomes its character, and any other escape becomes the character after the
 * backslash.
 */
function unescaped(text: string): Reading {
  const units = Array.from(text.matchAll(/\\u[0-9a-fA-F]{4}|\\?[^]/g), ({ 0: written, index }) => ({ written, index }));
  const meaning = units.map(({ written }) =>
    written.length === 6 ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : (written.at(-1) ?? ""),
  );
  return { meaning: meaning.join(""), startOf: (unit) => units[unit]?.index ?? text.length };
}

/** Removes values from the values of headers, as `withoutValues` does from a text. */
export function headersWithoutValues(
  headers: Readonly<Record<string, string>>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutValues(value, values)]));
}
