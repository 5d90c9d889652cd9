import { RecentMap } from "../kernel/recent-map.ts";

/**
 * The longest hold (ms), however long the `Retry-After` was. The header may come from a proxy, and the source may be
 * healthy long before the wait ends.
 */
export const longestHold = 15 * 60_000;
/** The maximum number of lists whose holds one process remembers. */
const mostLists = 1_000;

/**
 * The remaining wait (ms), and the status that the source sent: a 429 holds the instance, a 503 only the requested
 * list.
 */
export type Hold = { readonly status: 429 | 503; readonly ms: number };

/** What this process must not request for a while, because the source responded with `Retry-After` (hazard 64). */
export class SourceHolds {
  /** When each hold ends (unix ms), by instance. */
  readonly #instances = new Map<string, number>();
  readonly #lists = new RecentMap<number>(mostLists);

  /** `now` is in unix ms. A shorter hold doesn't shorten a longer one. */
  note(instance: string, path: string, { status, ms }: Hold, now: number): void {
    const [held, key] = status === 429 ? [this.#instances, instance] : [this.#lists, listOf(path)];
    if (ms > 0) held.set(key, now + Math.max(ms, left(held.get(key), now)));
  }

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
 * If more than {@link longestHold} seems to be left, our clock was set back after the hold began. Such a hold counts as
 * over.
 */
function left(until: number | undefined, now: number): number {
  const ms = (until ?? now) - now;
  return ms > 0 && ms <= longestHold ? ms : 0;
}

/**
 * `path` begins with the instance. A list of documents has the same path for each owner, so the owner in the query also
 * counts.
 */
function listOf(path: string): string {
  const [list = "", query] = path.split("?", 2);
  const owner = new URLSearchParams(query);
  return JSON.stringify([list, owner.get("entityType"), owner.get("entityId")]);
}
