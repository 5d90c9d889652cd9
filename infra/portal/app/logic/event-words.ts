import type { components } from "../../../api-client/api-types.ts";
import { wordsFor } from "../../../api-client/words-for.ts";

type Event = components["schemas"]["Event"];
export type FieldChange = NonNullable<Event["changes"]>[number];

/** An empty name means that the change affects the whole record. */
export const fieldText = (field: string): string => (field === "" ? "Whole record" : field);

/** The words in place of missing values. A redacted event contains no previous values. */
export function missingWords({ from, fromOmitted, to }: FieldChange, isRedacted: boolean) {
  const isOnlyName = from === undefined && !fromOmitted && to === undefined && !isRedacted;
  const after = isOnlyName ? "not included in the event" : "absent";
  return { before: isRedacted ? "withheld" : fromOmitted ? "too long to include" : after, after };
}

export function recordName(data: unknown): string | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if ("name" in data && typeof data.name === "string") return data.name;
  const { firstName, lastName } = { firstName: "", lastName: "", ...data };
  return [firstName, lastName].filter((part) => typeof part === "string" && part !== "").join(" ") || undefined;
}

export const removalText = wordsFor({
  not_found_or_no_access: "Not found, or no access",
  cascade: "Its owner was deleted",
  journal: "Its owner's change feed recorded the removal",
});
