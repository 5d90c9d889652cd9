import { MirrorOfOwners } from "../../../shared/mirror/documents/mirror-of-owners.ts";
import { PlacementRows } from "../../../shared/mirror/documents/placement-rows.ts";
import { MirrorJournalSink } from "../../../shared/mirror/journal/journal-sink.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { ActivityStatuses } from "../../../shared/mirror/records/activity-statuses.ts";
import { MirrorRecordSink } from "../../../shared/mirror/records/record-sink.ts";
import { MirrorRoomWatch } from "../../../shared/mirror/rooms/room-watch.ts";
import { MirrorWalkMemory } from "../../../shared/mirror/walk-memory.ts";
import { InstanceAccess } from "../../../shared/polling/instance-access.ts";
import { journalLimits } from "../../../shared/polling/journal/journal-limits.ts";
import { createJournalReader } from "../../../shared/polling/journal/journal-reader.ts";
import { createOwnerReader } from "../../../shared/polling/owners/owner-reader.ts";
import { createRoomReader } from "../../../shared/polling/owners/room-reader.ts";
import type { PollParts } from "../../../shared/polling/poll-feeds.ts";
import { createQuarantine } from "../../../shared/polling/quarantine/quarantine.ts";
import { createQuarantineRetry } from "../../../shared/polling/quarantine/retry-quarantined.ts";
import { RemovalGuard } from "../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { createSchemaWatch } from "../../../shared/polling/schema/schema-watch.ts";
import { watchedJournal } from "../../../shared/polling/schema/watched-journal.ts";
import { createTemplateReader } from "../../../shared/polling/templates/template-reader.ts";
import { drainedTimelines } from "../../../shared/polling/timelines/drained-timelines.ts";
import { createTimelineReader } from "../../../shared/polling/timelines/timeline-reader.ts";
import { FeedTally } from "../../../shared/polling/visits/feed-tally.ts";
import { Arrivals } from "../../../shared/polling/walks/arrivals.ts";
import { createCountReader } from "../../../shared/polling/walks/count-reader.ts";
import { WalkNotes } from "../../../shared/polling/walks/walk-notes.ts";
import { createWalkReader } from "../../../shared/polling/walks/walk-reader.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { HintPrecision } from "../../../shared/schedule/feeds/hint-precision.ts";
import { OwnerFeeds } from "../../../shared/schedule/feeds/owner-feeds.ts";
import type { SourceHttp } from "../../../shared/source/source-http.ts";
import type { Engine } from "../engine.ts";
import { accessNotices } from "./access-notices.ts";
import { feedNotices } from "./feed-notices.ts";
import { removalNotices } from "./removal-notices.ts";
import { sourceServices } from "./source-services.ts";

/** One per process: it keeps the source's tokens and connections. */
export function pollServices(engine: Engine, http: SourceHttp): PollParts {
  const { clock, randomness, logger, metrics, settings } = engine;
  const { timings } = settings;
  const mirror = engine.table("mirror");
  const table = engine.table("feeds");
  const { registry, sources } = sourceServices(engine, http);
  const feeds = new FeedStore(table);
  const hints = new HintPrecision(table, clock, randomness);
  const owners = new OwnerFeeds(feeds, hints);
  const statuses = new ActivityStatuses(table);
  const quarantine = createQuarantine({ table, clock, logger, metrics, timings });

  const arrivals = new Arrivals(table);
  const writing = { mirror, owners, walks: owners, hints: owners, arrivals };
  const records = new MirrorRecordSink({ ...writing, instances: registry, statuses, clock, timings });
  const memory = new MirrorWalkMemory({ mirror, records, owners, instances: registry, clock, timings });
  const schema = createSchemaWatch({ table, clock, logger, metrics });
  const timeline = createTimelineReader({ records, quarantine, schema, timings });
  const entries = new MirrorJournalSink({ mirror, clock });
  const journal = createJournalReader({
    journal: watchedJournal(entries, schema),
    quarantine,
    clock,
    limits: journalLimits,
    timings,
  });
  const operational = new OperationalEvents({ mirror, clock, timings });
  const guard = new RemovalGuard({
    ledger: new RemovalLedger(table),
    notices: removalNotices(operational),
    clock,
    logger,
  });
  const notes = new WalkNotes(table, clock);
  const seen = { records, quarantine, schema, memory, notes, owners, guard, arrivals };
  const walk = createWalkReader({
    ...seen,
    drained: (instance, resource) => drainedTimelines(feeds, instance, resource),
    clock,
    logger,
    timings,
  });
  const rows = new PlacementRows(mirror, clock);
  const documents = new MirrorOfOwners({
    ...{ mirror, rows, dirty: owners, hints: owners, instances: registry },
    ...{ clock, timings },
  });
  const rooms = new MirrorRoomWatch({ mirror, instances: registry, clock });
  const room = createRoomReader({ journal, mirror: documents, rooms });
  const owner = createOwnerReader({
    journal,
    owners: entries,
    mirror: documents,
    quarantine,
    notes,
    guard,
    clock,
    timings,
  });
  const templates = createTemplateReader({ ...seen, clock, logger, timings });
  const count = createCountReader({ feeds, arrivals, clock, logger, metrics, timings });
  const access = new InstanceAccess({ registry, notices: accessNotices(operational, clock), logger });
  const readers: PollParts["readers"] = {
    "person-timeline": timeline,
    "company-timeline": timeline,
    "project-timeline": timeline,
    "activity-timeline": timeline,
    room,
    owner,
    "person-walk": walk,
    "company-walk": walk,
    "project-walk": walk,
    "activity-walk": walk,
    "person-count": count,
    "company-count": count,
    "project-count": count,
    "activity-count": count,
    "company-template": templates,
    "project-template": templates,
  };
  const trouble = {
    tally: new FeedTally(),
    notices: feedNotices(operational, clock, metrics),
    quarantine,
    retryQuarantined: createQuarantineRetry({ records, table, clock }),
  };
  const core = { feeds, readers, walks: owners, registry, sources, access, hints, ...trouble };
  return { ...core, clock, randomness, logger, metrics, timings };
}
