import type { AnsweringParts } from "../../../shared/polling/credential-test/credential-tests.ts";
import { testCredential } from "../../../shared/polling/credential-test/test-credential.ts";
import { InstanceAccess } from "../../../shared/polling/instance-access.ts";
import { journalLimits } from "../../../shared/polling/journal/journal-limits.ts";
import { createJournalReader, type JournalReader } from "../../../shared/polling/journal/journal-reader.ts";
import { createOwnerReader } from "../../../shared/polling/owners/owner-reader.ts";
import { createRoomReader } from "../../../shared/polling/owners/room-reader.ts";
import type { PollParts } from "../../../shared/polling/poll-feeds.ts";
import { createQuarantine } from "../../../shared/polling/quarantine/quarantine.ts";
import { createQuarantineRetry } from "../../../shared/polling/quarantine/retry-quarantined.ts";
import { RemovalGuard } from "../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { PageSizes } from "../../../shared/polling/rows/page-sizes.ts";
import { createSchemaWatch } from "../../../shared/polling/schema/schema-watch.ts";
import { documentScrub } from "../../../shared/polling/scrub/document-scrub.ts";
import { recordScrub } from "../../../shared/polling/scrub/record-scrub.ts";
import { createScrubReader } from "../../../shared/polling/scrub/scrub-reader.ts";
import type { ScrubSubject } from "../../../shared/polling/scrub/scrub-subject.ts";
import { createTemplateReader } from "../../../shared/polling/templates/template-reader.ts";
import { drainedTimelines } from "../../../shared/polling/timelines/drained-timelines.ts";
import { createTimelineReader } from "../../../shared/polling/timelines/timeline-reader.ts";
import { FeedTally } from "../../../shared/polling/visits/feed-tally.ts";
import { RecentVisits } from "../../../shared/polling/visits/recent-visits.ts";
import { createCountReader } from "../../../shared/polling/walks/count-reader.ts";
import { WalkNotes } from "../../../shared/polling/walks/walk-notes.ts";
import { createWalkReader } from "../../../shared/polling/walks/walk-reader.ts";
import type { Container } from "../container.ts";
import {
  arrivals,
  journalSink,
  mirrorOfOwners,
  operationalEvents,
  recordSink,
  roomWatch,
  scrubMemory,
  walkMemory,
} from "./mirror.ts";
import { accessNotices, feedNotices, removalNotices } from "./polling-notices.ts";
import { feedStore, hintPrecision, ownerFeeds, pressureGauge, stalledOwners, subOwners } from "./schedule.ts";
import { clockSkews, instanceRegistry, secretBox, sourceOutages } from "./source.ts";
import { sourceFactory, sourceHttp } from "./source-client.ts";
import { turns } from "./turns.ts";

export function quarantine({ engine }: Container): ReturnType<typeof createQuarantine> {
  const { clock, logger, metrics, settings } = engine;
  return createQuarantine({ table: engine.table("feeds"), clock, logger, metrics, timings: settings.timings });
}

export function schemaWatch({ engine }: Container): ReturnType<typeof createSchemaWatch> {
  const { clock, logger, metrics } = engine;
  return createSchemaWatch({ table: engine.table("feeds"), clock, logger, metrics });
}

export function removalLedger({ engine }: Container): RemovalLedger {
  return new RemovalLedger(engine.table("feeds"));
}

function removalGuard({ engine, get }: Container): RemovalGuard {
  const { clock, logger } = engine;
  const notices = removalNotices(get(operationalEvents));
  return new RemovalGuard({ ledger: get(removalLedger), notices, clock, logger });
}

function walkNotes({ engine }: Container): WalkNotes {
  return new WalkNotes(engine.table("feeds"), engine.clock);
}

function journalReader({ engine, get }: Container): JournalReader {
  return createJournalReader({
    ...{ journal: get(journalSink), schema: get(schemaWatch) },
    quarantine: get(quarantine),
    limits: journalLimits,
    ...{ clock: engine.clock, timings: engine.settings.timings },
  });
}

function feedReaders({ engine, get }: Container): PollParts["readers"] {
  const { clock, logger, metrics, settings } = engine;
  const { timings } = settings;
  const feeds = get(feedStore);
  const journal = get(journalReader);
  const mirror = get(mirrorOfOwners);
  const parts = { quarantine: get(quarantine), guard: get(removalGuard), notes: get(walkNotes), clock, timings };
  const records = { records: get(recordSink), schema: get(schemaWatch), arrivals: get(arrivals) };
  const walking = {
    ...parts,
    ...records,
    memory: get(walkMemory),
    owners: get(ownerFeeds),
    subOwners: get(subOwners),
    logger,
  };

  const timeline = createTimelineReader({ ...records, quarantine: get(quarantine), timings });
  const walk = createWalkReader({
    ...walking,
    drained: (instance, resource) => drainedTimelines(feeds, instance, resource),
  });
  const count = createCountReader({ feeds, arrivals: get(arrivals), clock, logger, metrics, timings });
  const template = createTemplateReader(walking);
  const scrubbed = { ...records, quarantine: get(quarantine), memory: get(scrubMemory), timings };
  const scrub = (subject: ScrubSubject) => createScrubReader({ subject, clock, metrics, timings });
  return {
    "person-timeline": timeline,
    "company-timeline": timeline,
    "project-timeline": timeline,
    "activity-timeline": timeline,
    room: createRoomReader({ journal, mirror, rooms: get(roomWatch) }),
    owner: createOwnerReader({ ...parts, journal, mirror, owners: get(journalSink) }),
    "person-walk": walk,
    "company-walk": walk,
    "project-walk": walk,
    "activity-walk": walk,
    "person-count": count,
    "company-count": count,
    "project-count": count,
    "activity-count": count,
    "company-template": template,
    "project-template": template,
    "project-scrub": scrub(recordScrub(scrubbed, "project")),
    "activity-scrub": scrub(recordScrub(scrubbed, "activity")),
    "document-scrub": scrub(documentScrub({ memory: get(scrubMemory), mirror })),
  };
}

export function pollParts({ engine, get }: Container): PollParts {
  const { clock, randomness, logger, metrics, settings } = engine;
  const operational = get(operationalEvents);
  const registry = get(instanceRegistry);
  return {
    feeds: get(feedStore),
    readers: get(feedReaders),
    walks: get(ownerFeeds),
    registry,
    sources: get(sourceFactory),
    budget: get(pressureGauge),
    outages: get(sourceOutages),
    clockSkews: get(clockSkews),
    access: new InstanceAccess({ registry, notices: accessNotices(operational, clock), clock, logger }),
    hints: get(hintPrecision),
    tally: new FeedTally(),
    recent: new RecentVisits(clock),
    notices: feedNotices(operational, get(stalledOwners), clock, metrics),
    pageSizes: new PageSizes(engine.table("feeds"), clock),
    quarantine: get(quarantine),
    retryQuarantined: createQuarantineRetry({
      records: get(recordSink),
      feeds: get(feedStore),
      table: engine.table("feeds"),
      clock,
    }),
    ...{ clock, randomness, logger, metrics, timings: settings.timings },
  };
}

export function credentialTesting({ engine, context, get }: Container): AnsweringParts {
  const parts = { ...context, http: get(sourceHttp), turns: get(turns) };
  return {
    ...{ table: engine.table("feeds"), secrets: get(secretBox), clock: engine.clock },
    test: (instance, pair, until) => testCredential(parts, instance, pair, until),
  };
}
