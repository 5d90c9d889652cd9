import { Arrivals } from "../../../shared/mirror/arrivals.ts";
import { PlacementRows } from "../../../shared/mirror/documents/placement-rows.ts";
import { JournalSink } from "../../../shared/mirror/journal/journal-sink.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { WalkMemory } from "../../../shared/mirror/records/walk-memory.ts";
import { RoomWatch } from "../../../shared/mirror/rooms/room-watch.ts";
import { OwnerMirror } from "../../../shared/polling/documents/owner-mirror.ts";
import { UnfoundDocuments } from "../../../shared/polling/documents/unfound-documents.ts";
import { RecordSink } from "../../../shared/polling/observe/record-sink.ts";
import { type Container, onTable } from "../container.ts";
import { ownerFeeds, subOwners } from "./schedule.ts";
import { instanceRegistry } from "./source.ts";
import { turns } from "./turns.ts";

export const operationalEvents = /* @__PURE__ */ onTable(
  "mirror",
  (mirror, context) => new OperationalEvents({ ...context, mirror }),
);
export const arrivals = /* @__PURE__ */ onTable("feeds", (table) => new Arrivals(table));

export function recordSink({ engine, context, get }: Container): RecordSink {
  const owners = get(ownerFeeds);
  return new RecordSink({
    ...context,
    ...{ mirror: engine.table("mirror"), owners, walks: owners, hints: owners, arrivals: get(arrivals) },
    instances: get(instanceRegistry),
    feeds: engine.table("feeds"),
    turns: get(turns),
  });
}

export function walkMemory({ engine, context, get }: Container): WalkMemory {
  const [owners, instances] = [get(ownerFeeds), get(instanceRegistry)];
  return new WalkMemory({ ...context, mirror: engine.table("mirror"), owners, instances });
}

export const journalSink = /* @__PURE__ */ onTable(
  "mirror",
  (mirror, context) => new JournalSink({ ...context, mirror }),
);

export function mirrorOfOwners({ engine, context, get }: Container): OwnerMirror {
  const mirror = engine.table("mirror");
  const owners = get(ownerFeeds);
  return new OwnerMirror({
    ...context,
    ...{ mirror, rows: new PlacementRows(mirror, context.clock), dirty: owners, hints: owners },
    ...{ subOwners: get(subOwners), unfound: new UnfoundDocuments(engine.table("feeds"), context.clock) },
    ...{ instances: get(instanceRegistry), turns: get(turns) },
  });
}

export function roomWatch({ engine, context, get }: Container): RoomWatch {
  return new RoomWatch({ ...context, mirror: engine.table("mirror"), instances: get(instanceRegistry) });
}
