import { RecentMap } from "../kernel/recent-map.ts";

/** However long a `Retry-After` is, the source is asked again after this (ms): it may come from a proxy that is long healthy. */
export const longestHold = 15 * 60_000;
/** So many lists are held at once, in one process. */
const mostLists = 1_000;

/**
 * For how long (ms, {@link longestHold} at most) a request mustn't be sent, and what the source said: 429 holds its instance, 503
 * its list.
 */
export type Hold = { readonly status: 429 | 503; readonly ms: number };

/** What the source asked this process to leave alone for a while, by `Retry-After` (hazard 64). */
export class SourceHolds {
  /** Until when (unix ms), by instance. */
  readonly #instances = new Map<string, number>();
  /** The same by instance and list. */
  readonly #lists = new RecentMap<number>(mostLists);

  /** Notes a refusal that came at `now` (unix ms). A shorter hold doesn't end a longer one. */
  note(instance: string, path: string, { status, ms }: Hold, now: number): void {
    const [held, key] = status === 429 ? [this.#instances, instance] : [this.#lists, listOf(path)];
    if (ms > 0) held.set(key, now + Math.max(ms, left(held.get(key), now)));
  }

  /** The hold that a request to `path` has to wait for at `now` (unix ms). */
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

/** A hold that seems to last longer than any was noted by a clock that was set back since, and is over. */
function left(until: number | undefined, now: number): number {
  const ms = (until ?? now) - now;
  return ms > 0 && ms <= longestHold ? ms : 0;
}

/** A list is a path, which begins with its instance; of documents it is the path of one owner. */
function listOf(path: string): string {
  const [list = "", query] = path.split("?", 2);
  const owner = new URLSearchParams(query);
  return JSON.stringify([list, owner.get("entityType"), owner.get("entityId")]);
}
