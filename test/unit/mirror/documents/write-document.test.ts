import { expect, test, vi } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { PlacementRows } from "../../../../shared/mirror/documents/placement-rows.ts";
import { withNamedOwners, writeDocument } from "../../../../shared/mirror/documents/write-document.ts";
import type { ChangeLogEntry, Fact, MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { acme, documentItem, now, other, third } from "./document-parts.ts";

function mirrorOf() {
  const mirror = new MemoryTable("mirror");
  const dirty: string[][] = [];
  const asked: string[][] = [];
  const parts = {
    mirror,
    rows: new PlacementRows(mirror, new FakeClock()),
    dirty: {
      markDirty: async (_: string, owners: readonly { id: string }[]) => void dirty.push(owners.map(({ id }) => id)),
    },
    subOwners: {
      known: async (_: string, owners: readonly { id: string }[]) => {
        asked.push(owners.map(({ id }) => id));
        return [];
      },
    },
  };
  const write = (previous: MirrorItem | undefined, next: MirrorItem, reading?: MirrorItem["owner"]) =>
    writeDocument(parts, previous, next, reading);
  const rows = () => mirror.items.filter(({ pk }) => pk.includes("#placements#")).map(({ pk, sk }) => `${pk} ${sk}`);
  return { mirror, write, rows, dirty, asked };
}

const written = (item: MirrorItem, rev: number): MirrorItem => ({ ...item, rev });
const [underA, underB] = ["acme#placements#Company#a", "acme#placements#Person#b"];

test("a document has a row for each of its placements, and none for former ones", async () => {
  const { write, rows, dirty } = mirrorOf();
  const first = documentItem({ placements: { "Company#a": ["f1", "f2"], "Person#b": [""] } });
  expect(await write(undefined, first)).toBe("written");
  expect(rows().sort()).toEqual([`${underA} d1#f1`, `${underA} d1#f2`, `${underB} d1#`]);
  const moved = documentItem({ placements: { "Company#a": ["f2", "f3"] } });
  expect(await write(written(first, 1), moved)).toBe("written");
  expect(rows().sort()).toEqual([`${underA} d1#f2`, `${underA} d1#f3`]);
  expect(dirty).toEqual([]);
});

test("the primary owner has a row before its own list was read, and only while the document exists", async () => {
  const { write, rows } = mirrorOf();
  const elsewhere = documentItem({ placements: { "Person#b": ["g"] } });
  await write(undefined, elsewhere);
  expect(rows().sort()).toEqual([`${underA} d1#`, `${underB} d1#g`]);
  await write(written(elsewhere, 1), documentItem({ placements: {} }));
  expect(rows()).toEqual([`${underA} d1#`]);
  const gone = documentItem({ state: "deleted", placements: {} });
  await write(written(documentItem({ placements: {} }), 2), gone);
  expect(rows()).toEqual([]);
  await write(written(gone, 3), documentItem({ placements: {} }));
  expect(rows()).toEqual([`${underA} d1#`]);
});

test("a write that loses to another worker's drops no row, because the other's item may need it", async () => {
  const { write, rows, mirror } = mirrorOf();
  const first = documentItem();
  await write(undefined, first);
  expect(await write(written(first, 7), documentItem({ placements: { "Company#a": ["f2"] } }))).toBe("conflict");
  expect(rows().sort()).toEqual([`${underA} d1#f1`, `${underA} d1#f2`]);
  expect(mirror.items.find((item) => item["resource"] === "document")).toMatchObject({ rev: 1 });
});

test("hazards 47 and 48: a relocation marks both owners dirty, a removal all but the primary owner, and nothing else any", async () => {
  const placements = { "Company#a": ["f1"], "Person#b": [""], "Project#c": [""] };
  const stands = documentItem({ placements });
  const dirtyAfter = async (previous: MirrorItem, next: MirrorItem) => {
    const { write, dirty } = mirrorOf();
    await write(previous, next);
    return dirty;
  };
  const gone = documentItem({ state: "deleted", placements: {} });
  expect(await dirtyAfter(stands, gone)).toEqual([["b", "c"]]);
  expect(await dirtyAfter({ ...stands, state: "deleted" }, gone)).toEqual([]);
  expect(await dirtyAfter(stands, documentItem({ owner: other, placements }))).toEqual([["a", "b"]]);
  expect(await dirtyAfter(stands, documentItem({ placements, seq: 1_005 }))).toEqual([]);
});

test("the reading owner and the previous item's owner aren't looked up, because their feeds know", async () => {
  const { write, asked } = mirrorOf();
  const stands = documentItem({ owner: third, placements: { "Project#c": [""] } });
  await write(undefined, stands, third);
  await write(written(stands, 1), { ...stands, seq: 1_005 }, acme);
  expect(asked).toEqual([]);
  await write(undefined, stands, acme);
  expect(asked).toEqual([["c"]]);
});

test("a document that no table can hold is refused, and leaves no row", async () => {
  const { write, rows } = mirrorOf();
  const placements = Object.fromEntries(
    Array.from({ length: 9_000 }, (_, one) => [`Person#${"long".repeat(12)}${one}`, [""]]),
  );
  expect(await write(undefined, documentItem({ placements }))).toBe("too_large");
  expect(rows()).toEqual([]);
});

test("a removal isn't written while the other owners can't be marked", async () => {
  const { mirror, write, dirty } = mirrorOf();
  const before = documentItem({ placements: { "Company#a": ["f1"], "Person#b": [""] } });
  await write(undefined, before);
  vi.spyOn(dirty, "push").mockImplementation(() => {
    throw new Error("throttled");
  });
  await expect(write(written(before, 1), documentItem({ state: "deleted", placements: {} }))).rejects.toThrow();
  expect(mirror.items.find(({ sk }) => sk === "d1")).toMatchObject({ state: "live" });
});

const bare = { type: "Project", id: "a1" } as const;
const activity = { ...bare, subOwner: "activity" } as const;
const company = { type: "Company", id: "a" } as const;
const project: Owner = { type: "Project", id: "j1" };

const entry = (seq: number, ...facts: Fact[]): ChangeLogEntry => ({
  seq,
  observedAt: now,
  detectedBy: "journal",
  facts,
});

/** The item with its owners' names, where feeds know the owner `a1` as an activity, and who was asked for. */
async function named(item: MirrorItem, certain: readonly Owner[] = []) {
  const asked: Owner[][] = [];
  const known = async (_: string, owners: readonly Owner[]) => {
    asked.push([...owners]);
    return owners.some(({ id }) => id === "a1") ? [activity] : [];
  };
  return { item: await withNamedOwners({ known }, item, certain), asked };
}

test("an activity that the source calls a project is named as owner in the newest facts and in a relocation's target", async () => {
  const older = entry(1, { type: "document.created", key: "", owner: bare });
  const renaming = { field: "name", from: "A", to: "B" };
  const newest = entry(
    2,
    {
      type: "document.relocated",
      key: "",
      owner: bare,
      changes: [{ field: "owner", from: company, to: bare }],
    },
    { type: "document.renamed", key: "", owner: bare, changes: [renaming] },
    { type: "document.placement_added", key: "k", owner: company },
  );
  const item = documentItem({ owner: bare, changeLog: [older, newest] });
  const result = await named(item, [company]);
  expect(result.asked).toEqual([[bare, bare, bare]]);
  expect(result.item).toEqual({
    ...item,
    owner: activity,
    changeLog: [
      older,
      entry(
        2,
        {
          ...{ type: "document.relocated", key: "", owner: activity },
          changes: [{ field: "owner", from: company, to: activity }],
        },
        { type: "document.renamed", key: "", owner: activity, changes: [renaming] },
        { type: "document.placement_added", key: "k", owner: company },
      ),
    ],
  });
});

test("a relocation whose change wasn't kept is published without one", async () => {
  const changeLog = [entry(2, { type: "document.relocated", key: "", owner: bare })];
  const { item } = await named(documentItem({ owner: bare, changeLog }));
  expect(item.changeLog[0]?.facts).toEqual([{ type: "document.relocated", key: "", owner: activity }]);
});

test("the source isn't asked for companies and persons, nor for owners that the feed or the previous item knows", async () => {
  const ofCompany = documentItem({ changeLog: [entry(2, { type: "document.created", key: "", owner: company })] });
  const result = await named(ofCompany);
  expect(result.asked).toEqual([]);
  expect(result.item).toBe(ofCompany);
  const known = await named(documentItem({ owner: bare }), [activity]);
  expect([known.asked, known.item.owner]).toEqual([[], activity]);
});

test("an item without an activity or a phase among its owners doesn't change", async () => {
  const item = documentItem({ owner: project, changeLog: [entry(2, { type: "document.created", key: "" })] });
  const result = await named(item);
  expect(result.asked).toEqual([[project]]);
  expect(result.item).toBe(item);
});

test("an owner keeps its name if a feed knows only its type", async () => {
  const phase: Owner = { type: "Project", id: "f1", subOwner: "phase" };
  const changeLog = [entry(2, { type: "document.placement_added", key: "", owner: phase })];
  const { item } = await named(documentItem({ owner: activity, changeLog }), [activity, { type: "Project", id: "f1" }]);
  expect(item).toMatchObject({ owner: activity, changeLog: [{ facts: [{ owner: phase }] }] });
});

test("an item without facts, or whose facts have no owner, is named too", async () => {
  const without = await named(documentItem({ owner: bare, changeLog: [] }));
  expect(without.item).toEqual({ ...documentItem({ changeLog: [] }), owner: activity });
  const changeLog = [entry(2, { type: "document.created", key: "" })];
  const { item, asked } = await named(documentItem({ owner: bare, changeLog }));
  expect(item).toEqual({ ...documentItem({ changeLog }), owner: activity });
  expect(asked).toEqual([[bare]]);
});
