import { isJsonObject, type Json, type JsonObject } from "../kernel/json.ts";

/** Values that filters compare exactly. They can be keys of a `Map`, which keeps 7 and "7" apart. */
type ExactValue = string | number | boolean | null;

/** A place in an event, and one of the values that a filter accepts there. */
type Equality = {
  readonly path: readonly string[];
  readonly value: ExactValue;
  /** The path as one string. */
  readonly field: string;
  /** Path and value as one string. */
  readonly name: string;
};

/** Every event that matches the filter has at least one of these. */
export type EqualityChoice = readonly Equality[];

/**
 * The most values under which a filter is listed. All filters of an instance are listed in one turn of the event loop,
 * and a partner may have a hundred filters with 600 values each.
 */
const mostValues = 32;

/** The ways to find a filter, those with the fewest values first, up to `mostValues` values in total. */
export function listedChoices(filter: JsonObject): readonly EqualityChoice[] {
  let values = 0;
  return equalityChoices(filter)
    .toSorted((one, other) => one.length - other.length)
    .filter(({ length }) => {
      values += length;
      return values <= mostValues;
    });
}

/**
 * Returns the ways to find a filter by exact values. A field with any condition other than an exact value (`prefix`,
 * `exists`…) offers none, and neither does a filter that has only such fields.
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
    const values = conditions.filter(isExactValue);
    if (values.length < conditions.length) return [];
    const name = here.join("\u0000");
    return [values.map((value) => ({ path: here, value, field: name, name: `${name}\u0000${value}` }))];
  });
}

/** An event may match any one of the alternatives, so each of them must offer a choice. */
function choiceOfAlternatives(condition: Json, path: readonly string[]): readonly EqualityChoice[] {
  if (!Array.isArray(condition)) return [];
  const alternatives: readonly Json[] = condition;
  const choices = alternatives.flatMap((one) => (isJsonObject(one) ? equalityChoices(one, path).slice(0, 1) : []));
  return choices.length < alternatives.length ? [] : [choices.flat()];
}

function isExactValue(condition: Json): condition is ExactValue {
  return typeof condition !== "object" || condition === null;
}
