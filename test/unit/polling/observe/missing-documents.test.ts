import { expect, test } from "vitest";
import { ContentionError } from "../../../../shared/kernel/errors.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { CompletedPass } from "../../../../shared/mirror/documents/owner-read.ts";
import { PlacementRows } from "../../../../shared/mirror/documents/placement-rows.ts";
import { type MirrorItem, mirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { projectionOf } from "../../../../shared/mirror/records/projections.ts";
import { storedItem } from "../../../../shared/mirror/stored-item.ts";
import { type MissingDocuments, missingDocuments } from "../../../../shared/polling/observe/missing-documents.ts";
import type { Incomplete } from "../../../../shared/polling/observe/observed.ts";
import type { Candidate } from "../../../../shared/polling/removals/removal-proof.ts";
import { eventsFrom } from "../../../../shared/publishing/events-from.ts";
import type { Source, SourceAnswer } from "../../../../shared/source/source.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { acme, context, documentItem, listed, now, other } from "../../mirror/documents/document-parts.ts";

const confirmGap = 60_000;
const moment = { beganAt: now, asOf: now + 1_000 };

const { seqFloor, connectedAt } = context;
const instance = {
  ...{ name: "acme", registeredAt: connectedAt, connectedAt, seqFloor, requestsPerSecond: 5, rev: 1 },
  status: "active",
} as const;

/** A mirror with one document and its rows, put an hour ago, and what a completed pass of an owner concludes of it. */
async function mirrorOf(item: MirrorItem | undefined, rows: { readonly [owner: string]: string[] }) {
  const mirror = new MemoryTable("mirror");
  const clock = new FakeClock(now - 3_600_000);
  const placementRows = new PlacementRows(mirror, clock);
  await placementRows.add("acme", "d1", {}, rows);
  clock.advance(3_600_000);
  if (item !== undefined) await mirror.put([{ item: storedItem(item) }]);
  const dirty: string[] = [];
  const known = { instance: true };
  /** What the read by id gives, and which documents the list of their own owner shows. */
  const answers: { one: SourceAnswer<JsonObject>; listed: readonly string[]; page?: SourceAnswer<never> } = {
    one: { outcome: "ok", value: { ...listed, entityType: "Company", entityId: "a" }, moment },
    listed: ["d1"],
  };
  const source: Source = {
    one: async () => answers.one,
    page: async () => {
      if (answers.page !== undefined) return answers.page;
      const items = answers.listed.map((id) => ({ id }));
      return { outcome: "ok", value: { items, nextCursor: undefined, totalItems: undefined }, moment };
    },
  };
  const missing = (pass: Partial<CompletedPass> = {}) =>
    missingDocuments(
      {
        mirror,
        rows: placementRows,
        dirty: { markDirty: async (_, owners) => void dirty.push(...owners.map(({ id }) => id)) },
        subOwners: { known: async () => [] },
        unfound: { isKnown: async () => false, note: async () => undefined },
        sink: { find: async () => [item] },
        instances: { find: async () => (known.instance ? instance : undefined) },
        clock,
        timings: { lateReadMargin: context.lateReadMargin, confirmGap, tombstoneRetention: 86_400_000 },
      },
      {
        ...{ instance: "acme", owner: acme, draining: false, baseline: false, notes: {}, foldersDeleted: false },
        ...{ foldersAdded: [], seen: new Set<string>(), beganAt: now, cascade: false, reopened: false },
        unidentified: 0,
        ...pass,
      },
      source,
    );
  const stands = () => {
    const stored = mirror.items.find((one) => one["resource"] === "document");
    return stored && mirrorItem.parse(stored);
  };
  const rowsLeft = () =>
    mirror.items.filter(({ pk }) => pk.includes("#placements#")).map(({ pk, sk }) => `${pk} ${sk}`);
  return { missing, stands, rowsLeft, dirty, known, mirror, answers };
}

const rows = { "Company#a": ["f1"] };
const row = "acme#placements#Company#a d1#f1";

const candidatesOf = (found: MissingDocuments | Incomplete): readonly Candidate[] =>
  "outcome" in found ? [] : found.candidates;

const nothing = { candidates: [], changed: 0, open: new Set() };
const open = { open: new Set(["d1"]) };

/** The only candidate of a pass. */
async function candidateIn(fixture: Awaited<ReturnType<typeof mirrorOf>>, pass: Partial<CompletedPass> = {}) {
  const found = await fixture.missing(pass);
  expect(found).toMatchObject({ changed: 0, candidates: [{ id: "d1", path: "/document/d1" }] });
  return candidatesOf(found)[0]!;
}

test("what the pass showed, and what came under the owner after it began, isn't missing", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  expect(await fixture.missing({ seen: new Set(["d1"]) })).toEqual(nothing);
  expect(await fixture.missing({ beganAt: now - 3_600_000 })).toEqual(nothing);
  expect(candidatesOf(await fixture.missing({ beganAt: now - 3_600_000 + 1 }))).toHaveLength(1);
});

test("of an unknown instance aren't judged, and the source isn't asked if none is missing", async () => {
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

test("hazard 49: under another owner a placement ends, and the document stays", async () => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const fixture = await mirrorOf(documentItem({ placements }), { ...rows, "Person#b": ["g"] });
  expect(await fixture.missing({ owner: other })).toEqual({ ...nothing, changed: 1 });
  expect(fixture.stands()).toMatchObject({
    ...{ state: "live", seq: 1_005, placements: { "Company#a": ["f1"] } },
    changeLog: [
      {
        detectedBy: "snapshot",
        facts: [
          {
            ...{ type: "document.placement_removed", key: "Person#b#g", owner: other },
            changes: [{ field: "folderId", from: "g" }],
          },
        ],
      },
    ],
  });
  expect(fixture.stands()?.changeLog[0]).not.toHaveProperty("timestamp");
  expect(fixture.rowsLeft()).toEqual([row]);
  expect(fixture.dirty).toEqual([]);
});

test("what the journal says about the end of a placement is published with it; if it doesn't say when, nothing is", async () => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const entryAfter = async (deleted: string) => {
    const fixture = await mirrorOf(documentItem({ placements }), { "Person#b": ["g"] });
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
  ["can't be read, though its own owner's list shows it", { outcome: "notFound", problem: true, moment }],
] as const)("the event of a placement that ended has data without it, where the document %s", async (_, one) => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const item = documentItem({ placements, full: projectionOf("document", shown) });
  const fixture = await mirrorOf(item, { ...rows, "Person#b": ["g"] });
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
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const item = documentItem({ placements, missingAt: now - 5, full: projectionOf("document", shown) });
  const fixture = await mirrorOf(item, { ...rows, "Person#b": ["g"] });
  fixture.answers.one = { outcome: "ok", value: shown, moment };
  expect(await fixture.missing({ owner: other, ...pass })).toEqual({ ...nothing, ...concluded });
  expect(fixture.stands()).toMatchObject({ placements, ...expected });
});

test("a document that is gone, and that its own owner's list lacks too, has no placement ended: its own owner is looked at", async () => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const fixture = await mirrorOf(documentItem({ placements }), { ...rows, "Person#b": ["g"] });
  fixture.answers.one = { outcome: "notFound", problem: true, moment };
  fixture.answers.listed = [];
  expect(await fixture.missing({ owner: other })).toEqual({ ...nothing, ...open });
  expect(fixture.stands()).toMatchObject({ seq: 1_004, missingAt: now, placements });
  expect(fixture.dirty).toEqual(["a"]);
});

test("a document that can't be read for a day, and that no list shows, has its placement ended", async () => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const after = async (missingAt: number, page?: SourceAnswer<never>) => {
    const fixture = await mirrorOf(documentItem({ placements, missingAt }), { ...rows, "Person#b": ["g"] });
    fixture.answers.one = { outcome: "notFound", problem: true, moment };
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
  ["isn't answered", { outcome: "unavailable", status: 500, retryAfterMs: undefined }, open],
  ["can't be asked for", { outcome: "exhausted" }, { outcome: "incomplete", reason: "exhausted" }],
] as const)("of a document that %s nothing is concluded", async (_, one, expected) => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const fixture = await mirrorOf(documentItem({ placements }), { ...rows, "Person#b": ["g"] });
  fixture.answers.one = one;
  expect(await fixture.missing({ owner: other })).toMatchObject(expected);
  expect(fixture.stands()).toMatchObject({ seq: 1_004, rev: 3 });
});

test("a candidate is recorded where the journal named its removal, or its owner is gone", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  expect(await candidateIn(fixture)).toMatchObject({ recorded: false, state: "suspected", missingAt: undefined });
  expect(await candidateIn(fixture, { cascade: true })).toMatchObject({ recorded: true });
  expect(await candidateIn(fixture, { notes: { d1: { deleted: "" } } })).toMatchObject({ recorded: true });
  expect(await candidateIn(fixture, { notes: { d1: { replacedAt: 5 } } })).toMatchObject({ recorded: false });
});

test("a candidate is due once the gap has passed, in a pass that began after it was missed, unless its removal is recorded", async () => {
  const stateOf = async (missingAt: number, pass: Partial<CompletedPass> = {}) =>
    (await candidateIn(await mirrorOf(documentItem({ missingAt }), rows), pass)).state;
  expect(await stateOf(now - 5)).toBe("missing");
  expect(await stateOf(now - confirmGap)).toBe("due");
  expect(await stateOf(now - confirmGap, { beganAt: now - confirmGap })).toBe("missing");
  expect(await stateOf(now - confirmGap, { beganAt: now - confirmGap, cascade: true })).toBe("due");
});

test("a candidate's first 404 is noted in its item, and forgotten when an operator says so", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  await (await candidateIn(fixture)).noteMissing();
  expect(fixture.stands()).toMatchObject({ missingAt: now, seq: 1_004, rev: 4, state: "live" });
  const noted = await mirrorOf(documentItem({ missingAt: now - 5 }), rows);
  await (await candidateIn(noted)).forget();
  expect(noted.stands()).toMatchObject({ rev: 4, seq: 1_004 });
  expect(noted.stands()).not.toHaveProperty("missingAt");
});

test("a candidate whose answer says nothing is left as it is", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  await (await candidateIn(fixture)).drop();
  expect(fixture.stands()).toMatchObject({ rev: 3 });
});

test.each([
  ["is as before, and was missing once", documentItem({ missingAt: now - 5 }), listed, 0, { rev: 4, seq: 1_004 }],
  ["has changed", documentItem(), { ...listed, name: "B" }, 1, { rev: 4, seq: 1_005 }],
])(
  "a candidate that answers after all and %s is stored as the answer says",
  async (_, item, body, changed, expected) => {
    const fixture = await mirrorOf(item, rows);
    const seen = await (await candidateIn(fixture)).notePresent({ id: "d1", body }, moment);
    expect(seen).toEqual({ outcome: "observed", changed });
    expect(fixture.stands()).toMatchObject({ ...expected, state: "live", full: { body } });
    expect(fixture.stands()).not.toHaveProperty("missingAt");
  },
);

const timestamp = "2026-01-12T07:59:00Z";

test.each([
  [{}, "not_found_or_no_access", { detectedBy: "snapshot" }],
  [{ cascade: true }, "cascade", { detectedBy: "snapshot" }],
  [{ notes: { d1: { deleted: timestamp } } }, "journal", { detectedBy: "journal", timestamp }],
] as const)("a removal leaves a tombstone without values, placements and rows: %j", async (pass, reason, entry) => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const item = documentItem({ placements, missingAt: now - confirmGap });
  const fixture = await mirrorOf(item, { ...rows, "Person#b": ["g"] });
  await (await candidateIn(fixture, pass)).noteRemoved(moment);
  expect(fixture.stands()).toMatchObject({
    ...{ state: "deleted", seq: 1_005, asOf: now + 1_000, placements: {}, lean: { body: {} } },
    changeLog: [{ reason, ...entry, facts: [{ type: "document.removed", key: "", owner: acme }] }],
  });
  expect(fixture.stands()).not.toHaveProperty("missingAt");
  expect(fixture.rowsLeft()).toEqual([]);
  expect(fixture.dirty).toEqual(["b"]);
});

test("a document that another worker wrote meanwhile has the pass concluded again", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  const candidate = await candidateIn(fixture);
  await fixture.mirror.put([{ item: storedItem(documentItem({ rev: 9 })) }]);
  const refused = candidate.noteMissing();
  await expect(refused).rejects.toThrow(ContentionError);
  await expect(refused).rejects.toThrow("document d1 of acme was changed by another worker");
  expect(fixture.stands()).toMatchObject({ rev: 9 });
});
