import { isExactNumber } from "../../kernel/exact-json.ts";
import type { Steps } from "./steps.ts";

export type Members = Readonly<Record<string, unknown>>;
/** `owner`: which object of the place above it belongs to. */
type Held<T> = { readonly owner: number; readonly held: T };

/**
 * What an event holds at one place, such as `changes.field`, an array counting as each of its elements. Places are built
 * when they are first asked for and kept, so all patterns that an event is tried on share them.
 */
export class EventPlace {
  readonly values: Held<unknown>[] = [];
  readonly objects: Held<Members>[] = [];
  /** The length of all its strings together. */
  textLength = 0;
  readonly #below = new Map<string, EventPlace>();

  /** The place of one object, such as a whole event. */
  static of(members: Members): EventPlace {
    const place = new EventPlace();
    place.#add(members, 0);
    return place;
  }

  /** Returns the place of a field of these objects, and counts the look at each where it wasn't built yet. */
  at(field: string, steps?: Steps): EventPlace {
    const known = this.#below.get(field);
    if (known !== undefined) return known;
    steps?.spend(this.objects.length);
    const place = new EventPlace();
    let owner = 0;
    for (const { held } of this.objects) {
      // Own members only: a pattern that names `constructor` must not find what every object inherits.
      if (Object.hasOwn(held, field)) place.#add(held[field], owner);
      owner += 1;
    }
    this.#below.set(field, place);
    return place;
  }

  #add(element: unknown, owner: number): void {
    if (element === undefined) return;
    if (Array.isArray(element)) for (const one of element) this.#add(one, owner);
    // Patterns compare numbers as doubles, because that is how patterns are written.
    else if (isExactNumber(element)) this.values.push({ owner, held: Number(element.rawJSON) });
    else if (isMembers(element)) this.objects.push({ owner, held: element });
    else {
      this.values.push({ owner, held: element });
      if (typeof element === "string") this.textLength += element.length;
    }
  }
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
