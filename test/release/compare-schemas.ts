import type { Schema, Schemas } from "./surface.ts";

/** Users send requests, and read responses and events. */
export type Direction = "request" | "response";
export type Components = { readonly before: Schemas; readonly now: Schemas };

const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems"] as const;
const upperBounds = ["maximum", "maxLength", "maxItems"] as const;
const exactRules = ["pattern", "format"] as const;

/**
 * Says in words what breaks for users if one schema replaces another: a request that was valid and no longer is, and a
 * response that a reader of the old schema doesn't expect. `at` is the path of the value, empty for a whole body.
 */
export function schemaBreaks(
  before: Schema,
  now: Schema,
  direction: Direction,
  components: Components,
  at = "",
): readonly string[] {
  const isRequest = direction === "request";
  return compare(before, now, at, []);

  /** `open` has the pairs that this comparison is within, because a schema may contain itself. */
  function compare(old: Schema, current: Schema, path: string, open: Pairs): readonly string[] {
    if (open.some((pair) => pair.old === old && pair.current === current)) return [];
    const within = [...open, { old, current }];
    const [olds, currents] = [alternatives(old, components.before), alternatives(current, components.now)];
    const [given, expected] = isRequest ? [olds, currents] : [currents, olds];
    return given.flatMap((one) => {
      const fitting = expected.filter(({ type }) => takes(type, one.type));
      if (fitting.length === 0) {
        const type = one.type === undefined ? "any type" : code(one.type);
        return [isRequest ? `${named(path)} no longer accepts ${type}` : `${named(path)} may now be ${type}`];
      }
      const results = fitting.map((other) =>
        isRequest ? compareOne(one, other, path, within) : compareOne(other, one, path, within),
      );
      // Of several alternatives, the most similar one is its successor.
      return results.reduce((least, result) => (result.length < least.length ? result : least));
    });
  }

  function compareOne(old: One, current: One, path: string, open: Pairs): readonly string[] {
    return [
      ...valueBreaks(old, current, path),
      ...(isRequest ? boundBreaks(old, current, path) : []),
      ...memberBreaks(old, current, path, open),
      ...compareIfGiven(old.items, current.items, `${path}[]`, open),
    ];
  }

  function compareIfGiven(old: Schema | undefined, current: Schema | undefined, path: string, open: Pairs) {
    return old === undefined && current === undefined ? [] : compare(old ?? {}, current ?? {}, path, open);
  }

  function valueBreaks(old: One, current: One, path: string): readonly string[] {
    const [given, expected] = isRequest ? [old.values, current.values] : [current.values, old.values];
    if (expected === undefined || (!isRequest && old["x-open-enum"] === true)) return [];
    if (given === undefined) {
      return [`${named(path)} ${isRequest ? `now accepts only ${listed(expected)}` : "may now have any value"}`];
    }
    const others = given.filter((value) => !expected.includes(value));
    if (others.length === 0) return [];
    return [`${named(path)} ${isRequest ? "no longer accepts" : "may now be"} ${listed(others)}`];
  }

  function memberBreaks(old: One, current: One, path: string, open: Pairs): readonly string[] {
    const [olds, currents] = [old.properties ?? {}, current.properties ?? {}];
    const [wasRequired, isRequired] = [new Set(old.required), new Set(current.required)];
    const inner = (name: string) => (path === "" ? name : `${path}.${name}`);
    const removed = Object.keys(olds).filter((name) => !(name in currents));
    const required = isRequest
      ? [...isRequired].filter((name) => !wasRequired.has(name)).map((name) => `${named(inner(name))} is now required`)
      : [...wasRequired]
          .filter((name) => name in currents && !isRequired.has(name))
          .map((name) => `${named(inner(name))} may now be absent`);
    const [others, currentOthers] = [old.additionalProperties ?? true, current.additionalProperties ?? true];
    const closes = isRequest && others !== false && currentOthers === false;
    return [
      ...removed.map((name) => `${named(inner(name))} is removed`),
      ...required,
      ...(closes ? [`${named(path)} no longer accepts other fields`] : []),
      ...Object.entries(olds).flatMap(([name, member]) => {
        const successor = currents[name];
        return successor === undefined ? [] : compare(member, successor, inner(name), open);
      }),
      ...(others && currentOthers ? compareIfGiven(schemaOf(others), schemaOf(currentOthers), inner("*"), open) : []),
    ];
  }
}

/** Bounds may become stricter in responses, but not in requests. */
function boundBreaks(old: One, current: One, path: string): readonly string[] {
  const lower = lowerBounds.filter((name) => (current[name] ?? -Infinity) > (old[name] ?? -Infinity));
  const upper = upperBounds.filter((name) => (current[name] ?? Infinity) < (old[name] ?? Infinity));
  const exact = exactRules.filter((name) => current[name] !== undefined && current[name] !== old[name]);
  // A request without the field then means something else.
  const isOtherDefault = old.default !== undefined && JSON.stringify(old.default) !== JSON.stringify(current.default);
  return [...lower, ...upper, ...exact, ...(isOtherDefault ? (["default"] as const) : [])].map(
    (name) => `the ${code(name)} of ${named(path)} is now ${shown(current[name])}, and was ${shown(old[name])}`,
  );
}

type Pairs = readonly { readonly old: Schema; readonly current: Schema }[];

/** A schema of one type, without references. */
type One = Omit<Schema, "type"> & { readonly type?: string; readonly values?: readonly unknown[] };

function alternatives(given: Schema, schemas: Schemas): readonly One[] {
  const { anyOf, oneOf, type, ...rest } = flat(given, schemas);
  const choices = anyOf ?? oneOf;
  if (choices !== undefined) return choices.flatMap((choice) => alternatives(choice, schemas));
  const values = rest.const === undefined ? rest.enum : [rest.const];
  const one: One = { ...rest, ...(values && { values }) };
  return type === undefined ? [one] : [type].flat().map((each) => ({ ...one, type: each }));
}

/** Follows the reference, and merges the parts of `allOf`. */
function flat({ $ref, allOf = [], ...own }: Schema, schemas: Schemas): Schema {
  const referenced = $ref === undefined ? [] : [schemas[$ref.replace("#/components/schemas/", "")] ?? {}];
  return [...referenced, ...allOf].reduceRight<Schema>((merged, part) => {
    const { properties, required, ...others } = flat(part, schemas);
    return {
      ...others,
      ...merged,
      ...((properties ?? merged.properties) && { properties: { ...properties, ...merged.properties } }),
      ...((required ?? merged.required) && { required: [...(required ?? []), ...(merged.required ?? [])] }),
    };
  }, own);
}

/** `true` accepts every value, as no schema does. */
const schemaOf = (others: Schema | boolean) => (typeof others === "boolean" ? undefined : others);

function takes(expected: string | undefined, given: string | undefined): boolean {
  return expected === undefined || expected === given || (expected === "number" && given === "integer");
}

const code = (text: string) => `\`${text}\``;
const named = (path: string) => (path === "" ? "the body" : code(path));
const shown = (value: unknown) => (value === undefined ? "unset" : code(JSON.stringify(value)));
const listed = (values: readonly unknown[]) => values.map(shown).join(", ");
