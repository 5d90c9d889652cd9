import { isExactNumber } from "../../../../shared/kernel/exact-json.ts";
import { operatorTest } from "../../../../shared/subscriptions/patterns/value-test.ts";

type Members = Readonly<Record<string, unknown>>;

/**
 * The meaning of a pattern, written without regard to cost: the matcher's oracle. It walks the whole event again for
 * each `exists: false`.
 */
export function matchesNaively(pattern: Members, event: Members): boolean {
  return holds(pattern, { members: event, event, path: [] });
}

type Place = { readonly members: Members; readonly event: Members; readonly path: readonly string[] };

function holds(pattern: Members, place: Place): boolean {
  const { members, event } = place;
  return Object.entries(pattern).every(([field, wanted]) => {
    if (field === "$or") return (wanted as readonly Members[]).some((alternative) => holds(alternative, place));
    const path = [...place.path, field];
    const elements = elementsOf(Object.hasOwn(members, field) ? members[field] : undefined);
    if (Array.isArray(wanted)) {
      if (wanted.some(isAbsence) && valuesAt(event, path).length === 0) return true;
      return elements.some((value) => !isObject(value) && wanted.some((condition) => passes(condition, value)));
    }
    const objects = elements.filter(isObject);
    const all = objects.length === 0 ? [{}] : objects;
    return all.some((object) => holds(wanted as Members, { members: object, event, path }));
  });
}

const isAbsence = (condition: unknown) => isObject(condition) && condition["exists"] === false;

function passes(condition: unknown, value: unknown): boolean {
  if (!isObject(condition)) return condition === value;
  const [operator = "", argument] = Object.entries(condition)[0] ?? [];
  if (operator === "exists") return argument === true;
  const test = operatorTest(operator, argument);
  return "passes" in test && test.passes(value);
}

function valuesAt(value: unknown, [field, ...rest]: readonly string[]): readonly unknown[] {
  const elements = elementsOf(value);
  if (field === undefined) return elements.filter((element) => !isObject(element));
  const members = elements.filter(isObject).filter((object) => Object.hasOwn(object, field));
  return members.flatMap((object) => valuesAt(object[field], rest));
}

function elementsOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (isExactNumber(value)) return [Number(value.rawJSON)];
  return Array.isArray(value) ? value.flatMap(elementsOf) : [value];
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
