import type { Subject } from "../../kernel/catalogue.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { parseStored } from "../../kernel/parse.ts";
import { type MirrorItem, mirrorItem } from "../../mirror/mirror-item.ts";
import { recordKey } from "../../mirror/mirror-key.ts";
import { parsePoison, poisonPrefix } from "../../polling/quarantine/quarantine.ts";
import { eventsFrom } from "../../publishing/events-from.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import { type Feed, feedIdOf } from "../../schedule/feeds/feed.ts";
import { fixedFeeds } from "../../schedule/feeds/feeds-of-instance.ts";
import type { ApiServices } from "../api-services.ts";

export type ExplainedSubject = { readonly instance: string; readonly type: Subject; readonly id: string };

/** `stored` is absent if the event isn't published yet or is no longer kept. */
export type ExpectedEvent = {
  readonly id: string;
  readonly type: string;
  readonly seq: number;
  readonly detectedAt: number;
  readonly stored: StoredEvent | undefined;
};

export type RecordTrace = { readonly item: MirrorItem | undefined; readonly events: readonly ExpectedEvent[] };

const mostEvents = 50;

/**
 * The mirror keeps the last 8 changes, and an event's id follows from its change, so a missing event can be detected.
 * For a subject without a mirror item, returns its newest stored events.
 */
export async function traceOf({ mirror, events }: ApiServices, subject: ExplainedSubject): Promise<RecordTrace> {
  const { instance, type, id } = subject;
  const stored = await mirror.get(recordKey(instance, type, id));
  if (stored === undefined) {
    const { events: found } = await events.bySubject(instance, type, id, { limit: mostEvents, descending: true });
    return { item: undefined, events: found.map(expectedOf).toReversed() };
  }
  const item = parseStored(mirrorItem, stored, `mirror item ${type} ${id}`);
  const expected = eventsFrom(undefined, item);
  const kept = await events.getMany(expected.map((event) => ({ instance, id: event.id })));
  return {
    item,
    events: expected.map(({ id: eventId, type: eventType, subject: { seq }, detectedAt }, position) => {
      return { id: eventId, type: eventType, seq, detectedAt: Date.parse(detectedAt), stored: kept[position] };
    }),
  };
}

function expectedOf(stored: StoredEvent): ExpectedEvent {
  const { id, type, subject, detectedAt } = stored.envelope;
  return { id, type, seq: subject.seq, detectedAt: Date.parse(detectedAt), stored };
}

export type ReadingFeed = { readonly feed: Feed; readonly quarantined: boolean };

const mostRows = 200;

export async function readingFeeds(
  { feeds, feedTable }: ApiServices,
  { instance, type, id }: ExplainedSubject,
  owner: Owner | undefined,
): Promise<readonly ReadingFeed[]> {
  const kinds = fixedFeeds(instance).filter(({ kind }) => kind.startsWith(`${type.replace("_", "-")}-`));
  const ofOwner = owner === undefined ? [] : [feedIdOf({ instance, kind: kindOf(owner), owner, query: {} })];
  const standing = await feeds.loadAll([...kinds.map(({ feedId }) => feedId), ...ofOwner]);
  return Promise.all(
    standing.map(async (feed) => {
      const rows = await feedTable.query({ pk: feed.feedId, prefix: poisonPrefix, limit: mostRows });
      return { feed, quarantined: rows.items.some((item) => parsePoison(item).recordId === id) };
    }),
  );
}

const kindOf = ({ type }: Owner) => (type === "Room" ? "room" : "owner");
