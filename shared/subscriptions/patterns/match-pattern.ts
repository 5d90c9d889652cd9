import type { EventPattern, PatternPart, ValuePart } from "./event-pattern.ts";
import { EventPlace, type Members } from "./event-place.ts";
import { Steps } from "./steps.ts";

/**
 * `undecided`: the match would take too long. The event then counts as wanted, because sending an unwanted event does
 * less harm than losing a wanted one.
 */
export type Verdict = "matches" | "differs" | "undecided";

/**
 * The most steps that one match may take. They take 5 ms at worst. A filter within `maxComplexity` stays below this
 * limit if the event has at most 500 objects and values in total at the filter's fields, and no long strings there.
 * Only filters that earlier releases stored can exceed `maxComplexity`.
 */
export const maxSteps = 131_072;
/** Reading this many characters of a long string takes as long as comparing a short one. */
const textPerStep = 8;

/**
 * A condition on an array tests its elements; one that passes is enough. Conditions on several fields of the objects in
 * one array must hold for the same object. For `exists`, a field that holds only objects counts as absent. `exists:
 * false` holds only if the field has no value in any of the objects.
 */
export function judge(pattern: EventPattern, event: EventPlace, steps = new Steps(maxSteps)): Verdict {
  const held = meetAll(pattern, event, steps);
  if (steps.exceeded) return "undecided";
  return has(held, 0) ? "matches" : "differs";
}

export function matchesPattern(pattern: EventPattern, event: Members): boolean {
  return judge(pattern, EventPlace.of(event)) !== "differs";
}

export function passes({ exact, anyValue, tests }: ValuePart, value: unknown): boolean {
  return anyValue || exact.has(value) || tests.some((one) => one.passes(value));
}

export function stepsOf({ steps, reads }: ValuePart, { values, textLength }: EventPlace): number {
  return values.length * steps + Math.ceil((textLength * reads) / textPerStep);
}

/** One bit per object of a place, and one for an imaginary empty object, used where a field holds no object. */
type Marks = Uint32Array;

/** Marks the objects of a place that meet every part. Each part is tested once, on all objects. */
function meetAll(parts: EventPattern, place: EventPlace, steps: Steps): Marks {
  const held = marksFor(place).fill(0xffff_ffff);
  for (const part of parts) {
    const marks = meet(part, place, steps);
    held.forEach((word, at) => (held[at] = word & (marks[at] ?? 0)));
    if (steps.exceeded || held.every((word) => word === 0)) break;
  }
  return held;
}

function meet(part: PatternPart, place: EventPlace, steps: Steps): Marks {
  const marks = marksFor(place);
  if (!steps.spend(1 + place.objects.length)) return marks;
  if (part.kind === "or") {
    for (const alternative of part.alternatives) {
      const some = meetAll(alternative, place, steps);
      if (steps.exceeded) break;
      marks.forEach((word, at) => (marks[at] = word | (some[at] ?? 0)));
    }
    return marks;
  }
  const below = place.at(part.field);
  if (!steps.spend(below.readSteps)) return marks;
  return part.kind === "object" ? markObjects(marks, part.parts, below, steps) : markValues(marks, part, below, steps);
}

function markValues(marks: Marks, part: ValuePart, below: EventPlace, steps: Steps): Marks {
  if (part.mayBeAbsent && below.values.length === 0) return marks.fill(0xffff_ffff);
  if (!steps.spend(stepsOf(part, below))) return marks;
  let at = 0;
  for (const value of below.values) {
    const owner = below.valueOwners[at] ?? 0;
    if (!has(marks, owner) && passes(part, value)) mark(marks, owner);
    at += 1;
  }
  return marks;
}

function markObjects(marks: Marks, parts: EventPattern, below: EventPlace, steps: Steps): Marks {
  if (!steps.spend(below.objects.length)) return marks;
  const held = meetAll(parts, below, steps);
  if (has(held, below.objects.length)) {
    marks.fill(0xffff_ffff);
    for (const owner of below.objectOwners) unmark(marks, owner);
  }
  let at = 0;
  for (const owner of below.objectOwners) {
    if (has(held, at)) mark(marks, owner);
    at += 1;
  }
  return marks;
}

function marksFor({ objects }: EventPlace): Marks {
  return new Uint32Array(Math.ceil((objects.length + 1) / 32));
}

function has(marks: Marks, at: number): boolean {
  return (((marks[at >>> 5] ?? 0) >>> (at & 31)) & 1) === 1;
}

function mark(marks: Marks, at: number): void {
  marks[at >>> 5] = (marks[at >>> 5] ?? 0) | (1 << (at & 31));
}

function unmark(marks: Marks, at: number): void {
  marks[at >>> 5] = (marks[at >>> 5] ?? 0) & ~(1 << (at & 31));
}
