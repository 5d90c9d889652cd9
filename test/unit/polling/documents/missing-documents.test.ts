import { expect, test } from "vitest";
import type { CompletedPass } from "../../../../shared/mirror/documents/owner-read.ts";
import { storedBodyOf } from "../../../../shared/mirror/records/bodies.ts";
import { eventsFrom } from "../../../../shared/publishing/events-from.ts";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { documentItem, listed, now, other } from "../../mirror/documents/document-parts.ts";
import { down, gone } from "../support/answers.ts";
import {
  candidatesOf,
  confirmGap,
  mirrorOf,
  moment,
  nothing,
  open,
  row,
  rows,
} from "../support/missing-documents-world.ts";

const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
/** A document under two owners, both of whose lists showed it. */
const shared = (rest: Parameters<typeof documentItem>[0] = {}) =>
  mirrorOf(documentItem({ placements, ...rest }), { ...rows, "Person#b": ["g"] });

test("what the pass showed, and what came under the owner after it began, isn't missing", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  expect(await fixture.missing({ seen: new Set(["d1"]) })).toEqual(nothing);
  expect(await fixture.missing({ beganAt: now - 3_600_000 })).toEqual(nothing);
  expect(candidatesOf(await fixture.missing({ beganAt: now - 3_600_000 + 1 }))).toHaveLength(1);
});

test("candidates of an unknown instance aren't judged, and the source isn't asked if none is missing", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  fixture.known.instance = false;
  expect(await fixture.missing()).toEqual({ outcome: "incomplete", reason: "refused" });
  expect(await fixture.missing({ owner: other })).toEqual(nothing);
});

test.each([
  ["an item that never came", undefined],
  ["a removed document", documentItem({ state: "deleted" })],
  ["a document that went to another owner", documentItem({ owner: other, placements: { "Person#b": [""] } })],
])("the row of %s is dropped, unless its item may still be on its way", async (_, item) => {
  const fixture = await mirrorOf(item, rows);
  const before = fixture.stands();
  expect(await fixture.missing({ beganAt: now - 3_600_000 + confirmGap })).toEqual(nothing);
  expect(fixture.rowsLeft()).toEqual([row]);
  expect(await fixture.missing({ beganAt: now - 3_600_000 + confirmGap + 1 })).toEqual(nothing);
  expect(fixture.rowsLeft()).toEqual([]);
  expect(fixture.stands()).toEqual(before);
});

test("hazard 49: a placement under another owner ends, and the document stays", async () => {
  const fixture = await shared();
  expect(await fixture.missing({ owner: other })).toEqual({ ...nothing, changed: 1 });
  const changes = [{ field: "folderId", from: "g" }];
  const fact = { type: "document.placement_removed", key: "Person#b#g", owner: other, changes };
  expect(fixture.stands()).toMatchObject({
    ...{ state: "live", seq: 1_005, placements: { "Company#a": ["f1"] } },
    changeLog: [{ detectedBy: "snapshot", facts: [fact] }],
  });
  expect(fixture.stands()?.changeLog[0]).not.toHaveProperty("timestamp");
  expect(fixture.rowsLeft()).toEqual([row]);
  expect(fixture.dirty).toEqual([]);
});

test("the journal's account of a placement's end is published with it, and nothing if it names no time", async () => {
  const entryAfter = async (deleted: string) => {
    const fixture = await shared();
    await fixture.missing({ owner: other, notes: { d1: { deleted } } });
    return fixture.stands()?.changeLog[0];
  };
  expect(await entryAfter("2026-01-12T07:59:00Z")).toMatchObject({
    detectedBy: "journal",
    timestamp: "2026-01-12T07:59:00Z",
  });
  const undated = await entryAfter("");
  expect(undated).toMatchObject({ detectedBy: "journal" });
  expect(undated).not.toHaveProperty("timestamp");
});

const shown = {
  ...{ ...listed, size: 5, entityType: "Company", entityId: "a" },
  placements: [
    { entityType: "Company", entityId: "a", folderId: "f1" },
    { entityType: "Person", entityId: "b", folderId: "g" },
  ],
};

test.each([
  ["answers", { outcome: "ok", value: { ...shown, placements: shown.placements.slice(0, 1) }, moment }],
  ["can't be read, though its own owner's list shows it", gone],
] as const)("the event of an ended placement has data without it, if the document %s", async (_, one) => {
  const fixture = await shared({ full: storedBodyOf("document", shown) });
  const item = fixture.stands()!;
  fixture.answers.one = one;
  await fixture.missing({ owner: other });
  expect(fixture.dirty).toEqual([]);
  expect(eventsFrom(item, fixture.stands()!)).toMatchObject([
    {
      type: "document.placement_removed",
      owner: other,
      data: { name: "A", placements: [{ entityType: "Company", entityId: "a", folderId: "f1" }] },
    },
  ]);
});

test.each<[string, Partial<CompletedPass>, object, object]>([
  ["ends where the owner is gone", { cascade: true }, { changed: 1 }, { placements: { "Company#a": ["f1"] } }],
  ["stands where the document says so, and is found again", {}, {}, { seq: 1_004 }],
  [
    "waits for a replacement that the document doesn't show",
    { notes: { d1: { replacedAt: now, replacedSize: "7" } } },
    open,
    { rev: 3 },
  ],
  ["waits for a row without an id, which may be the document", { unidentified: 1 }, {}, { rev: 3 }],
])("a placement that the document still shows %s", async (_, pass, concluded, expected) => {
  const fixture = await shared({ missingAt: now - 5, full: storedBodyOf("document", shown) });
  fixture.answers.one = { outcome: "ok", value: shown, moment };
  expect(await fixture.missing({ owner: other, ...pass })).toEqual({ ...nothing, ...concluded });
  expect(fixture.stands()).toMatchObject({ placements, ...expected });
});

test("a document that is gone, and that its own owner's list lacks too, ends no placement: its own owner is checked", async () => {
  const fixture = await shared();
  fixture.answers.one = gone;
  fixture.answers.listed = [];
  expect(await fixture.missing({ owner: other })).toEqual({ ...nothing, ...open });
  expect(fixture.stands()).toMatchObject({ seq: 1_004, missingAt: now, placements });
  expect(fixture.dirty).toEqual(["a"]);
});

test("a document that can't be read for a day, and that no list shows, has its placement ended", async () => {
  const after = async (missingAt: number, page?: SourceAnswer<never>) => {
    const fixture = await shared({ missingAt });
    fixture.answers.one = gone;
    fixture.answers.listed = [];
    if (page !== undefined) fixture.answers.page = page;
    return [await fixture.missing({ owner: other }), fixture.stands()?.rev];
  };
  const day = 86_400_000;
  expect(await after(now - day + 1)).toEqual([{ ...nothing, ...open }, 3]);
  expect(await after(now - day)).toEqual([{ ...nothing, changed: 1 }, 4]);
  expect(await after(now - day, { outcome: "badRequest" })).toEqual([{ ...nothing, changed: 1 }, 4]);
  const incomplete = { outcome: "incomplete", reason: "exhausted" };
  expect(await after(now - day, { outcome: "exhausted" })).toEqual([incomplete, 3]);
});

test.each([
  ["isn't answered", down, open],
  ["can't be asked for", { outcome: "exhausted" }, { outcome: "incomplete", reason: "exhausted" }],
] as const)("nothing is concluded for a document that %s", async (_, one, expected) => {
  const fixture = await shared();
  fixture.answers.one = one;
  expect(await fixture.missing({ owner: other })).toMatchObject(expected);
  expect(fixture.stands()).toMatchObject({ seq: 1_004, rev: 3 });
});
