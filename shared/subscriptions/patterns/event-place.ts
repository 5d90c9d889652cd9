import { isExactNumber } from "../../kernel/exact-json.ts";
import type { Steps } from "./steps.ts";

export type Members = Readonly<Record<string, unknown>>;

/**
 * A match reads this many elements of a place without spending steps. All filters share an event's places, so each
 * filter's share of the work is small.
 */
const freeElements = 500;
/** How many steps it takes to read one further element. */
const stepsPerElement = 4;
/** Reading this many elements takes more steps than a match may take, so the rest is left out. */
const mostElements = 40_000;

/**
 * The values and objects of an event at one place, such as `changes.field`. For an array, these are its elements. A
 * place is kept after its first use, so that all patterns share it.
 */
export class EventPlace {
  readonly values: unknown[] = [];
  /** For each value, the index of its object in the parent place. */
  readonly valueOwners: number[] = [];
  readonly objects: Members[] = [];
  readonly objectOwners: number[] = [];
  /** The total length of the strings among `values`. */
  textLength = 0;
  #below: Map<string, EventPlace> | undefined;

  /** The place of one object, such as a complete event. */
  static of(members: Members): EventPlace {
    const place = new EventPlace();
    place.#add(members, 0);
    return place;
  }

  /** The first {@link freeElements} elements are free. */
  get readSteps(): number {
    return Math.max(0, this.#size - freeElements) * stepsPerElement;
  }

  get #size(): number {
    return this.values.length + this.objects.length;
  }

  /** The first call for a field builds the place, and spends a step for each object if `steps` is given. */
  at(field: string, steps?: Steps): EventPlace {
    // All events share `nowhere`, so it must not store the fields that patterns name.
    if (this.objects.length === 0) return nowhere;
    const known = this.#below?.get(field);
    if (known !== undefined) return known;
    steps?.spend(this.objects.length);
    let place = nowhere;
    let owner = 0;
    for (const object of this.objects) {
      // Only own members count: a pattern that names `constructor` must not find what every object inherits.
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
    // Patterns compare numbers as doubles, because their own numbers are doubles.
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

/** The place of a field that no object has. */
const nowhere = new EventPlace();

function isMembers(value: object): value is Members {
  return !Array.isArray(value);
}
