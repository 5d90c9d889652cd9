import { idBoundary } from "../../publishing/event-key.ts";
import type { EventStore, StoredEvent } from "../../publishing/event-store.ts";

type Asked = {
  readonly instance: string;
  /** Exclusive upper bound: an event id, or the boundary of a moment. */
  readonly beforeId: string;
  readonly untilMs: number;
  readonly sinceMs: number;
  readonly limit: number;
};

const firstWindow = 60_000;
const smallestWindow = 250;
const growth = 4;

/**
 * The last events before a moment, newest first. The store lists forwards only, so windows are read backwards from the
 * end; they grow while they are empty and shrink where one holds more than is wanted.
 */
export async function newestEvents(
  store: Pick<EventStore, "list">,
  { instance, beforeId, untilMs, sinceMs, limit }: Asked,
): Promise<{ readonly events: readonly StoredEvent[]; readonly more: boolean }> {
  const found: StoredEvent[] = [];
  let end = untilMs;
  let size = firstWindow;
  while (end > sinceMs && found.length <= limit) {
    const begin = Math.max(sinceMs, end - size);
    const page = await store.list(instance, { afterId: idBoundary(begin), untilMs: end, limit: limit + 1 });
    if (page.more && end - begin > smallestWindow) {
      size = Math.max(smallestWindow, Math.floor((end - begin) / growth));
      continue;
    }
    const events = page.more ? await wholeWindow(store, instance, begin, end) : page.events;
    found.push(...events.filter(({ envelope }) => envelope.id < beforeId).reverse());
    end = begin;
    size *= growth;
  }
  return { events: found.slice(0, limit), more: found.length > limit };
}

/** A burst inside the smallest window: its end is wanted, so all of it is read. */
async function wholeWindow(store: Pick<EventStore, "list">, instance: string, begin: number, untilMs: number) {
  const events: StoredEvent[] = [];
  let afterId = idBoundary(begin);
  for (;;) {
    const page = await store.list(instance, { afterId, untilMs, limit: 1_000 });
    events.push(...page.events);
    const last = page.events.at(-1);
    if (!page.more || last === undefined) return events;
    afterId = last.envelope.id;
  }
}
