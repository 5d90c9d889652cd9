/** What stands in the place of a value that isn't shown. */
export const hidden = "…";

/** Shorter values are found in any text by accident, and none of them is a key. */
const shortestSecret = 6;

/** Takes values out of what an endpoint answered: some echo their request's headers, keys and signatures included. */
export function withoutValues(text: string, values: readonly string[]): string {
  return values.reduce((left, value) => (value.length < shortestSecret ? left : left.replaceAll(value, hidden)), text);
}

/** The same for headers. */
export function headersWithoutValues(
  headers: Readonly<Record<string, string>>,
  values: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, withoutValues(value, values)]));
}
