import { isExactNumber } from "../kernel/exact-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../kernel/json.ts";

/** A place in an event, and one of the values that a filter accepts there. */
type Equality = {
  readonly path: readonly string[];
  readonly value: string;
  /** The path as one string. */
  readonly field: string;
};

/** Every event that matches the filter has at least one of these. */
export type EqualityChoice = readonly Equality[];

/**
 * Returns the ways in which a filter can be found by exact values. A field whose conditions are more than exact values
 * (`prefix`, `exists`…) offers none, and neither does a filter that consists of such fields only.
 *
 * @example equalityChoices({ type: ["a", "b"], data: { n: [7] } }) // two choices: type a or type b; data.n 7
 */
export function equalityChoices(filter: JsonObject, path: readonly string[] = []): readonly EqualityChoice[] {
  return Object.entries(filter).flatMap(([field, condition]): readonly EqualityChoice[] => {
    if (field === "$or") return choiceOfAlternatives(condition, path);
    const here = [...path, field];
    if (isJsonObject(condition)) return equalityChoices(condition, here);
    if (!Array.isArray(condition)) return [];
    const conditions: readonly Json[] = condition;
    const values = conditions.flatMap((value) => keyOf(value) ?? []);
    return values.length < conditions.length
      ? []
      : [values.map((value) => ({ path: here, value, field: here.join("\u0000") }))];
  });
}

/** An event may match by any one of the alternatives, so each of them must offer a choice. */
function choiceOfAlternatives(condition: Json, path: readonly string[]): readonly EqualityChoice[] {
  if (!Array.isArray(condition)) return [];
  const alternatives: readonly Json[] = condition;
  const choices = alternatives.flatMap((one) => (isJsonObject(one) ? equalityChoices(one, path).slice(0, 1) : []));
  return choices.length < alternatives.length ? [] : [choices.flat()];
}

/** Returns the values that an event has at a path. An array counts as each of its elements, as it does for filters. */
export function exactValuesAt(value: unknown, path: readonly string[], depth = 0): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((element) => exactValuesAt(element, path, depth));
  const field = path[depth];
  if (field === undefined) return [value].flatMap((one) => keyOf(one) ?? []);
  if (typeof value !== "object" || value === null) return [];
  const member = Object.entries(value).find(([name]) => name === field);
  return member === undefined ? [] : exactValuesAt(member[1], path, depth + 1);
}

/** One spelling per value, which tells 7 from "7". Undefined for objects and arrays. Filters compare numbers as doubles. */
function keyOf(value: unknown): string | undefined {
  if (isExactNumber(value)) return JSON.stringify(Number(value.rawJSON));
  return typeof value === "object" && value !== null ? undefined : JSON.stringify(value);
}
