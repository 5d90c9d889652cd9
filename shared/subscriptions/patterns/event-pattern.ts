import { isExactNumber } from "../../kernel/exact-json.ts";
import type { ValueTest } from "./test-result.ts";
import { operatorTest } from "./value-test.ts";

/** A fault in a pattern and its place, such as `detail.n.0.numeric`. The message never repeats values. */
export type PatternIssue = { readonly path: string; readonly message: string };

/** A compiled pattern: the event must meet every part. */
export type EventPattern = readonly PatternPart[];

export type PatternPart =
  | {
      readonly kind: "value";
      readonly field: string;
      readonly path: Path;
      /** The conditions as they were written. */
      readonly conditions: readonly unknown[];
      readonly tests: readonly ValueTest[];
      readonly mayBeAbsent: boolean;
    }
  | { readonly kind: "object"; readonly field: string; readonly parts: EventPattern }
  | { readonly kind: "or"; readonly alternatives: readonly EventPattern[] };
type Path = readonly string[];
export type Members = Readonly<Record<string, unknown>>;

/** Every event that passes pays for a long pattern, so this is EventBridge's own limit. */
const maxPatternLength = 4_096;
const maxDepth = 16;

/**
 * Compiles a pattern in the syntax of EventBridge: exact values, prefix, suffix, equals-ignore-case, wildcard, numeric,
 * anything-but with its nested forms, exists, cidr and `$or`.
 */
export function parseEventPattern(
  pattern: unknown,
):
  | { readonly outcome: "compiled"; readonly pattern: EventPattern }
  | { readonly outcome: "invalid"; readonly issues: readonly PatternIssue[] } {
  const issues: PatternIssue[] = [];
  if (!isObject(pattern)) return { outcome: "invalid", issues: [{ path: "", message: "a pattern is a JSON object" }] };
  if (JSON.stringify(pattern).length > maxPatternLength) {
    return { outcome: "invalid", issues: [{ path: "", message: `longer than ${maxPatternLength} characters` }] };
  }
  const compiled = compileObject(pattern, { path: [], fields: [] }, issues);
  return issues.length === 0 ? { outcome: "compiled", pattern: compiled } : { outcome: "invalid", issues };
}

/** `path` is the place in the pattern (for issues); `fields` is the corresponding place in the event. */
type Place = { readonly path: Path; readonly fields: Path };

function compileObject(pattern: Members, place: Place, issues: PatternIssue[]): EventPattern {
  const entries = Object.entries(pattern);
  if (entries.length === 0) issues.push({ path: place.path.join("."), message: "an empty object matches nothing" });
  if (place.path.length > maxDepth) {
    issues.push({ path: place.path.join("."), message: `nested deeper than ${maxDepth}` });
    return [];
  }
  return entries.flatMap(([field, value]) => {
    const path = [...place.path, field];
    const fields = [...place.fields, field];
    if (field === "$or") return [compileOr(value, { path, fields: place.fields }, issues)];
    if (Array.isArray(value)) return [compileValues(value, field, { path, fields }, issues)];
    if (isObject(value))
      return [{ kind: "object" as const, field, parts: compileObject(value, { path, fields }, issues) }];
    issues.push({ path: path.join("."), message: "must be an array of conditions or an object" });
    return [];
  });
}

function compileOr(value: unknown, place: Place, issues: PatternIssue[]): PatternPart {
  const alternatives: readonly unknown[] = Array.isArray(value) ? value : [];
  if (alternatives.length < 2) issues.push({ path: place.path.join("."), message: "$or takes two or more patterns" });
  return {
    kind: "or",
    alternatives: alternatives.flatMap((alternative, index) => {
      const path = [...place.path, String(index)];
      if (isObject(alternative)) return [compileObject(alternative, { ...place, path }, issues)];
      issues.push({ path: path.join("."), message: "must be an object" });
      return [];
    }),
  };
}

function compileValues(
  conditions: readonly unknown[],
  field: string,
  place: Place,
  issues: PatternIssue[],
): PatternPart {
  const tests: ValueTest[] = [];
  let mayBeAbsent = false;
  const refuse = (index: number, message: string, operator?: string) =>
    issues.push({ path: [...place.path, index, ...(operator === undefined ? [] : [operator])].join("."), message });

  if (conditions.length === 0) issues.push({ path: place.path.join("."), message: "an empty array matches nothing" });
  for (const [index, condition] of conditions.entries()) {
    if (!isObject(condition)) {
      if (Array.isArray(condition)) refuse(index, "arrays aren't nested in conditions");
      else tests.push((value) => value === condition);
      continue;
    }
    const [entry, ...others] = Object.entries(condition);
    if (entry === undefined || others.length > 0) {
      refuse(index, "a condition has exactly one operator");
      continue;
    }
    const [operator, argument] = entry;
    if (operator === "exists") {
      if (argument === true) tests.push(() => true);
      else if (argument === false) mayBeAbsent = true;
      else refuse(index, "exists takes true or false", operator);
      continue;
    }
    const result = operatorTest(operator, argument);
    if ("problem" in result) refuse(index, result.problem, operator);
    else tests.push(result.passes);
  }
  return { kind: "value", field, path: place.fields, conditions, tests, mayBeAbsent };
}

/**
 * Whether an event matches. An array counts as each of its elements; conditions on several fields of the objects in
 * one array must hold for the same object. `exists` tests values rather than objects, and considers the whole event.
 */
export function matchesPattern(pattern: EventPattern, event: Members): boolean {
  return partsMatch(pattern, event, event);
}

function partsMatch(parts: EventPattern, members: Members, event: Members): boolean {
  return parts.every((part) => partMatches(part, members, event));
}

/** `members`: the object that the part's field is looked for in; `event`: the whole event. */
export function partMatches(part: PatternPart, members: Members, event: Members): boolean {
  if (part.kind === "or") return part.alternatives.some((alternative) => partsMatch(alternative, members, event));
  if (part.kind === "object") {
    return objectsIn(members, part.field).some((object) => partsMatch(part.parts, object, event));
  }
  if (part.mayBeAbsent && valuesAt(event, part.path).length === 0) return true;
  return valuesIn(members, part.field).some((value) => part.tests.some((passes) => passes(value)));
}

/** The objects of a field; where there is none, its fields count as absent, and a pattern may ask for absence. */
export function objectsIn(members: Members, field: string): readonly Members[] {
  const objects = elementsOf(member(members, field)).filter(isObject);
  return objects.length === 0 ? [{}] : objects;
}

/** The values of a field that conditions are tried on. */
export function valuesIn(members: Members, field: string): readonly unknown[] {
  return elementsOf(member(members, field)).filter((value) => !isObject(value));
}

function valuesAt(value: unknown, path: Path): readonly unknown[] {
  const [field, ...rest] = path;
  const elements = elementsOf(value);
  if (field === undefined) return elements.filter((element) => !isObject(element));
  return elements.filter(isObject).flatMap((object) => valuesAt(member(object, field), rest));
}

/** Patterns compare numbers as doubles, because that is how patterns are written. */
function elementsOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  if (isExactNumber(value)) return [Number(value.rawJSON)];
  return Array.isArray(value) ? value.flatMap(elementsOf) : [value];
}

/** Own members only: a pattern that names `constructor` must not find what every object inherits. */
function member(members: Members, field: string): unknown {
  return Object.hasOwn(members, field) ? members[field] : undefined;
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
