import type { Pulled } from "./forward-event.ts";

type Copy = { readonly event: Pick<Pulled["event"], "id">; readonly replay?: boolean | undefined };

/**
 * Finds the second copies of events. One that was still on its way to subscriptions when `listen` made its own comes twice: once
 * with the replay that `listen` begins with, and once by itself. `replayed` are the ids of that replay. A later replay of the same
 * event is asked for, and no second copy.
 */
export class SecondCopies {
  /** Events of the first replay that were taken, each with whether that copy was of a replay. */
  readonly #taken = new Map<string, boolean>();
  readonly #replayed: ReadonlySet<string>;

  constructor(replayed: readonly string[]) {
    this.#replayed = new Set(replayed);
  }

  has({ event: { id }, replay = false }: Copy): boolean {
    const first = this.#taken.get(id);
    if (first === undefined || first === replay) return false;
    this.#taken.delete(id);
    return true;
  }

  /** Remembers a copy that the receiver took. */
  taken({ event: { id }, replay = false }: Copy): void {
    if (this.#replayed.has(id)) this.#taken.set(id, replay);
  }
}
