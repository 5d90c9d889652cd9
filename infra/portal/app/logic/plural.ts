const rules = new Intl.PluralRules("en");

/** `1 event`, `2,000 events`. */
export function plural(count: number, one: string, other: string): string {
  return `${count.toLocaleString("en")} ${formFor(count, one, other)}`;
}

/** With `more`, the count is only a minimum: `At least 1,000 events`, or `Not counted` for 0. */
export function atLeast(count: number, more: boolean, one: string, other: string): string {
  if (!more) return plural(count, one, other);
  return count === 0 ? "Not counted" : `At least ${plural(count, one, other)}`;
}

export const rate = (perSecond: number): string => perSecond.toLocaleString("en", { maximumFractionDigits: 1 });

export function formFor(count: number, one: string, other: string): string {
  return rules.select(count) === "one" ? one : other;
}
