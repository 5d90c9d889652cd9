import { MirrorJournalSink } from "../../shared/mirror/journal/journal-sink.ts";
import { OperationalEvents } from "../../shared/mirror/operational-events.ts";
import { ActivityStatuses } from "../../shared/mirror/records/activity-statuses.ts";
import { MirrorRecordSink } from "../../shared/mirror/records/record-sink.ts";
import { MirrorWalkMemory } from "../../shared/mirror/walk-memory.ts";
import { InstanceAccess } from "../../shared/polling/instance-access.ts";
import { journalLimits } from "../../shared/polling/journal/journal-limits.ts";
import { createJournalReader } from "../../shared/polling/journal/journal-reader.ts";
import type { PollParts } from "../../shared/polling/poll-feeds.ts";
import { createQuarantine } from "../../shared/polling/quarantine.ts";
import { drainedTimelines } from "../../shared/polling/timelines/drained-timelines.ts";
import { createTimelineReader } from "../../shared/polling/timelines/timeline-reader.ts";
import { WalkNotes } from "../../shared/polling/walks/walk-notes.ts";
import { createWalkReader } from "../../shared/polling/walks/walk-reader.ts";
import { FeedStore } from "../../shared/schedule/feeds/feed-store.ts";
import { OwnerFeeds } from "../../shared/schedule/feeds/owner-feeds.ts";
import { accessNotices } from "./access-notices.ts";
import type { Engine } from "./engine.ts";
import { type SourceServices, sourceServices } from "./source-services.ts";

export type PollServices = { readonly parts: PollParts; readonly http: SourceServices["http"] };

/** One per process: it keeps the source's tokens and connections. */
export function pollServices(engine: Engine): PollServices {
  const { clock, randomness, logger, metrics, settings } = engine;
  const { timings } = settings;
  const mirror = engine.table("mirror");
  const table = engine.table("feeds");
  const { registry, sources, http } = sourceServices(engine);
  const feeds = new FeedStore(table);
  const owners = new OwnerFeeds(feeds);
  const statuses = new ActivityStatuses(table);
  const quarantine = createQuarantine({ table, clock, metrics });

  const writing = { mirror, owners, walks: owners, hints: owners };
  const records = new MirrorRecordSink({ ...writing, instances: registry, statuses, clock, timings });
  const memory = new MirrorWalkMemory({ mirror, records, instances: registry, clock, timings });
  const timeline = createTimelineReader({ records, quarantine, timings });
  const journal = createJournalReader({
    journal: new MirrorJournalSink({ mirror, clock }),
    quarantine,
    clock,
    limits: journalLimits,
    timings,
  });
  const walk = createWalkReader({
    records,
    quarantine,
    memory,
    notes: new WalkNotes(table, clock),
    owners,
    drained: (instance, resource) => drainedTimelines(feeds, instance, resource),
    clock,
    logger,
    timings,
  });
  const operational = new OperationalEvents({ mirror, clock, timings });
  const access = new InstanceAccess({ registry, notices: accessNotices(operational, clock), logger });
  const readers: PollParts["readers"] = {
    "person-timeline": timeline,
    "company-timeline": timeline,
    "project-timeline": timeline,
    "activity-timeline": timeline,
    room: journal,
    owner: journal,
    "person-walk": walk,
    "company-walk": walk,
    "project-walk": walk,
    "activity-walk": walk,
  };
  const core = { feeds, readers, walks: owners, registry, sources, access };
  return { parts: { ...core, clock, randomness, logger, metrics, timings }, http };
}
