/** Headers of a response that may contain secrets of the endpoint or of an intermediary. */
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

/**
 * The headers of a response in a form that people may see: the first 20 without secrets, each value cut to 256 bytes.
 */
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
