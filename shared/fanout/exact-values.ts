import { isExactNumber } from "../kernel/exact-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../kernel/json.ts";

/** Where in an event a value stands, and one of the values that a filter accepts there. */
type Equality = {
  readonly path: readonly string[];
  readonly value: string;
  /** The path in one string. */
  readonly field: string;
};

/** Every event that passes the filter has at least one of these. */
export type EqualityChoice = readonly Equality[];

/**
 * The ways to find a filter by exact values. Fields whose conditions are more than exact values (`prefix`, `exists`…)
 * offer none; neither does a filter made of such fields only.
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

/** An event passes by any of the alternatives, so each must offer a choice of its own. */
function choiceOfAlternatives(condition: Json, path: readonly string[]): readonly EqualityChoice[] {
  if (!Array.isArray(condition)) return [];
  const alternatives: readonly Json[] = condition;
  const choices = alternatives.flatMap((one) => (isJsonObject(one) ? equalityChoices(one, path).slice(0, 1) : []));
  return choices.length < alternatives.length ? [] : [choices.flat()];
}

/** The values an event has at a path; an array counts as each of its elements, as it does for filters. */
export function exactValuesAt(value: unknown, path: readonly string[], depth = 0): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((element) => exactValuesAt(element, path, depth));
  const field = path[depth];
  if (field === undefined) return [value].flatMap((one) => keyOf(one) ?? []);
  if (typeof value !== "object" || value === null) return [];
  const member = Object.entries(value).find(([name]) => name === field);
  return member === undefined ? [] : exactValuesAt(member[1], path, depth + 1);
}

/** One spelling per value that tells 7 from "7"; undefined for what isn't a plain value. Filters compare doubles. */
function keyOf(value: unknown): string | undefined {
  if (isExactNumber(value)) return JSON.stringify(Number(value.rawJSON));
  return typeof value === "object" && value !== null ? undefined : JSON.stringify(value);
}
