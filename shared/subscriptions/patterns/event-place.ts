import { isExactNumber } from "../../kernel/exact-json.ts";
import type { Steps } from "./steps.ts";

export type Members = Readonly<Record<string, unknown>>;

/** Every event is read into places once for all filters, so that is left out of a match up to so many elements. */
const freeElements = 500;
const stepsPerElement = 4;
/** Reading as many takes more steps than a match may, so the rest of them is left out. */
const mostElements = 40_000;

/**
 * What an event holds at one place, such as `changes.field`, an array counting as each of its elements. Places are built
 * when they are first asked for and kept, so all patterns that an event is tried on share them.
 */
export class EventPlace {
  readonly values: unknown[] = [];
  /** Which object of the place above each value belongs to. */
  readonly valueOwners: number[] = [];
  readonly objects: Members[] = [];
  readonly objectOwners: number[] = [];
  /** The length of all its strings together. */
  textLength = 0;
  #below: Map<string, EventPlace> | undefined;

  /** The place of one object, such as a whole event. */
  static of(members: Members): EventPlace {
    const place = new EventPlace();
    place.#add(members, 0);
    return place;
  }

  /** What reading its elements costs, where they are many. */
  get readSteps(): number {
    return Math.max(0, this.#size - freeElements) * stepsPerElement;
  }

  get #size(): number {
    return this.values.length + this.objects.length;
  }

  /** Returns the place of a field of these objects, and counts the look at each where it wasn't built yet. */
  at(field: string, steps?: Steps): EventPlace {
    const known = this.#below?.get(field);
    if (known !== undefined) return known;
    steps?.spend(this.objects.length);
    let place = nowhere;
    let owner = 0;
    for (const object of this.objects) {
      // Own members only: a pattern that names `constructor` must not find what every object inherits.
      if (Object.hasOwn(object, field)) {
        if (place === nowhere) place = new EventPlace();
        place.#add(object[field], owner);
      }
      owner += 1;
    }
    this.#below ??= new Map();
    this.#below.set(field, place);
    return place;
  }

  #add(element: unknown, owner: number): void {
    if (this.#size >= mostElements) return;
    if (typeof element !== "object" || element === null) this.#addValue(element, owner);
    else if (Array.isArray(element)) for (const one of element) this.#add(one, owner);
    // Patterns compare numbers as doubles, because that is how patterns are written.
    else if (isExactNumber(element)) this.#addValue(Number(element.rawJSON), owner);
    else if (isMembers(element)) {
      this.objects.push(element);
      this.objectOwners.push(owner);
    }
  }

  #addValue(value: unknown, owner: number): void {
    if (value === undefined) return;
    this.values.push(value);
    this.valueOwners.push(owner);
    if (typeof value === "string") this.textLength += value.length;
  }
}

/** The place of what no object has. */
const nowhere = new EventPlace();

function isMembers(value: object): value is Members {
  return !Array.isArray(value);
}
