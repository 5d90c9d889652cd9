/** What stands in the place of a value that isn't shown. */
export const hidden = "…";

/** Shorter values are found in any text by accident, and none of them is a key. */
const shortestSecret = 6;

/** A value that names its scheme, as `Bearer …` does: what is behind it is what has to stay secret. */
const withScheme = /^\S+ +(\S.*)$/;

/**
 * Takes values out of what an endpoint answered: some echo their request's headers, keys and signatures included. Also
 * takes out what is behind a value's scheme, and each where JSON escapes it, as some libraries escape `/`, `=` or `&`.
 * Values and text are the partner's and the endpoint's: the time it takes grows with their lengths alone.
 */
export function withoutValues(text: string, values: readonly string[]): string {
  const all = [...values, ...values.flatMap((value) => withScheme.exec(value)?.[1] ?? [])];
  const secrets = all.filter(({ length }) => length >= shortestSecret);
  const left = secrets.reduce((rest, secret) => rest.replaceAll(secret, hidden), text);
  return left.includes("\\") ? withoutEscaped(left, secrets) : left;
}

const escape = /\\(?:u[0-9a-fA-F]{4}|[^])/g;

function withoutEscaped(text: string, secrets: readonly string[]): string {
  const characters = charactersOf(text);
  const unescaped = characters.map(({ means }) => means).join("");
  const isSecret = new Uint8Array(unescaped.length);
  for (const secret of secrets) {
    for (let at = unescaped.indexOf(secret); at >= 0; at = unescaped.indexOf(secret, at + secret.length))
      isSecret.fill(1, at, at + secret.length);
  }
  return characters
    .map(({ written }, at) => (isSecret[at] !== 1 ? written : isSecret[at - 1] === 1 ? "" : hidden))
    .join("");
}

/** Each UTF-16 unit of a text as it is written, and what it means in a string of JSON. */
function charactersOf(text: string): readonly { readonly written: string; readonly means: string }[] {
  const plain = (part: string) => part.split("").map((unit) => ({ written: unit, means: unit }));
  let end = 0;
  const characters = Array.from(text.matchAll(escape), ({ 0: written, index }) => {
    const before = plain(text.slice(end, index));
    end = index + written.length;
    const means = written.length > 2 ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : written.slice(1);
    return [...before, { written, means }];
  }).flat();
  return [...characters, ...plain(text.slice(end))];
}

/** The same for headers. */
export function headersWithoutValues(
  headers: Readonly<Record<string, string>>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutValues(value, values)]));
}
