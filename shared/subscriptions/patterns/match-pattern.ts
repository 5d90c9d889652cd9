import type { EventPattern, PatternPart, ValuePart } from "./event-pattern.ts";
import { EventPlace, type Members } from "./event-place.ts";
import { Steps } from "./steps.ts";

/** `undecided`: the match would take too long. The event then counts as wanted, since an event too many does less harm than one that is lost. */
export type Verdict = "matches" | "differs" | "undecided";

/**
 * What a match may cost, about 5 ms at worst. A filter within `maxComplexity` stays below it on every event that has up
 * to 500 objects and values where the filter looks, long strings counting as one more for each {@link textPerStep}
 * characters; of stored filters only older ones may be more complex.
 */
export const maxSteps = 131_072;
/** Reading so many characters of a long string costs as much as comparing a short one. */
const textPerStep = 8;

/**
 * Decides whether an event matches. An array counts as each of its elements; conditions on several fields of the objects
 * in one array must hold for the same object. `exists` tests values rather than objects, and considers the whole event.
 */
export function judge(pattern: EventPattern, event: EventPlace, steps = new Steps(maxSteps)): Verdict {
  const held = meetAll(pattern, event, steps);
  if (steps.exceeded) return "undecided";
  return has(held, 0) ? "matches" : "differs";
}

/** Whether an event counts as wanted: it matches, or that can't be decided. */
export function matchesPattern(pattern: EventPattern, event: Members): boolean {
  return judge(pattern, EventPlace.of(event)) !== "differs";
}

/** Whether one value meets a part that names its field. */
export function passes({ exact, anyValue, tests }: ValuePart, value: unknown): boolean {
  return anyValue || exact.has(value) || tests.some((one) => one.passes(value));
}

/** What trying a part on all values of a place costs. */
export function stepsOf({ steps, reads }: ValuePart, { values, textLength }: EventPlace): number {
  return values.length * steps + Math.ceil((textLength * reads) / textPerStep);
}

/**
 * A bit for each object of a place, and one more for an object without members: that is what a field counts as that holds
 * no object. Bits behind it mean nothing.
 */
type Marks = Uint32Array;

/** Marks the objects of a place that meet every part; each part is tried once, on all of them. */
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
