import {
  type EventPattern,
  type Members,
  objectsIn,
  type PatternPart,
  partMatches,
  valuesIn,
} from "./event-pattern.ts";

/** A field of an event that a pattern doesn't let pass; `$or.1.owner.type` is a field of the second alternative. */
export type Mismatch = {
  readonly field: string;
  readonly message: string;
  /** The conditions as they were written, of which none holds. */
  readonly wanted: readonly unknown[];
  /** The first values that the event has there. */
  readonly found: readonly unknown[];
};

const mostValues = 5;
const longestText = 200;

/**
 * Says field by field why an event doesn't match; empty exactly where it does. Of several objects in an array the one that
 * comes nearest is judged, and of alternatives every one.
 */
export function mismatchesOf(pattern: EventPattern, event: Members): readonly Mismatch[] {
  return ofParts(pattern, event, { event, path: [] });
}

type Place = { readonly event: Members; readonly path: readonly string[] };

function ofParts(parts: EventPattern, members: Members, place: Place): readonly Mismatch[] {
  return parts.flatMap((part) => (partMatches(part, members, place.event) ? [] : ofPart(part, members, place)));
}

function ofPart(part: PatternPart, members: Members, { event, path }: Place): readonly Mismatch[] {
  if (part.kind === "or") {
    return part.alternatives.flatMap((alternative, at) =>
      ofParts(alternative, members, { event, path: [...path, "$or", String(at)] }),
    );
  }
  const here = [...path, part.field];
  if (part.kind === "object") {
    const each = objectsIn(members, part.field).map((object) => ofParts(part.parts, object, { event, path: here }));
    return each.reduce((nearest, one) => (one.length < nearest.length ? one : nearest));
  }
  const values = valuesIn(members, part.field);
  const isThere = Object.hasOwn(members, part.field);
  const empty = isThere ? "holds no value to compare" : "is absent";
  return [
    {
      field: here.join("."),
      message: values.length === 0 ? empty : "none of its values fits",
      wanted: part.conditions,
      found: values.slice(0, mostValues).map(shortened),
    },
  ];
}

function shortened(value: unknown): unknown {
  return typeof value === "string" && value.length > longestText ? `${value.slice(0, longestText)}…` : value;
}
