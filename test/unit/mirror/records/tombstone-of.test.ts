import { expect, test } from "vitest";
import type { ChangeLogEntry, MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { tombstoneOf } from "../../../../shared/mirror/records/next-item.ts";

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
