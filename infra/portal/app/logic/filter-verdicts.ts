import type { components } from "../../../api-client/api-types.ts";

type Verdict = components["schemas"]["FilterTestResult"]["items"][number];

/** What becomes of the events that a filter was tried on. */
export type Verdicts = {
  readonly sent: readonly Verdict[];
  /** They are of types that were chosen, but the filter doesn't match them; `why` of each says why, field by field. */
  readonly refused: readonly Verdict[];
  /** How many are of types that weren't chosen: of these there is nothing else to say. */
  readonly otherTypes: number;
};

export function verdictsOf(items: readonly Verdict[]): Verdicts {
  const isOfOtherType = ({ why }: Verdict) => why.some(({ field }) => field === "eventTypes");
  return {
    sent: items.filter(({ matches }) => matches),
    refused: items.filter((one) => !one.matches && !isOfOtherType(one)),
    otherTypes: items.filter(isOfOtherType).length,
  };
}

const longest = 120;

/** Values of an event, or those that a filter asks for, as JSON; cut off where they would fill the page. */
export function valuesText(values: readonly unknown[]): string {
  const text = values.map((value) => JSON.stringify(value)).join(", ");
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
