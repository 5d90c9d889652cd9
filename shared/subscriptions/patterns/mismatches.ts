import type { EventPattern, PatternPart, ValuePart } from "./event-pattern.ts";
import { EventPlace } from "./event-place.ts";
import { passes, stepsOf } from "./match-pattern.ts";
import { Steps } from "./steps.ts";

/** A field whose conditions in a pattern aren't met. `$or.1.owner.type` is a field of the second alternative. */
export type Mismatch = {
  readonly field: string;
  readonly message: string;
  /** None of these conditions holds, or no steps were left to test them. */
  readonly wanted: readonly unknown[];
  /** The field's first values in the object that the explanation covers. Long strings are shortened. */
  readonly found: readonly unknown[];
};

const mostValues = 5;
const longestText = 200;
/**
 * These steps take about 5 ms. Each takes longer than a step of a match, because an explanation tests one object after
 * another.
 */
const maxSteps = 4_096;

/**
 * Explains, field by field, why an event doesn't match; empty if it matches. If an array has several objects, the
 * explanation covers only the one with the fewest mismatches. For `$or`, it covers every alternative. When the steps
 * are spent, the remaining objects are skipped, and the remaining fields are reported without a test. So for a large
 * event, the list may name fields even though the event matches; use `judge` to decide.
 */
export function mismatchesOf(
  pattern: EventPattern,
  event: EventPlace,
  steps = new Steps(maxSteps),
): readonly Mismatch[] {
  return ofParts(pattern, { here: event, everywhere: event, path: [], steps });
}

/** `ofNearest` narrows `here` to one object. `everywhere` is the same place in the whole event, for `exists: false`. */
type Place = {
  readonly here: EventPlace;
  readonly everywhere: EventPlace;
  readonly path: readonly string[];
  readonly steps: Steps;
};

function ofParts(parts: EventPattern, place: Place): readonly Mismatch[] {
  return parts.flatMap((part) => ofPart(part, place));
}

function ofPart(part: PatternPart, place: Place): readonly Mismatch[] {
  const { here, everywhere, path, steps } = place;
  if (part.kind === "or") {
    const each = part.alternatives.map((alternative, at) =>
      ofParts(alternative, { ...place, path: [...path, "$or", String(at)] }),
    );
    return each.some((mismatches) => mismatches.length === 0) ? [] : each.flat();
  }
  const below = {
    ...place,
    here: here.at(part.field),
    everywhere: steps.spend(1) ? everywhere.at(part.field, steps) : everywhere,
    path: [...path, part.field],
  };
  if (part.kind === "object") return ofNearest(part.parts, below);
  return isMet(part, below) ? [] : [mismatch(part, place, below)];
}

function ofNearest(parts: EventPattern, below: Place): readonly Mismatch[] {
  let nearest: readonly Mismatch[] | undefined;
  for (const object of below.here.objects) {
    const one = ofParts(parts, { ...below, here: EventPlace.of(object) });
    if (nearest === undefined || one.length < nearest.length) nearest = one;
    if (nearest.length === 0 || below.steps.exceeded) break;
  }
  return nearest ?? ofParts(parts, below);
}

function isMet(part: ValuePart, { here, everywhere, steps }: Place): boolean {
  if (steps.exceeded) return false;
  if (part.mayBeAbsent && everywhere.values.length === 0) return true;
  return steps.spend(stepsOf(part, here)) && here.values.some((value) => passes(part, value));
}

function mismatch({ field, conditions }: ValuePart, { here }: Place, { here: { values }, path }: Place): Mismatch {
  const isThere = here.objects.some((object) => Object.hasOwn(object, field));
  const empty = isThere ? "holds no value to compare" : "is absent";
  return {
    field: path.join("."),
    message: values.length === 0 ? empty : "has no matching value",
    wanted: conditions,
    found: values.slice(0, mostValues).map(shortened),
  };
}

function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > longestText ? `${value.slice(0, longestText)}…` : value;
}
