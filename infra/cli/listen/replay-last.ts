import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { eventsOf } from "../client/events-of.ts";
import type { Pulled } from "./forward-event.ts";
import type { Wanted } from "./temporary-subscription.ts";

/** The most events in one replay. */
export const mostReplayed = 200;

/** Replays the newest events of the wanted types. Resolves with their ids. */
export async function replayLast(
  api: ApiClient,
  id: string,
  wanted: Wanted,
  count: number,
): Promise<readonly string[]> {
  const { eventTypes: types, instances, baseline } = wanted;
  const newest = await eventsOf(api, { types, instances, order: "newest", withoutBaseline: !baseline }, count);
  const events = newest.map((event) => event.id);
  if (events.length === 0) return [];
  const body = { events, dryRun: false, perSecond: mostReplayed };
  await answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path: { id } }, body }));
  return events;
}

type Copy = { readonly event: Pick<Pulled["event"], "id">; readonly replay?: boolean | undefined };

/**
 * An event that was being delivered when `listen` created its subscription arrives twice: directly, and in the first
 * replay of `listen` (`replayed`). A later replay isn't a second copy, because someone requested it.
 */
export class SecondCopies {
  /** For each event id, whether the handled copy came from the first replay. */
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

  /** A copy is taken when the receiver accepts it, or when it isn't posted again. */
  taken({ event: { id }, replay = false }: Copy): void {
    if (this.#replayed.has(id)) this.#taken.set(id, replay);
  }
}
