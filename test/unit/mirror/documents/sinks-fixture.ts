import type { Owner } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { PlacementRows } from "../../../../shared/mirror/documents/placement-rows.ts";
import type { RecordRow } from "../../../../shared/mirror/records/record-observation.ts";
import type { DocumentPage } from "../../../../shared/polling/documents/owner-mirror.ts";
import { UnfoundDocuments } from "../../../../shared/polling/documents/unfound-documents.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { promptTurns } from "../../../support/turns.ts";
import { LaggingTable } from "../lagging-table.ts";
import { mirrorWith } from "../mirror-fixture.ts";
import { acme } from "./document-parts.ts";

/** What the sinks of an owner's lists need, over a mirror, and pages of the owner `acme` that are read now. */
export function sinksWith() {
  const { mirror, events, clock, instances, source } = mirrorWith();
  const table = new LaggingTable(mirror);
  const dirty: Owner[] = [];
  /** The owners of each request for a poll. */
  const hinted: (readonly Owner[])[] = [];
  const own = { lateReadMargin: 2_000, confirmGap: 60_000, tombstoneRetention: 86_400_000 };
  const parts = {
    ...testContext({ clock, timings: { ...defaultTimings, ...own } }),
    mirror: table,
    rows: new PlacementRows(mirror, clock),
    dirty: { markDirty: async (_: string, owners: readonly Owner[]) => void dirty.push(...owners) },
    hints: { requestPoll: async (_: string, owners: readonly Owner[]) => void hinted.push(owners) },
    ...{ subOwners: { known: async () => [] }, unfound: new UnfoundDocuments(new MemoryTable("feeds"), clock) },
    instances,
    turns: promptTurns(),
  };
  const read = {
    ...{ instance: "acme", owner: acme, draining: false, baseline: false, notes: {}, foldersDeleted: false },
    ...{ foldersAdded: [], detectedBy: "snapshot" as const },
  };
  const rowsOf = (bodies: readonly JsonObject[]): RecordRow[] =>
    bodies.map((body) => ({ id: body["id"] as string, body }));
  /** Time passes, so that the list isn't late. */
  const listOf = (bodies: readonly JsonObject[], rest: Partial<DocumentPage> = {}): DocumentPage => {
    clock.advance(10_000);
    return { ...read, moment: { beganAt: clock.now(), asOf: clock.now() }, rows: rowsOf(bodies), ...rest };
  };
  /** Writes an item like another worker, which raises its write count by one. */
  const writtenElsewhere = async (id: string) => {
    const item = mirror.items.find(({ id: one }) => one === id);
    if (item !== undefined) await mirror.put([{ item: { ...item, rev: Number(item["rev"]) + 1 } }]);
  };
  const stands = (id: string) => mirror.items.find(({ id: one }) => one === id);
  return { mirror, table, events, clock, source, dirty, hinted, parts, read, listOf, writtenElsewhere, stands };
}
