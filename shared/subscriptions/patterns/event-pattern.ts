import type { Members } from "./event-place.ts";
import { operatorTest, type ValueTest } from "./value-test.ts";

/** `path` is a place in the pattern, such as `data.n.0.numeric`. `message` contains no values. */
export type PatternIssue = { readonly path: string; readonly message: string };

/** An event must meet every part. */
export type EventPattern = readonly PatternPart[];

export type PatternPart =
  | ValuePart
  | { readonly kind: "object"; readonly field: string; readonly parts: EventPattern }
  | { readonly kind: "or"; readonly alternatives: readonly EventPattern[] };
/**
 * The conditions on a field. They are met if one of the field's values passes, or if the field has no value and
 * `mayBeAbsent` is true.
 */
export type ValuePart = {
  readonly kind: "value";
  readonly field: string;
  /** The conditions as they were written. */
  readonly conditions: readonly unknown[];
  readonly exact: ReadonlySet<unknown>;
  readonly anyValue: boolean;
  readonly mayBeAbsent: boolean;
  readonly tests: readonly ValueTest[];
  /** How many steps it takes to test one value. */
  readonly steps: number;
  /** How many times all tests together read a string to its end. */
  readonly reads: number;
};

/**
 * The longest pattern (characters) that EventBridge accepts after a quota increase; its default is 2,048. A long
 * pattern costs time for every event that is tested against it.
 */
export const maxPatternLength = 4_096;
const maxDepth = 16;
/** Each fault repeats the path of its field, so without this limit, a report could be far longer than its pattern. */
const maxIssues = 20;
/**
 * The maximum complexity of a new filter. Each field, alternative and condition counts 1, except that exact values and
 * `exists` count 0. An expensive condition counts more. An `anything-but` counts 1, however many values it lists; with
 * prefixes, suffixes or wildcards, it counts as much as they would in total.
 */
export const maxComplexity = 256;

type Compiled = {
  readonly outcome: "ok";
  readonly pattern: EventPattern;
  /**
   * Set if the pattern exceeds {@link maxComplexity}, the limit for new filters. A stored filter keeps working for
   * every event whose match stays within `maxSteps`.
   */
  readonly excess?: PatternIssue;
};

/** Compiles a pattern in the syntax of EventBridge. */
export function parseEventPattern(
  pattern: unknown,
): Compiled | { readonly outcome: "invalid"; readonly issues: readonly PatternIssue[] } {
  if (!isObject(pattern)) return { outcome: "invalid", issues: [{ path: "", message: "must be a JSON object" }] };
  if (JSON.stringify(pattern).length > maxPatternLength) {
    return { outcome: "invalid", issues: [{ path: "", message: `must have at most ${maxPatternLength} characters` }] };
  }
  const notes = new Notes();
  const compiled = compileObject(pattern, [], notes);
  const { issues, excess } = notes;
  if (issues.length > 0) return { outcome: "invalid", issues };
  return { outcome: "ok", pattern: compiled, ...(excess !== undefined && { excess }) };
}

type Path = readonly (string | number)[];

/** Collects the faults of a pattern and counts its complexity while it is compiled. */
class Notes {
  readonly issues: PatternIssue[] = [];
  excess: PatternIssue | undefined;
  #complexity = 0;

  refuse(path: Path, message: string): void {
    if (this.issues.length < maxIssues) this.issues.push({ path: path.join("."), message });
  }

  count(path: Path, complexity: number): void {
    this.#complexity += complexity;
    if (this.#complexity <= maxComplexity) return;
    const counted =
      "each field, each alternative, and each condition other than an exact value or exists counts at least 1";
    const message = `makes the filter too complex. Its complexity can be at most ${maxComplexity}: ${counted}`;
    this.excess ??= { path: path.join("."), message };
  }
}

function compileObject(pattern: Members, path: Path, notes: Notes): EventPattern {
  const entries = Object.entries(pattern);
  if (entries.length === 0) notes.refuse(path, "must not be an empty object, which matches nothing");
  if (path.length > maxDepth) {
    notes.refuse(path, `must not be nested deeper than ${maxDepth} levels`);
    return [];
  }
  return entries.flatMap(([field, value]): EventPattern => {
    const here = [...path, field];
    if (field === "$or") return [compileOr(value, here, notes)];
    if (Array.isArray(value)) return [compileValues(value, field, here, notes)];
    notes.count(here, 1);
    if (isObject(value)) return [{ kind: "object", field, parts: compileObject(value, here, notes) }];
    notes.refuse(here, "must be an array of conditions or an object");
    return [];
  });
}

function compileOr(value: unknown, path: Path, notes: Notes): PatternPart {
  const alternatives: readonly unknown[] = Array.isArray(value) ? value : [];
  if (alternatives.length < 2) notes.refuse(path, "must be an array of two or more patterns");
  return {
    kind: "or",
    alternatives: alternatives.flatMap((alternative, index) => {
      const here = [...path, index];
      notes.count(here, 1);
      if (isObject(alternative)) return [compileObject(alternative, here, notes)];
      notes.refuse(here, "must be an object");
      return [];
    }),
  };
}

function compileValues(conditions: readonly unknown[], field: string, path: Path, notes: Notes): ValuePart {
  const exact = new Set<unknown>();
  const tests: ValueTest[] = [];
  let [anyValue, mayBeAbsent] = [false, false];

  if (conditions.length === 0) notes.refuse(path, "must not be an empty array, which matches nothing");
  notes.count(path, 1);
  for (const [index, condition] of conditions.entries()) {
    const here = [...path, index];
    if (!isObject(condition)) {
      if (Array.isArray(condition)) notes.refuse(here, "must not be an array");
      else exact.add(condition);
      continue;
    }
    const [entry, ...others] = Object.entries(condition);
    if (entry === undefined || others.length > 0) {
      notes.refuse(here, "must have exactly one operator");
      continue;
    }
    const [operator, argument] = entry;
    if (operator === "exists") {
      if (argument === true) anyValue = true;
      else if (argument === false) mayBeAbsent = true;
      else notes.refuse([...here, operator], "must be true or false");
      continue;
    }
    const result = operatorTest(operator, argument);
    if ("problem" in result) {
      notes.refuse([...here, operator], result.problem);
      continue;
    }
    tests.push(result);
    notes.count(here, result.steps);
  }
  const steps = tests.reduce((sum, one) => sum + one.steps, 1);
  const reads = tests.reduce((sum, one) => sum + one.reads, 0);
  return { kind: "value", field, conditions, exact, anyValue, mayBeAbsent, tests, steps, reads };
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
