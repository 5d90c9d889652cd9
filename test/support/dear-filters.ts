import type { JsonObject } from "../../shared/kernel/json.ts";

/** The data of a record with a list of this many objects. */
export function dataWithSkills(count: number) {
  return { skills: Array.from({ length: count }, (_, at) => ({ id: `skill-${at}`, label: `label ${at}` })) };
}

/** A filter as complex as a new one may be, on the list of {@link dataWithSkills}: none of its conditions ever holds. */
export function dearFilter(seed: number): JsonObject {
  return { data: { skills: { label: Array.from({ length: 84 }, (_, at) => ({ wildcard: `*~${seed}-${at}*` })) } } };
}
