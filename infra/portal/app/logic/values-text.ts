const longest = 120;

/** Values of an event or a filter as JSON, shortened if they are long. */
export function valuesText(values: readonly unknown[]): string {
  const text = values.map((value) => JSON.stringify(value)).join(", ");
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
