import { isJsonObject, type Json, type JsonObject } from "../kernel/json.ts";
import type { EventPlace } from "../subscriptions/patterns/event-place.ts";
import type { Steps } from "../subscriptions/patterns/steps.ts";

type Indexed = { readonly id: string; readonly choices: readonly EqualityChoice[] };
type Field<T> = { readonly path: readonly string[]; readonly byValue: Map<unknown, T[]> };

/**
 * Finds subscriptions by the exact values in their filters, so that an event isn't tested against every filter. A
 * *choice* of a filter is a set of values; every event that matches the filter has at least one of them. A subscription
 * is listed under every value of one of its choices, or in `#everywhere` if its filter offers no choice.
 */
export class EqualityIndex<T extends Indexed> {
  readonly #everywhere: T[] = [];
  readonly #fields = new Map<string, Field<T>>();

  constructor(entries: readonly T[]) {
    const counts = countsOf(entries);
    for (const entry of entries) {
      const choice = rarestChoice(entry.choices, counts);
      if (choice === undefined) this.#everywhere.push(entry);
      else for (const equality of choice) this.#put(equality, entry);
    }
  }

  /**
   * Sorted by id. The caller must still test the event against each result's full filter. If `steps` run out, the
   * result includes all subscriptions under the fields that weren't looked up.
   */
  possible(event: EventPlace, steps: Steps): readonly T[] {
    const hits = new Set<readonly T[]>();
    for (const { path, byValue } of this.#fields.values()) {
      const { values } = placeAt(event, path, steps);
      const isKnown = steps.spend(values.length);
      for (const hit of isKnown ? values.map((value) => byValue.get(value) ?? none) : byValue.values()) hits.add(hit);
    }
    hits.delete(none);
    if (hits.size === 0) return this.#everywhere;
    const found = new Set([...hits].flat());
    return [...this.#everywhere, ...found].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  #put({ path, field, value }: EqualityChoice[number], entry: T): void {
    const place = this.#fields.get(field) ?? { path, byValue: new Map<unknown, T[]>() };
    this.#fields.set(field, place);
    const known = place.byValue.get(value);
    if (known === undefined) place.byValue.set(value, [entry]);
    else known.push(entry);
  }
}

const none: readonly never[] = [];

function placeAt(event: EventPlace, path: readonly string[], steps: Steps): EventPlace {
  let place = event;
  for (const field of path) {
    if (!steps.spend(1 + place.objects.length)) break;
    place = place.at(field);
    steps.spend(place.readSteps);
  }
  return place;
}

function countsOf(entries: readonly Indexed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { choices } of entries) {
    for (const { name } of choices.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/**
 * Returns the choice whose values the fewest filters share. Thousands of filters may require a `subject.type` of
 * `person`, but only a few require the same `subject.id`.
 */
function rarestChoice(
  choices: readonly EqualityChoice[],
  counts: ReadonlyMap<string, number>,
): EqualityChoice | undefined {
  const weighed = choices.map((choice) => ({
    choice,
    weight: choice.reduce((sum, { name }) => sum + (counts.get(name) ?? 0), 0),
  }));
  return weighed.sort((one, other) => one.weight - other.weight)[0]?.choice;
}

/** Values that filters compare exactly. As keys of a `Map`, 7 and "7" differ. */
type ExactValue = string | number | boolean | null;

type Equality = {
  readonly path: readonly string[];
  readonly value: ExactValue;
  /** The path as one string. */
  readonly field: string;
  /** Path and value as one string. */
  readonly name: string;
};

export type EqualityChoice = readonly Equality[];

/**
 * A filter's choices are kept, shortest first, until they would have more than this many values in total. The rest are
 * left out. The limit keeps indexing short: all filters of an instance are indexed in one turn of the event loop, and a
 * partner may have a hundred filters with 600 values each.
 */
const mostValues = 32;

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
 * A field offers a choice only if all its conditions are exact values, not operators such as `prefix` or `exists`.
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

/**
 * Joins one choice from each alternative of an `$or` into a single choice. If an alternative offers none, any event may
 * match it, so the `$or` offers none either.
 */
function choiceOfAlternatives(condition: Json, path: readonly string[]): readonly EqualityChoice[] {
  if (!Array.isArray(condition)) return [];
  const alternatives: readonly Json[] = condition;
  const choices = alternatives.flatMap((one) => (isJsonObject(one) ? equalityChoices(one, path).slice(0, 1) : []));
  return choices.length < alternatives.length ? [] : [choices.flat()];
}

function isExactValue(condition: Json): condition is ExactValue {
  return typeof condition !== "object" || condition === null;
}
