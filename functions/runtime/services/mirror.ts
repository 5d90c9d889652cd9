import { MirrorOfOwners } from "../../../shared/mirror/documents/mirror-of-owners.ts";
import { PlacementRows } from "../../../shared/mirror/documents/placement-rows.ts";
import { UnfoundDocuments } from "../../../shared/mirror/documents/unfound-documents.ts";
import { MirrorJournalSink } from "../../../shared/mirror/journal/journal-sink.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { ActivityStatuses } from "../../../shared/mirror/records/activity-statuses.ts";
import { MirrorRecordSink } from "../../../shared/mirror/records/record-sink.ts";
import { MirrorRoomWatch } from "../../../shared/mirror/rooms/room-watch.ts";
import { MirrorScrubMemory } from "../../../shared/mirror/scrub-memory.ts";
import { MirrorWalkMemory } from "../../../shared/mirror/walk-memory.ts";
import { Arrivals } from "../../../shared/polling/walks/arrivals.ts";
import type { Container } from "../container.ts";
import { ownerFeeds, subOwners } from "./schedule.ts";
import { instanceRegistry } from "./source.ts";

/** Events about the bridge itself, such as `bridge.feed_stalled`. */
export function operationalEvents({ engine }: Container): OperationalEvents {
  const { clock, settings } = engine;
  return new OperationalEvents({ mirror: engine.table("mirror"), clock, timings: settings.timings });
}

export function arrivals({ engine }: Container): Arrivals {
  return new Arrivals(engine.table("feeds"));
}

export function recordSink({ engine, get }: Container): MirrorRecordSink {
  const { clock, settings } = engine;
  const owners = get(ownerFeeds);
  return new MirrorRecordSink({
    ...{ mirror: engine.table("mirror"), owners, walks: owners, hints: owners, arrivals: get(arrivals) },
    instances: get(instanceRegistry),
    statuses: new ActivityStatuses(engine.table("feeds")),
    ...{ clock, timings: settings.timings },
  });
}

export function walkMemory({ engine, get }: Container): MirrorWalkMemory {
  const { clock, settings } = engine;
  return new MirrorWalkMemory({
    ...{ mirror: engine.table("mirror"), records: get(recordSink), owners: get(ownerFeeds) },
    ...{ instances: get(instanceRegistry), clock, timings: settings.timings },
  });
}

export function scrubMemory({ engine }: Container): MirrorScrubMemory {
  return new MirrorScrubMemory(engine.table("mirror"));
}

export function journalSink({ engine }: Container): MirrorJournalSink {
  return new MirrorJournalSink({ mirror: engine.table("mirror"), clock: engine.clock });
}

export function mirrorOfOwners({ engine, get }: Container): MirrorOfOwners {
  const { clock, settings } = engine;
  const mirror = engine.table("mirror");
  const owners = get(ownerFeeds);
  return new MirrorOfOwners({
    ...{ mirror, rows: new PlacementRows(mirror, clock), dirty: owners, hints: owners },
    ...{ subOwners: get(subOwners), unfound: new UnfoundDocuments(engine.table("feeds"), clock) },
    ...{ instances: get(instanceRegistry), clock, timings: settings.timings },
  });
}

export function roomWatch({ engine, get }: Container): MirrorRoomWatch {
  return new MirrorRoomWatch({
    ...{ mirror: engine.table("mirror"), instances: get(instanceRegistry), clock: engine.clock },
  });
}
