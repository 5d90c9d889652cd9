import { FairGate } from "../../../shared/adapters/http/fair-gate.ts";
import type { AnsweringParts } from "../../../shared/polling/credential-test/credential-tests.ts";
import { testCredential } from "../../../shared/polling/credential-test/test-credential.ts";
import { InstanceAccess } from "../../../shared/polling/instance-access.ts";
import { createJournalReader, type JournalReader } from "../../../shared/polling/journal/journal-reader.ts";
import { journalLimits } from "../../../shared/polling/journal/read-journal.ts";
import { createOwnerReader } from "../../../shared/polling/owners/owner-reader.ts";
import { createRoomReader } from "../../../shared/polling/owners/room-reader.ts";
import { createQuarantine } from "../../../shared/polling/quarantine/quarantine.ts";
import { createQuarantineRetry } from "../../../shared/polling/quarantine/retry-quarantined.ts";
import { RemovalGuard } from "../../../shared/polling/removals/removal-guard.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { PageSizes } from "../../../shared/polling/rows/page-sizes.ts";
import { createSchemaWatch } from "../../../shared/polling/schema/schema-watch.ts";
import {
  createScrubReader,
  documentScrub,
  recordScrub,
  type ScrubSubject,
} from "../../../shared/polling/scrub/scrub-reader.ts";
import { createTemplateReader } from "../../../shared/polling/templates/template-reader.ts";
import { createTimelineReader, drainedTimelines } from "../../../shared/polling/timelines/timeline-reader.ts";
import { FeedTally } from "../../../shared/polling/visits/feed-tally.ts";
import { ownersAtOnce, type PollParts } from "../../../shared/polling/visits/poll-feeds.ts";
import { RecentVisits } from "../../../shared/polling/visits/recent-visits.ts";
import { createCountReader } from "../../../shared/polling/walks/count-reader.ts";
import { WalkNotes } from "../../../shared/polling/walks/walk-notes.ts";
import { createWalkReader } from "../../../shared/polling/walks/walk-reader.ts";
import { type Container, onTable } from "../container.ts";
import {
  arrivals,
  journalSink,
  mirrorOfOwners,
  operationalEvents,
  recordSink,
  roomWatch,
  walkMemory,
} from "./mirror.ts";
import { accessNotices, feedNotices, removalNotices } from "./polling-notices.ts";
import { feedStore, hintPrecision, ownerFeeds, pressureGauge, stalledOwners, subOwners } from "./schedule.ts";
import { clockSkews, instanceRegistry, secretBox, sourceOutages } from "./source.ts";
import { sourceFactory, sourceHttp } from "./source-client.ts";
import { turns } from "./turns.ts";

export const quarantine = /* @__PURE__ */ onTable("feeds", (table, context) => createQuarantine({ ...context, table }));
export const schemaWatch = /* @__PURE__ */ onTable("feeds", (table, context) =>
  createSchemaWatch({ ...context, table }),
);
export const removalLedger = /* @__PURE__ */ onTable("feeds", (table) => new RemovalLedger(table));

function removalGuard({ context, get }: Container): RemovalGuard {
  const notices = removalNotices(get(operationalEvents));
  return new RemovalGuard({ ...context, ledger: get(removalLedger), notices });
}

const walkNotes = /* @__PURE__ */ onTable("feeds", (table, { clock }) => new WalkNotes(table, clock));

function journalReader({ context, get }: Container): JournalReader {
  return createJournalReader({
    ...context,
    journal: get(journalSink),
    schema: get(schemaWatch),
    quarantine: get(quarantine),
    limits: journalLimits,
  });
}

function feedReaders({ engine, context, get }: Container): PollParts["readers"] {
  const feeds = get(feedStore);
  const journal = get(journalReader);
  const mirror = get(mirrorOfOwners);
  const parts = { ...context, quarantine: get(quarantine), guard: get(removalGuard), notes: get(walkNotes) };
  const records = { ...parts, records: get(recordSink), schema: get(schemaWatch), arrivals: get(arrivals) };
  const walking = {
    ...records,
    memory: get(walkMemory),
    owners: get(ownerFeeds),
    subOwners: get(subOwners),
  };

  const timeline = createTimelineReader(records);
  const walk = createWalkReader({
    ...walking,
    drained: (instance, resource) => drainedTimelines(feeds, instance, resource),
  });
  const count = createCountReader({ ...context, feeds, arrivals: get(arrivals) });
  const template = createTemplateReader(walking);
  const table = engine.table("mirror");
  const scrubbed = { ...records, mirror: table };
  const scrub = (subject: ScrubSubject) => createScrubReader({ ...context, subject });
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
    "document-scrub": scrub(documentScrub({ mirror: table, documents: mirror })),
  };
}

/** The ids of the feeds that this process is visiting. Undefined on Lambda, where other processes also visit feeds. */
export function visiting(): Set<string> | undefined {
  return undefined;
}

/** Each instance has its own places, so that no instance delays another. */
export function ownerPlaces(): PollParts["inOwnerPlace"] {
  const gates = new Map<string, FairGate>();
  return (instance, work) => {
    // A gate gives each `owner`, which here is the instance, at most half of its places.
    const gate = gates.get(instance) ?? new FairGate(2 * ownersAtOnce);
    gates.set(instance, gate);
    return gate.run({ owner: instance, group: "" }, work);
  };
}

export function pollParts({ engine, context, get }: Container): PollParts {
  const { clock, metrics } = context;
  const operational = get(operationalEvents);
  const registry = get(instanceRegistry);
  const feeds = get(feedStore);
  const table = engine.table("feeds");
  return {
    ...context,
    feeds,
    readers: get(feedReaders),
    walks: get(ownerFeeds),
    registry,
    sources: get(sourceFactory),
    budget: get(pressureGauge),
    outages: get(sourceOutages),
    clockSkews: get(clockSkews),
    access: new InstanceAccess({ ...context, registry, notices: accessNotices(operational, clock) }),
    visiting: get(visiting),
    inOwnerPlace: ownerPlaces(),
    hints: get(hintPrecision),
    tally: new FeedTally(),
    recent: new RecentVisits(clock),
    notices: feedNotices(operational, get(stalledOwners), clock, metrics),
    pageSizes: new PageSizes(table, clock),
    quarantine: get(quarantine),
    retryQuarantined: createQuarantineRetry({ ...context, records: get(recordSink), feeds, table }),
  };
}

export function credentialTesting({ engine, context, get }: Container): AnsweringParts {
  const parts = { ...context, http: get(sourceHttp), turns: get(turns) };
  return {
    ...context,
    table: engine.table("feeds"),
    secrets: get(secretBox),
    test: (instance, pair, until) => testCredential(parts, instance, pair, until),
  };
}
