import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import {
  type OwnerDocuments,
  ownerDocumentsOf,
  type Snapshot,
  type SnapshotPass,
} from "../../../../shared/polling/owners/owner-checkpoint.ts";
import { completedSnapshot, isSnapshotDue, underWay } from "../../../../shared/polling/owners/snapshot-state.ts";
import { acme, OwnersFixture } from "../support/owners-fixture.ts";

const now = Date.UTC(2026, 0, 12, 8);
const { snapshotPeriod, snapshotPeriodCap, confirmGap } = defaultTimings;
const first = ownerDocumentsOf(undefined, "feed", snapshotPeriod).snapshot;
const later: Snapshot = { ...first, completedAt: now - 9 };
const folder = (name: string) => ({ at: 1, paths: [[name]] });

test("an owner's first checkpoint knows nothing", () => {
  const nothing = { notes: {}, foldersDeleted: false };
  expect(ownerDocumentsOf(undefined, "feed", 7)).toEqual({
    timeline: {},
    snapshot: { ...nothing, dirty: false, dirtyRev: 0, digests: [], period: 7, generation: 0 },
  });
  expect(() => ownerDocumentsOf({}, "feed7", 7)).toThrow("checkpoint of feed7");
});

const pass: SnapshotPass = {
  ...{ beganAt: now, generation: 1, dirtyRev: 0, baseline: false, dirty: false, notes: {}, foldersDeleted: false },
  ...{ digests: [], unreadable: false, changed: false, open: false },
};

async function begun(snapshot: Snapshot, dirtyRev = 0): Promise<OwnerDocuments["snapshot"]> {
  const { clock, feed, source } = new OwnersFixture();
  clock.advance(now - clock.now());
  const visit = { feed: { ...feed, dirtyRev }, source, beganAt: now, connectedAt: 1, connect: async () => 1 };
  const owners = { ownerIsBaseline: async () => true, ownerIsGone: async () => false };
  const parts = { owners, clock } as never;
  return (await underWay(parts, visit, acme, { timeline: {}, snapshot })).snapshot;
}

test("a pass takes over what the journal recorded before it, and leaves what it records later to the next", async () => {
  const news = { notes: { d1: { deleted: "" } }, foldersDeleted: true, foldersAdded: [folder("a")] };
  const { foldersAdded } = news;
  expect(await begun({ ...later, ...news, dirty: true })).toEqual({
    ...{ ...later, foldersAdded, generation: 1 },
    pass: { ...pass, ...news, dirty: true },
  });
  const running = { ...later, ...news, dirty: true, pass: { ...pass, digests: ["a"] } };
  expect(await begun(running)).toEqual(running);
});

test.each([
  ["nothing new", later, 0, { dirty: false, baseline: false }],
  ["a baseline owner that was never read", first, 0, { dirty: false, baseline: true }],
  ["something left open", { ...later, againAt: 1 }, 0, { dirty: true, baseline: false }],
  ["a dirty owner", { ...later, dirty: true }, 0, { dirty: true, baseline: false }],
  ["a request", later, 3, { dirty: true, baseline: false, dirtyRev: 3 }],
])("a pass because of %s", async (_, snapshot, dirtyRev, expected) => {
  expect((await begun(snapshot, dirtyRev)).pass).toMatchObject(expected);
});

test.each([
  [{}, 0, 8, false],
  [{}, 0, 10, true],
  [{}, 1, 8, true],
  [{ dirty: true }, 0, 8, true],
  [{ pass }, 0, 8, true],
  [{ againAt: now + 5, againAfter: 5 }, 0, 8, false],
  [{ againAt: now, againAfter: 5 }, 0, 8, true],
])(
  "with %o, revision %i and %i ms since the last pass of a period of 10, another is due: %s",
  (more, dirtyRev, age, due) => {
    const snapshot = { ...later, completedAt: now - age, period: 10, ...more };
    const { feed } = new OwnersFixture();
    expect(isSnapshotDue({ timeline: {}, snapshot }, { ...feed, dirtyRev }, now)).toBe(due);
  },
);

/** What is left of a pass that began 30 s ago, and whose last page was requested at 50 by the server's clock. */
function completed(
  ended: Partial<SnapshotPass>,
  before: Partial<Snapshot> = {},
  { undecided = [], watermark }: { readonly undecided?: readonly string[]; readonly watermark?: number } = {},
) {
  const { clock, timings, feed: _, ...fixture } = new OwnersFixture();
  clock.advance(now - clock.now());
  const running = { ...later, ...before, pass: { ...pass, beganAt: now - 30, ...ended } };
  const documents = { timeline: watermark === undefined ? {} : { watermark }, snapshot: running };
  const parts = { ...fixture.parts, clock, timings };
  return completedSnapshot(documents, { beganAt: 50, asOf: 60 }, new Set(undecided), parts as never);
}

test.each([
  ["found nothing", {}, {}, 2 * snapshotPeriod],
  ["found nothing again", {}, { period: snapshotPeriodCap }, snapshotPeriodCap],
  ["found something", { changed: true }, { period: 2 * snapshotPeriod }, snapshotPeriod],
  ["had to find something", { dirty: true }, { period: 2 * snapshotPeriod }, snapshotPeriod],
  ["was the first", {}, { completedAt: undefined }, snapshotPeriod],
])("the period after a pass that %s", (_, ended, before, period) => {
  const { snapshot } = completed(ended, before);
  expect(snapshot.period).toBe(period);
  expect(snapshot).toMatchObject({ completedAt: now });
  expect(snapshot).not.toHaveProperty("againAt");
});

test.each([
  ["something open", { open: true }, {}, confirmGap],
  ["a page to read again", { digests: ["a", ""] }, {}, confirmGap],
  ["something still open", { open: true }, { againAfter: confirmGap }, 2 * confirmGap],
  ["something open for long", { open: true }, { againAfter: snapshotPeriod - 1 }, snapshotPeriod],
  ["something open beside changes", { open: true, changed: true }, { againAfter: snapshotPeriod }, confirmGap],
])("the wait after a pass that leaves %s", (_, ended, before, againAfter) => {
  expect(completed(ended, before).snapshot).toMatchObject({ againAfter, againAt: now + againAfter });
});

test("a pass keeps the notes of what it left undecided, beside those of the next pass", () => {
  const notes = { d1: { deleted: "" }, d2: { deleted: "" } };
  const { snapshot } = completed({ notes }, { notes: { d3: { replacedAt: 7 } } }, { undecided: ["d2", "d4"] });
  expect(snapshot.notes).toEqual({ d2: { deleted: "" }, d3: { replacedAt: 7 } });
});

test.each([
  [false, true, false, false],
  [false, false, true, true],
  [true, true, false, true],
  [true, false, false, false],
])(
  "a pass that is open (%s) and looked for deleted folders (%s), before other deletions (%s): %s",
  (open, mine, next, left) => {
    expect(completed({ open, foldersDeleted: mine }, { foldersDeleted: next }).snapshot.foldersDeleted).toBe(left);
  },
);

test.each([
  [false, ["a"], ["a", "b"], { foldersAdded: [folder("b")] }],
  [false, ["a"], ["a"], {}],
  [true, ["a"], ["a"], { foldersAdded: [folder("a")] }],
])("a pass that is open (%s) and looked for the added folders %j of %j leaves %o", (open, mine, noted, left) => {
  const { snapshot } = completed({ open, foldersAdded: mine.map(folder) }, { foldersAdded: noted.map(folder) });
  const { foldersAdded } = snapshot;
  expect("foldersAdded" in snapshot ? { foldersAdded } : {}).toStrictEqual(left);
});

test.each([
  ["when the pass began", {}, undefined, 20],
  ["where it already was", {}, 25, 25],
  ["0, because our clock was set back", { beganAt: now + 1 }, undefined, 0],
])("the timeline continues at %s", (_, ended, watermark, expected) => {
  const { timeline } = completed(ended, {}, watermark === undefined ? {} : { watermark });
  expect(timeline).toEqual({ watermark: expected, readAt: now });
});
