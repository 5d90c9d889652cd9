import { type Subject, typeMatches } from "../../kernel/catalogue.ts";
import { defined } from "../../kernel/defined.ts";
import { detectedAtOf, idBoundary } from "../../kernel/event-id.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import type { EventPage, EventSpan, EventStore } from "../../publishing/event-store.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";

export type EventsAsked = {
  readonly instance: string;
  readonly order: "oldest" | "newest";
  /** Bounds of the events' detection (unix ms); `untilMs` is excluded. */
  readonly sinceMs: number;
  readonly untilMs: number;
  /** A type, `<subject>.*` or `*`, as in subscriptions. */
  readonly type?: string | undefined;
  readonly subject?: { readonly type: Subject; readonly id: string } | undefined;
  /** The `last` of the previous page. */
  readonly after?: string | undefined;
  readonly limit: number;
};

/**
 * `last`: the id after which the next page continues. It can be the id of an event that isn't listed, or an id at the
 * end of the hours that were read.
 */
export type EventsFound = {
  readonly events: readonly StoredEvent[];
  readonly last: string | undefined;
  readonly more: boolean;
};

/** The maximum number of events that one page reads. An instance has millions of events, too many for one request. */
export const mostEventsLooked = 2_000;

/** Reading that many characters takes about 40 ms of CPU. `PageRoom` bounds the events that a page lists. */
const mostCharactersLeftOut = 4_000_000;

/**
 * The number of events to read before yielding to other work. On one machine, reads are synchronous, and all requests
 * share this thread.
 */
const eventsPerTurn = 50;

/** Each hour takes 16 queries. */
export const mostHoursLooked = 24;

/** Large events take milliseconds to read, so other work also runs after this many characters. */
const mostOfTurn = 256 * 1_024;

/**
 * The maximum number of events per read, and the largest `limit` of a request. Later reads for a page grow to this
 * size, because a filter may leave most events out.
 */
const largestPage = 200;

/** The page ends before the first event for which `hasRoom` is false. */
export async function listEvents(
  store: EventStore,
  asked: EventsAsked,
  isVisible: (event: StoredEvent) => boolean,
  hasRoom: (event: StoredEvent) => boolean = () => true,
): Promise<EventsFound> {
  const { type, limit } = asked;
  const { sinceMs, untilMs, edge } = await spanOf(store, asked);
  const events: StoredEvent[] = [];
  let last: string | undefined;
  let looked = 0;
  let leftOut = 0;
  const turn = new WorkTurn(1);
  for await (const event of inOrder(store, { ...asked, sinceMs, untilMs })) {
    const isEnough = events.length === limit || looked === mostEventsLooked || leftOut > mostCharactersLeftOut;
    if (isEnough) return { events, last, more: true };
    await turn.spend(event.body.length / mostOfTurn + 1 / eventsPerTurn);
    const { id, type: given, detectedAt } = event.envelope;
    const at = Date.parse(detectedAt);
    const isWanted = (type === undefined || typeMatches(type, given)) && at >= sinceMs && at < untilMs;
    const isListed = isWanted && isVisible(event);
    if (isListed && !hasRoom(event)) return { events, last, more: true };
    if (isListed) events.push(event);
    else leftOut += event.body.length;
    looked += 1;
    last = id;
  }
  return { events, last: edge ?? last, more: edge !== undefined };
}

/**
 * `edge`: an id at the boundary between the returned range and the rest of the requested range; absent if nothing is
 * left. A record's events are read from an index, not hour by hour, so their range isn't limited.
 */
async function spanOf(store: EventStore, asked: EventsAsked): Promise<EventSpan & { readonly edge?: string }> {
  const { instance, order, subject, after } = asked;
  if (subject !== undefined) return asked;
  const descending = order === "newest";
  const at = after === undefined ? undefined : detectedAtOf(after);
  const sinceMs = descending ? asked.sinceMs : Math.max(asked.sinceMs, at ?? 0);
  const untilMs = descending ? Math.min(asked.untilMs, (at ?? asked.untilMs) + 1) : asked.untilMs;
  const span = await store.firstHours(instance, { sinceMs, untilMs }, { most: mostHoursLooked, descending });
  if (descending && span.sinceMs > sinceMs) return { ...span, edge: idBoundary(span.sinceMs) };
  return !descending && span.untilMs < untilMs ? { ...span, edge: idBoundary(span.untilMs) } : span;
}

function inOrder(store: EventStore, asked: EventsAsked): AsyncGenerator<StoredEvent> {
  const { instance, order, sinceMs, untilMs, subject, after, limit } = asked;
  if (subject !== undefined) {
    const descending = order === "newest";
    return everyPage(limit, after, (afterId, size) =>
      store.bySubject(instance, subject.type, subject.id, { limit: size, descending, ...defined({ afterId }) }),
    );
  }
  if (order === "newest")
    return store.newest(instance, { beforeId: after ?? idBoundary(untilMs), sinceMs, ahead: limit });
  return everyPage(limit, after, (afterId, size) =>
    store.list(instance, { afterId: afterId ?? idBoundary(sinceMs), untilMs, limit: size }),
  );
}

async function* everyPage(
  limit: number,
  after: string | undefined,
  read: (afterId: string | undefined, limit: number) => Promise<EventPage>,
): AsyncGenerator<StoredEvent> {
  let afterId = after;
  for (let size = limit; ; size = Math.min(4 * size, largestPage)) {
    const page = await read(afterId, size);
    yield* page.events;
    const last = page.events.at(-1);
    if (!page.more || last === undefined) return;
    afterId = last.envelope.id;
  }
}
