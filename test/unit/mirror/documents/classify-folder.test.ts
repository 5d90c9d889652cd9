import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import {
  addedSinceConnection,
  classifyFolder,
  removedFolder,
} from "../../../../shared/mirror/documents/classify-folder.ts";
import type { FolderTree } from "../../../../shared/mirror/documents/owner-read.ts";
import type { MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { storedBodyOf } from "../../../../shared/mirror/records/bodies.ts";
import { acme, now } from "./document-parts.ts";

const connectedAt = now - 3_600_000;
const context = {
  ...{ now, seqFloor: 1_000, connectedAt, lateReadMargin: 2_000, retention: 86_400_000 },
  added: new Set<string>(),
};
const body: JsonObject = { id: "f1", name: "A", parentId: null, path: "A" };
const rowOf = (shown: JsonObject) => ({ id: "f1", body: shown });

function tree(rest: Partial<FolderTree> = {}): FolderTree {
  return {
    ...{ instance: "acme", owner: acme, draining: false, baseline: false, notes: {}, foldersDeleted: false },
    ...{
      foldersAdded: [],
      moment: { beganAt: now - 10, asOf: now },
      rows: [],
      shown: new Set(),
      unidentified: 0,
      ownerIsGone: false,
    },
    ...rest,
  };
}

function folder(rest: Partial<MirrorItem> = {}): MirrorItem {
  const asOf = now - 60_000;
  return {
    ...{ pk: "acme#folder#Company#a", sk: "f1", instance: "acme", id: "f1", seq: 1_004, changeLog: [], rev: 2 },
    ...({ resource: "folder", state: "live", owner: acme } as const),
    ...{ asOf, observedAt: asOf, firstSeenAt: asOf, full: storedBodyOf("folder", body) },
    ...rest,
  };
}

const entryOf = (classified: ReturnType<typeof classifyFolder>) =>
  "item" in classified ? classified.item.changeLog.at(-1) : undefined;

describe("an unknown folder", () => {
  const first = (shown: JsonObject, rest: Partial<FolderTree> = {}, added: readonly string[] = []) =>
    classifyFolder(undefined, rowOf(shown), tree(rest), { ...context, added: new Set(added) });

  test("is created", () => {
    expect(first(body)).toEqual({
      classification: "changed",
      item: {
        ...{ pk: "acme#folder#Company#a", sk: "f1", instance: "acme", resource: "folder", id: "f1", owner: acme },
        ...{ seq: 1_001, state: "live", asOf: now, observedAt: now, firstSeenAt: now, rev: 1 },
        full: storedBodyOf("folder", body),
        changeLog: [
          {
            ...{ seq: 1_001, observedAt: now, detectedBy: "snapshot" },
            facts: [{ type: "folder.created", key: "" }],
          },
        ],
      },
    });
  });

  test("is baseline in the first pass of an owner that first contact found, unless the journal says that it was added", () => {
    const both = { draining: true, baseline: true };
    expect(first(body, both)).toMatchObject({ item: { baseline: true, changeLog: [{ baseline: true }] } });
    for (const rest of [{ draining: true }, { baseline: true }])
      expect(entryOf(first(body, rest))).not.toHaveProperty("baseline");
    expect(entryOf(first(body, both, ["f1"]))).not.toHaveProperty("baseline");
    expect(entryOf(first(body, both, ["f2"]))).toHaveProperty("baseline");
  });

  test("that shows a change after the connection, and is older, is created with unknown changes at that time", () => {
    const modified = "2026-01-12T07:30:00Z";
    const changed = { ...body, created: "2025-01-01T00:00:00Z", modified };
    const entry = entryOf(first(changed, { draining: true, baseline: true }));
    expect(entry).toMatchObject({ changesUnknown: true, timestamp: modified });
    expect(entry).not.toHaveProperty("baseline");
    expect(entryOf(first(changed))).not.toHaveProperty("changesUnknown");
  });
});

describe("a folder in the list", () => {
  const seen = (item: MirrorItem, shown: JsonObject, rest: Partial<FolderTree> = {}, added: readonly string[] = []) =>
    classifyFolder(item, rowOf(shown), tree(rest), { ...context, added: new Set(added) });

  test("is ignored if nothing changed", () => {
    expect(seen(folder(), body)).toEqual({ classification: "same" });
    expect(seen(folder({ baseline: true }), body)).toEqual({ classification: "same" });
    expect(seen(folder(), body, {}, ["f1"])).toEqual({ classification: "same" });
  });

  test.each([
    ["name", { ...body, name: "B" }, "folder.renamed"],
    ["parentId", { ...body, parentId: "f9" }, "folder.moved"],
  ] as const)("with another %s publishes that, and nothing about its path", (field, shown, type) => {
    const changed = seen(folder({ missingAt: 5 }), { ...shown, path: "Z/B" });
    expect(changed).toMatchObject({
      classification: "changed",
      item: { seq: 1_005, asOf: now, full: { body: { path: "Z/B" } } },
    });
    expect(entryOf(changed)).toMatchObject({
      detectedBy: "snapshot",
      facts: [{ type, key: "", changes: [expect.objectContaining({ field })] }],
    });
    expect("item" in changed && changed.item.missingAt).toBeUndefined();
  });

  test("with only another path, or after it was missing, is stored without an event", () => {
    const moved = seen(folder({ asOf: now - 5_000 }), { ...body, path: "Z/A" });
    expect(moved).toMatchObject({ classification: "touched", item: { seq: 1_004, full: { body: { path: "Z/A" } } } });
    const back = seen(folder({ missingAt: 5 }), body);
    expect(back).toMatchObject({ classification: "touched", item: { state: "live" } });
    expect("item" in back && back.item.missingAt).toBeUndefined();
  });

  test("is left to another list if this one may be older than the stored item", () => {
    const margin = { moment: { beganAt: now - 60_000 + context.lateReadMargin, asOf: now - 90_000 } };
    expect(seen(folder(), { ...body, name: "B" }, margin)).toMatchObject({
      classification: "changed",
      item: { asOf: now - 60_000 },
    });
    const late = { moment: { ...margin.moment, beganAt: margin.moment.beganAt - 1 } };
    expect(seen(folder(), { ...body, name: "B" }, late)).toEqual({ classification: "open" });
    expect(seen(folder(), body, late)).toEqual({ classification: "same" });
  });

  test("is published once as news if the journal recorded it as added, though first contact called it baseline", () => {
    const reported = seen(folder({ baseline: true }), body, {}, ["f1"]);
    expect(entryOf(reported)).toMatchObject({ detectedBy: "journal", facts: [{ type: "folder.created", key: "" }] });
    expect("item" in reported && reported.item.baseline).toBeUndefined();
    expect("item" in reported && seen({ ...reported.item, asOf: now - 60_000 }, body, {}, ["f1"])).toEqual({
      classification: "same",
    });
    expect(entryOf(seen(folder({ baseline: true }), { ...body, name: "B" }, {}, ["f2"]))).toMatchObject({
      facts: [{ type: "folder.renamed" }],
    });
  });

  test("is restored after a removal, and doesn't expire", () => {
    const gone = folder({ state: "deleted", baseline: true, expiresAt: 5 });
    for (const added of [[], ["f1"]]) {
      const restored = seen(gone, body, {}, added);
      expect(restored).toMatchObject({ classification: "changed", item: { state: "live" } });
      expect(entryOf(restored)).toMatchObject({
        detectedBy: "snapshot",
        facts: [{ type: "folder.restored", key: "" }],
      });
      expect("item" in restored && restored.item.expiresAt).toBeUndefined();
    }
  });
});

describe("a removed folder", () => {
  const phase = { type: "Project", id: "p", subOwner: "phase" } as const;

  test.each([
    ["not_found_or_no_access", "snapshot", {}],
    ["journal", "journal", { foldersDeleted: true }],
    ["cascade", "snapshot", { ownerIsGone: true }],
    ["not_found_or_no_access", "snapshot", { ownerIsGone: true, owner: phase }],
  ])("says why: %s, found by the %s", (reason, detectedBy, rest) => {
    const removed = removedFolder(folder({ missingAt: 5 }), tree(rest), context);
    const facts = [{ type: "folder.removed", key: "" }];
    expect(removed).toMatchObject({ state: "deleted", asOf: now, missingAt: undefined });
    expect(removed.changeLog.at(-1)).toMatchObject({ detectedBy, reason, facts });
    expect(removed.expiresAt).toBe((now + context.retention) / 1_000);
  });
});

describe("the folders that the journal says were added", () => {
  const rows = [
    { id: "top", body: { name: "Top", parentId: null } },
    { id: "in", body: { name: "In", parentId: "top" } },
    { id: "twin1", body: { name: "Twin", parentId: "top" } },
    { id: "twin2", body: { name: "Twin", parentId: "top" } },
  ];
  const added = (at: number, paths: string[][], standing = new Map<string, MirrorItem>()) => [
    ...addedSinceConnection(tree({ rows, foldersAdded: [{ at, paths }] }), standing, context),
  ];

  test("are only those at the path, wherever they moved since", () => {
    expect(added(now, [["Top"]])).toEqual(["top"]);
    expect(added(now, [["Elsewhere"], ["Top", "In"]])).toEqual(["in"]);
    expect(added(now, [["In"]])).toEqual([]);
    expect(added(now, [["Top", "Twin"]])).toEqual([]);
    expect(added(now, [["Top"], ["Top", "In"]])).toEqual([]);
    expect([...addedSinceConnection(tree({ rows }), new Map(), context)]).toEqual([]);
  });

  test("were added after the connection, and before the list that showed them first", () => {
    expect(added(connectedAt, [["Top"]])).toEqual(["top"]);
    expect(added(connectedAt - 1, [["Top"]])).toEqual([]);
    expect(added(now + 2_000, [["Top"]])).toEqual(["top"]);
    expect(added(now + 2_001, [["Top"]])).toEqual([]);
    const standing = new Map([["top", folder({ asOf: now - 5_000 })]]);
    expect(added(now - 3_000, [["Top"]], standing)).toEqual(["top"]);
    expect(added(now - 2_999, [["Top"]], standing)).toEqual([]);
  });

  test("form a tree: one that is its own parent, or has no name, has no path", () => {
    const odd = [
      { id: "loop", body: { name: "Loop", parentId: "loop" } },
      { id: "bare", body: { parentId: 7 } },
    ];
    const foldersAdded = [{ at: now, paths: [["Loop"], ["Loop", "Loop"], [""]] }];
    expect([...addedSinceConnection(tree({ rows: odd, foldersAdded }), new Map(), context)]).toEqual([]);
  });
});
