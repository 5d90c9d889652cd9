import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { everyPage, firstOf, type PageQuery } from "../client/every-page.ts";
import { instanceNames } from "../client/partner-path.ts";
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
  const instances = wanted.instances ?? (await instanceNames(api));
  const newest = await Promise.all(instances.map((instance) => newestOf(api, instance, wanted, count)));
  const events = newest
    .flat()
    .sort((one, other) => (one < other ? 1 : -1))
    .slice(0, count);
  if (events.length === 0) return [];
  const body = { events, dryRun: false, perSecond: mostReplayed };
  await answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path: { id } }, body }));
  return events;
}

/** Ids increase with the time of detection, so the ids of several instances can be merged. */
async function newestOf(api: ApiClient, instance: string, wanted: Wanted, count: number): Promise<string[]> {
  // The end is in the future, so that no event is left out if this machine's clock is slightly behind.
  const until = new Date(Date.now() + 60_000).toISOString();
  const query = { instance, order: "newest", until } as const;
  const read = (page: PageQuery) => answerOf(api.GET("/v1/events", { params: { query: { ...query, ...page } } }));
  async function* matching() {
    for await (const event of everyPage(read)) {
      if (event.baseline === true && !wanted.baseline) continue;
      if (wanted.eventTypes.some((pattern) => isOfType(event.type, pattern))) yield event.id;
    }
  }
  return firstOf(matching(), count);
}

export function isOfType(type: string, pattern: string): boolean {
  if (pattern === "*") return !type.startsWith("bridge.");
  return pattern.endsWith(".*") ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
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
