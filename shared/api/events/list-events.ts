import { typeMatches } from "../../fanout/subscription-index.ts";
import type { Subject } from "../../kernel/catalogue.ts";
import { defined } from "../../kernel/defined.ts";
import { idBoundary } from "../../publishing/event-key.ts";
import type { EventPage, EventStore, StoredEvent } from "../../publishing/event-store.ts";

type Store = Pick<EventStore, "list" | "newest" | "bySubject">;

export type EventsAsked = {
  readonly instance: string;
  readonly order: "oldest" | "newest";
  /** Unix ms: detected at or after, and before. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** A type, `<subject>.*` or `*`, as subscriptions understand them. */
  readonly type?: string | undefined;
  readonly subject?: { readonly type: Subject; readonly id: string } | undefined;
  /** Id of the last event that the page before looked at. */
  readonly after?: string | undefined;
  readonly limit: number;
};

/** `last`: the last event that was looked at, whether it is listed or not. */
export type EventsFound = {
  readonly events: readonly StoredEvent[];
  readonly last: string | undefined;
  readonly more: boolean;
};

/** Events that one page looks at: an instance has millions, and a request has no time for them. */
export const mostEventsLooked = 2_000;

/** A page of the events of an instance that `isVisible` and what is asked let through. It ends before one that has no room. */
export async function listEvents(
  store: Store,
  asked: EventsAsked,
  isVisible: (event: StoredEvent) => boolean,
  hasRoom: (event: StoredEvent) => boolean = () => true,
): Promise<EventsFound> {
  const { type, sinceMs, untilMs, limit } = asked;
  const events: StoredEvent[] = [];
  let last: string | undefined;
  let looked = 0;
  for await (const event of inOrder(store, asked)) {
    if (events.length === limit || looked === mostEventsLooked) return { events, last, more: true };
    const { id, type: given, detectedAt } = event.envelope;
    const at = Date.parse(detectedAt);
    const isWanted = (type === undefined || typeMatches(type, given)) && at >= sinceMs && at < untilMs;
    const isListed = isWanted && isVisible(event);
    if (isListed && !hasRoom(event)) return { events, last, more: true };
    if (isListed) events.push(event);
    looked += 1;
    last = id;
  }
  return { events, last, more: false };
}

function inOrder(store: Store, asked: EventsAsked): AsyncGenerator<StoredEvent> {
  const { instance, order, sinceMs, untilMs, subject, after, limit } = asked;
  if (subject !== undefined) {
    const descending = order === "newest";
    const bySubject = (afterId: string | undefined) =>
      store.bySubject(instance, subject.type, subject.id, { limit, descending, ...defined({ afterId }) });
    return everyPage(bySubject, after);
  }
  if (order === "newest")
    return store.newest(instance, { beforeId: after ?? idBoundary(untilMs), sinceMs, ahead: limit });
  const list = (afterId = idBoundary(sinceMs)) => store.list(instance, { afterId, untilMs, limit });
  return everyPage(list, after);
}

async function* everyPage(
  read: (afterId: string | undefined) => Promise<EventPage>,
  after: string | undefined,
): AsyncGenerator<StoredEvent> {
  let afterId = after;
  for (;;) {
    const page = await read(afterId);
    yield* page.events;
    const last = page.events.at(-1);
    if (!page.more || last === undefined) return;
    afterId = last.envelope.id;
  }
}
