import type { Pulled } from "./forward-event.ts";

type Copy = { readonly event: Pick<Pulled["event"], "id">; readonly replay?: boolean | undefined };

/**
 * Finds second copies of events. An event that was being delivered when `listen` created its subscription arrives
 * twice: in the first replay of `listen`, and directly. `replayed` are the ids of that replay. A later replay of the
 * same event was requested and isn't a second copy.
 */
export class SecondCopies {
  /** Handled events of the first replay, and whether the handled copy came from the replay. */
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

  /** Remembers a copy that the receiver accepted. */
  taken({ event: { id }, replay = false }: Copy): void {
    if (this.#replayed.has(id)) this.#taken.set(id, replay);
  }
}
