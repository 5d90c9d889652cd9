import { expect, test } from "vitest";
import type { ChangeLogEntry, MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { risen, tombstoneOf } from "../../../../shared/mirror/next-item.ts";
import { respelledItem } from "../../../../shared/mirror/records/changed-item.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const owner = { type: "Company", id: "c1" } as const;
const entry = (seq: number, rest: Partial<ChangeLogEntry>): ChangeLogEntry => ({
  ...{ seq, observedAt: seq, detectedBy: "timeline", facts: [{ type: "document.renamed", key: "" }] },
  ...rest,
});
const item = (changeLog: readonly ChangeLogEntry[]): MirrorItem => ({
  ...{ pk: "p", sk: "d1", instance: "acme", resource: "document", id: "d1", seq: 2, state: "live", asOf: 5_000 },
  ...{ observedAt: 2, firstSeenAt: 1, full: { body: { name: "B" }, digest: "d" }, changeLog: [...changeLog] },
});
const removed = (of: MirrorItem, asOf: number): MirrorItem =>
  tombstoneOf(
    of,
    asOf,
    { now: 9_000, seqFloor: 0, retention: 60_000 },
    {
      ...{
        detectedBy: "snapshot",
        facts: [{ type: "document.removed", key: "", owner }],
        reason: "not_found_or_no_access",
      },
    },
  );

test("a tombstone keeps digests and former event ids, and no values", () => {
  const changes = [{ field: "name", from: "A", to: "B" }];
  const tombstone = removed(
    item([
      entry(1, { facts: [{ type: "document.created", key: "", owner }], baseline: true }),
      entry(2, {
        facts: [
          { type: "document.renamed", key: "x", changes },
          { type: "document.moved", key: "y", owner },
        ],
      }),
    ]),
    6_000,
  );
  expect(tombstone).toMatchObject({ state: "deleted", seq: 3, full: { body: {}, digest: "d" }, expiresAt: 69 });
  expect(tombstone.changeLog.slice(0, 2)).toStrictEqual([
    entry(1, { facts: [{ type: "document.created", key: "", owner }], baseline: true }),
    entry(2, {
      changesUnknown: true,
      facts: [
        { type: "document.renamed", key: "x" },
        { type: "document.moved", key: "y", owner },
      ],
    }),
  ]);
  expect(tombstone.changeLog[2]).toMatchObject({ seq: 3, reason: "not_found_or_no_access" });
});

test("a tombstone is never as of an earlier time than what it replaces", () => {
  expect(removed(item([]), 4_000).asOf).toBe(5_000);
  expect(removed(item([]), 6_000).asOf).toBe(6_000);
});

async function aPerson() {
  const world = mirrorWith();
  await world.see("person", [{ id: "p1", lastName: "Berg", modified: "2026-01-05T08:00:00Z" }]);
  return world.item("p1");
}

test("a change is above the item's last one and the instance's floor, and never as old as the one before", async () => {
  const item = { ...(await aPerson()), seq: 5, observedAt: 100 };
  const entry = { detectedBy: "timeline" as const, facts: [] };
  const raised = (now: number, seqFloor: number) => risen(item, item, { now, seqFloor }, entry);
  expect(raised(200, 1)).toMatchObject({ seq: 6, observedAt: 200 });
  expect(raised(50, 1_000)).toMatchObject({ seq: 1_001, observedAt: 101 });
});

test.each([
  { known: 100, seen: 200, asOf: 200 },
  { known: 200, seen: 100, asOf: 200 },
])("a new spelling that was read as of $seen leaves an item of $known as of $asOf", async ({ known, seen, asOf }) => {
  const item = { ...(await aPerson()), asOf: known };
  const row = { id: "p1", body: { id: "p1", lastName: "Berg", modified: "2026-01-05T08:00:00Z" } };
  const moment = { beganAt: seen, asOf: seen };
  const observation = { instance: "acme", resource: "person", row, form: "full", moment, state: "live" } as const;
  expect(respelledItem(item, { ...observation, detectedBy: "scrub", draining: false })).toMatchObject({ asOf });
});
