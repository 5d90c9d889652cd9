/** What was judged right: as the source's text, or otherwise as a page declares. */
export class Tally {
  exact = 0;
  /** How often each page's rule explains a difference, by its address. */
  readonly documented = new Map<string, number>();

  note(rule?: string): void {
    if (rule === undefined) this.exact += 1;
    else this.documented.set(rule, (this.documented.get(rule) ?? 0) + 1);
  }

  add({ exact, documented }: Tally): void {
    this.exact += exact;
    for (const [rule, count] of documented) this.documented.set(rule, (this.documented.get(rule) ?? 0) + count);
  }
}

/** The rule for events other than the two texts alone would make: nothing was published, or not all of it. */
export function ruleBehind(
  was: string | undefined,
  is: string | undefined,
  events: readonly { readonly text: string }[],
): string | undefined {
  if (events.length === 0) return was === is ? undefined : "docs/events.md#what-counts-as-a-change";
  const isShortened = events.some(
    ({ text }) => text.includes('"truncated":true') || text.includes('"fromOmitted":true'),
  );
  return isShortened ? "docs/events.md#large-records" : undefined;
}
