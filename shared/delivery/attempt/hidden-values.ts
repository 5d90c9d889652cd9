export const hidden = "…";

/** Shorter values aren't removed, because they may occur in any text by chance. No key or signature is that short. */
const shortestSecret = 6;

/** A value that names its scheme, such as `Bearer …`. */
const withScheme = /^\S+ +(\S.*)$/;

/**
 * Replaces values in an endpoint's response with `…`, because some endpoints echo the request's headers. Also replaces
 * the part of a value after its scheme, and values that are written with JSON escapes, because some libraries escape
 * `/`, `=` or `&`. The text may end in the middle of a value, so the beginning of a value at the end of the text is
 * also replaced.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  return withoutSecrets(text, secretsIn(values));
}

export function headersWithoutValues(
  headers: Readonly<Record<string, string>>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  const secrets = secretsIn(values);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutSecrets(value, secrets)]));
}

/**
 * A value to search for with the Knuth-Morris-Pratt algorithm. `shorter`: for each prefix of the value, the length of
 * its longest proper prefix that is also its suffix. Partners control both the value and the text, so they could make
 * a search with `indexOf` take quadratic time.
 */
type Secret = { readonly units: Uint16Array; readonly shorter: Uint16Array };

function secretsIn(values: readonly string[]): readonly Secret[] {
  const all = [...values, ...values.flatMap((value) => withScheme.exec(value)?.[1] ?? [])];
  return all.filter(({ length }) => length >= shortestSecret).map(secretOf);
}

function secretOf(value: string): Secret {
  const [units, shorter] = [unitsOf(value), new Uint16Array(value.length + 1)];
  for (let end = 1; end < units.length; end += 1) {
    let length = shorter[end] ?? 0;
    while (length > 0 && units[length] !== units[end]) length = shorter[length] ?? 0;
    shorter[end + 1] = units[length] === units[end] ? length + 1 : 0;
  }
  return { units, shorter };
}

function withoutSecrets(text: string, secrets: readonly Secret[]): string {
  const isSecret = new Uint8Array(text.length);
  for (const { units, startOf } of text.includes("\\") ? [asWritten(text), unescaped(text)] : [asWritten(text)]) {
    for (const secret of secrets) {
      for (const { from, to } of placesOf(secret, units)) isSecret.fill(1, startOf(from), startOf(to));
    }
  }
  const shown = (unit: string, at: number) => (isSecret[at] !== 1 ? unit : isSecret[at - 1] === 1 ? "" : hidden);
  return isSecret.includes(1) ? text.split("").map(shown).join("") : text;
}

type Place = { readonly from: number; to: number };

/** Finds where the value occurs in a text, and where its beginning occurs at the end of the text. */
function placesOf({ units, shorter }: Secret, text: Uint16Array): readonly Place[] {
  const places: Place[] = [];
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text[at];
    while (length > 0 && units[length] !== unit) length = shorter[length] ?? 0;
    if (units[length] === unit) length += 1;
    if (length < units.length) continue;
    const [from, to] = [at + 1 - length, at + 1];
    const last = places.at(-1);
    // A value such as `aaaaaa` may match at every unit of a text. Matches that overlap or touch become one place.
    if (last !== undefined && from <= last.to) last.to = to;
    else places.push({ from, to });
    length = shorter[length] ?? 0;
  }
  return length < shortestSecret ? places : [...places, { from: text.length - length, to: Number.POSITIVE_INFINITY }];
}

function unitsOf(text: string): Uint16Array {
  return new Uint16Array(text.length).map((_, at) => text.charCodeAt(at));
}

/** A text in UTF-16 units, as written or unescaped. `startOf`: where in the written text a unit begins. */
type Reading = { readonly units: Uint16Array; readonly startOf: (unit: number) => number };

const asWritten = (text: string): Reading => ({ units: unitsOf(text), startOf: (unit) => unit });

const escapedCode = /^\\u([0-9a-fA-F]{4})/;
const cutEscape = /^\\(?:u[0-9a-fA-F]{0,3})?$/;

/**
 * Undoes JSON escapes. Any escape other than `\uXXXX` becomes the character after its backslash. An escape that is cut
 * off at the end of the text is left out.
 */
function unescaped(text: string): Reading {
  const units: number[] = [];
  const starts: number[] = [];
  for (let at = 0; at < text.length; ) {
    starts.push(at);
    const written = text[at] === "\\" ? text.slice(at, at + "\\u0041".length) : "";
    if (cutEscape.test(written)) break;
    const code = escapedCode.exec(written)?.[1];
    units.push(code === undefined ? text.charCodeAt(written === "" ? at : at + 1) : Number.parseInt(code, 16));
    at += code === undefined ? Math.min(written.length, 1) + 1 : written.length;
  }
  return { units: Uint16Array.from(units), startOf: (unit) => starts[unit] ?? text.length };
}

/** Response headers that may contain secrets of the endpoint or of an intermediary. */
const secret = new Set([
  "authorization",
  "authentication-info",
  "proxy-authorization",
  "proxy-authentication-info",
  "set-cookie",
  "set-cookie2",
]);

const mostHeaders = 20;
const mostBytes = 256;

type Raw = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers in a form that people may see. A header with a name longer than 256 bytes is left out. */
export function shownHeaders(raw: Raw): Readonly<Record<string, string>> {
  const shown = Object.entries(raw).flatMap(([name, value]): [string, string][] => {
    const known = name.toLowerCase();
    if (value === undefined || secret.has(known) || known.length > mostBytes) return [];
    return [[known, bounded(typeof value === "string" ? value : value.join(", "))]];
  });
  return Object.fromEntries(shown.slice(0, mostHeaders));
}

function bounded(value: string): string {
  if (Buffer.byteLength(value) <= mostBytes) return value;
  // If the cut splits a character, the character is dropped and not replaced.
  return new TextDecoder().decode(Buffer.from(value).subarray(0, mostBytes), { stream: true });
}
