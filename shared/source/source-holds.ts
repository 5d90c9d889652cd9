import { RecentMap } from "../kernel/recent-map.ts";

/**
 * After this time (ms), the source gets requests again, however long its `Retry-After` was. The header may come from a
 * proxy, and the source may be healthy long before the wait ends.
 */
export const longestHold = 15 * 60_000;
/** The maximum number of lists whose holds one process remembers. */
const mostLists = 1_000;

/**
 * How long (ms, {@link longestHold} at most) a request must wait, and the status that the source sent. 429 holds the
 * instance, 503 only the list.
 */
export type Hold = { readonly status: 429 | 503; readonly ms: number };

/**
 * Remembers the instances and lists to which this process must send nothing for a while, because the source responded
 * with `Retry-After` (hazard 64).
 */
export class SourceHolds {
  /** The end of the hold (unix ms), by instance. */
  readonly #instances = new Map<string, number>();
  /** The end of the hold, by instance and list. */
  readonly #lists = new RecentMap<number>(mostLists);

  /** Stores a refusal received at `now` (unix ms). A shorter hold doesn't shorten a longer one. */
  note(instance: string, path: string, { status, ms }: Hold, now: number): void {
    const [held, key] = status === 429 ? [this.#instances, instance] : [this.#lists, listOf(path)];
    if (ms > 0) held.set(key, now + Math.max(ms, left(held.get(key), now)));
  }

  /** The hold that a request to `path` must wait for at `now` (unix ms). */
  of(instance: string, path: string, now: number): Hold | undefined {
    const ofInstance = left(this.#instances.get(instance), now);
    if (ofInstance > 0) return { status: 429, ms: ofInstance };
    if (this.#lists.size === 0) return undefined;
    const list = listOf(path);
    const ofList = left(this.#lists.get(list), now);
    if (ofList > 0) return { status: 503, ms: ofList };
    this.#lists.delete(list);
    return undefined;
  }
}

/**
 * How much of a hold is left. If more than {@link longestHold} seems to be left, our clock was set back after the hold
 * was noted, and the hold counts as over.
 */
function left(until: number | undefined, now: number): number {
  const ms = (until ?? now) - now;
  return ms > 0 && ms <= longestHold ? ms : 0;
}

/**
 * Returns the list that a path belongs to: the path without its query, and for a list of documents also the owner. The
 * path begins with the instance.
 */
function listOf(path: string): string {
  const [list = "", query] = path.split("?", 2);
  const owner = new URLSearchParams(query);
  return JSON.stringify([list, owner.get("entityType"), owner.get("entityId")]);
}
