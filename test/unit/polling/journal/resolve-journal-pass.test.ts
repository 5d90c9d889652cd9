import { expect, test } from "vitest";
import { countsFrom, countsOf, storedCounts, sumOf } from "../../../../shared/polling/journal/fingerprint-counts.ts";
import type { JournalCheckpoint, Segment } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { type JournalLimits, journalLimits, type ReadPage } from "../../../../shared/polling/journal/read-journal.ts";
import { type JournalPass, resolveJournalPass } from "../../../../shared/polling/journal/resolve-journal-pass.ts";

const now = Date.UTC(2026, 0, 12, 8);
const endedAt = now + 1;

const segment = (cursor: string | null, age: number, ...entries: string[]): Segment => ({
  ...{ cursor, seenAt: now - age, counts: storedCounts(countsOf(entries)) },
});
const page = (cursor: string | null, nextCursor: string | undefined, ...fingerprints: string[]): ReadPage => ({
  ...{ cursor, fingerprints, nextCursor },
});

type Given = Pick<JournalPass, "mode" | "known"> & Pick<JournalLimits, "counted" | "replayed">;

/** A pass over pages. Unless it is given what is known, it knows what is counted from its start on. */
function resolve(
  ring: Segment[],
  pages: readonly ReadPage[],
  stored: Partial<JournalCheckpoint> = {},
  { mode = "usual", counted = 100, replayed = 100, known }: Partial<Given> = {},
) {
  const before = { ring, anchor: 0, foundAt: now - 20, first: false, rereadAt: now - 7, ...stored };
  const after = sumOf(ring.slice(mode === "usual" ? before.anchor : 0).map(({ counts }) => countsFrom(counts)));
  const pass = { mode, pages, known: known ?? after, beganAt: now, endedAt };
  const limits = { ...journalLimits, counted, replayed };
  const rules = { limits, timings: { anchorLag: 100, journalRereadAge: 1_000 } };
  return { before, ...resolveJournalPass(before, pass, rules) };
}

const ages = ({ ring }: JournalCheckpoint) => ring.map(({ cursor, seenAt }) => [cursor, now - seenAt]);

test("a pass that finds nothing new where it stands has nothing to write", () => {
  const end = [page("c1", undefined, "a")];
  const ring = [segment("c1", 40, "a")];
  for (const stored of [{}, { bodies: { checkedAt: 3 }, shortAt: 5 }]) {
    const { before, checkpoint, fresh, moved } = resolve(ring, end, stored);
    expect({ checkpoint, fresh, moved }).toStrictEqual({ checkpoint: before, fresh: new Map(), moved: false });
  }
  expect(resolve(ring, [page("c1", undefined, "a", "a")])).toMatchObject({
    moved: true,
    checkpoint: { foundAt: endedAt },
  });
});

test("entries that a pass doesn't show stay counted after its last page", () => {
  const ring = [segment("c1", 40, "a", "b"), segment("c2", 30, "c")];
  const { checkpoint, fresh } = resolve(ring, [page("c1", undefined, "a")]);
  expect(checkpoint.ring).toEqual([segment("c1", 40, "a", "b", "c")]);
  expect(fresh.size).toBe(0);
  expect(resolve(ring, [page("c1", "c2", "a")]).checkpoint.ring).toEqual([
    segment("c1", 40, "a"),
    segment("c2", 30, "b", "c"),
  ]);
});

test("a cursor is as old as the time by which everything before it had been read", () => {
  const ring = [segment("c1", 40, "a", "d"), segment("c2", 30, "b", "d")];
  const pages = [
    page("c1", "after a, of the first segment", "a"),
    page("after a, of the first segment", "after d, of both", "d"),
    page("after d, of both", "after b, of the last", "b"),
    page("after b, of the last", "after a new entry", "new"),
    page("after a new entry", "after an empty page"),
    page("after an empty page", undefined),
  ];
  expect(ages(resolve(ring, pages).checkpoint)).toEqual([
    ["c1", 40],
    ["after a, of the first segment", 30],
    ["after d, of both", 20],
    ["after b, of the last", 20],
    ["after a new entry", -1],
    ["after an empty page", -1],
  ]);
  expect(ages(resolve(ring, [page("c1", "after its last entry", "b", "d", "a")]).checkpoint).at(-1)).toEqual([
    "after its last entry",
    30,
  ]);
});

test.each([
  ["the ring's start", {}, 40],
  ["what the replay found before it started over", { foundAt: now - 15 }, 15],
])("a cursor of a replay behind entries that no segment counts is as old as %s", (_, found, age) => {
  const [ring, pages] = [[segment("c1", 40, "a")], [page(null, "y", "old"), page("y", undefined, "a")]];
  const replay = { cursor: null, counts: {}, ...found };
  const { checkpoint } = resolve(ring, pages, { replay }, { mode: "replay", known: countsOf(["old", "a"]) });
  expect(ages(checkpoint)).toEqual([
    [null, -1],
    ["y", age],
  ]);
});

test.each([
  { mode: "usual", anchor: 0, age: 99, from: "c1", to: "c1" },
  { mode: "usual", anchor: 0, age: 100, from: "c1", to: "c2" },
  { mode: "usual", anchor: 1, age: 5_000, from: "c1", to: "c2" },
  { mode: "reread", anchor: 1, age: 999, from: "c1", to: "c2" },
  { mode: "reread", anchor: 1, age: 1_000, from: "c2", to: "c2" },
] as const)("a $mode pass over a cursor seen $age ms before it: ring from $from, anchor $to", (expected) => {
  const { mode, anchor, age } = expected;
  const ring = [segment("c1", 9_000, "a"), segment("c2", age, "b")];
  const pages = [page("c1", "c2", "a"), page("c2", undefined, "b")];
  const { checkpoint, moved } = resolve(ring, pages.slice(mode === "usual" ? anchor : 0), { anchor }, { mode });
  const { cursor } = checkpoint.ring[checkpoint.anchor]!;
  expect([checkpoint.ring[0]?.cursor, cursor, moved]).toEqual([
    expected.from,
    expected.to,
    mode === "reread" || age === 100,
  ]);
});

test.each([
  { counted: 5, anchor: 1, left: ["c1", "c2", "c3"], at: 1 },
  { counted: 4, anchor: 0, left: ["c2", "c3"], at: 0 },
  { counted: 3, anchor: 1, left: ["c2", "c3"], at: 0 },
  { counted: 3, anchor: 2, left: ["c2", "c3"], at: 1 },
  { counted: 0, anchor: 0, left: ["c3"], at: 0 },
])(
  "of five entries, $counted may be counted: a pass from segment $anchor leaves $left, and notes what it dropped",
  (expected) => {
    const { counted, anchor, left, at } = expected;
    const ring = [segment("c1", 40, "a", "b"), segment("c2", 30, "c", "d"), segment("c3", 20, "e")];
    const pages = [page("c1", "c2", "a", "b"), page("c2", "c3", "c", "d"), page("c3", undefined, "e")];
    const { checkpoint } = resolve(ring, pages.slice(anchor), { anchor }, { counted });
    expect(checkpoint.ring.map(({ cursor }) => cursor)).toEqual(left);
    expect([checkpoint.anchor, checkpoint.shortAt]).toEqual([at, counted === 5 ? undefined : endedAt]);
  },
);

test("entries before a ring's new start don't count against the limit", () => {
  const ring = [segment("c1", 9_000, "a", "b"), segment("c2", 8_000, "c"), segment("c3", 0, "d")];
  const pages = [page("c1", "c2", "a", "b"), page("c2", "c3", "c"), page("c3", undefined, "d")];
  const { checkpoint } = resolve(ring, pages, { anchor: 1 }, { mode: "reread", counted: 2 });
  expect(checkpoint.ring).toEqual(ring.slice(1));
  expect(checkpoint).not.toHaveProperty("shortAt");
});

test.each([
  ["usual", "c1", undefined, 5],
  ["reread", "c1", undefined, undefined],
  ["reread", "c1", "c2", 5],
  ["replay", null, undefined, undefined],
  ["replay", "r1", undefined, endedAt],
] as const)("after a %s pass from %s to %s, the counts are short since %s", (mode, cursor, nextCursor, shortAt) => {
  const replay = mode === "replay" ? { replay: { cursor, counts: {} } } : {};
  const stored = { shortAt: 5, first: true, ...replay };
  const { checkpoint } = resolve([segment("c1", 40, "a")], [page(cursor, nextCursor, "a")], stored, { mode });
  expect([checkpoint.shortAt, checkpoint.first]).toEqual([shortAt, nextCursor !== undefined]);
  expect(checkpoint).not.toHaveProperty("replay");
});

test("a replay moves although it leaves everything as it was", () => {
  const stored = { rereadAt: endedAt, replay: { cursor: null, counts: {} } };
  const { moved } = resolve([segment(null, 40, "a")], [page(null, undefined, "a")], stored, { mode: "replay" });
  expect(moved).toBe(true);
});

test.each([
  [6, { a: 1, b: 2, c: 1, d: 1, e: 1 }],
  [5, { a: 1, b: 2, c: 1, d: 1, e: 1 }],
  [4, { b: 2, c: 1, d: 1, e: 1 }],
  [3, { d: 1, e: 1 }],
  [2, { d: 1, e: 1 }],
  [0, { e: 1 }],
])("an interrupted replay that may count %d entries continues with %o", (replayed, counts) => {
  const pages = [page("r1", "r2", "b", "c", "b"), page("r2", "r3", "d"), page("r3", "r4", "e")];
  const ring = [segment("c1", 40, "b", "b", "c", "d", "e")];
  const replay = { cursor: "r1", counts: { a: 1 }, foundAt: now - 15 };
  const { before, checkpoint, moved } = resolve(ring, pages, { replay }, { mode: "replay", replayed });
  expect(checkpoint).toStrictEqual({ ...before, replay: { cursor: "r4", counts, foundAt: now - 15 } });
  expect(moved).toBe(true);
});

test("an interrupted replay notes when it last found new entries", () => {
  const replay = { cursor: null, counts: {} };
  const foundAt = (...entries: string[]) =>
    resolve([segment("c1", 40, "a")], [page(null, "r", ...entries)], { replay }, { mode: "replay" }).checkpoint.replay;
  expect(foundAt("a")).toStrictEqual({ cursor: "r", counts: { a: 1 } });
  expect(foundAt("new")).toStrictEqual({ cursor: "r", counts: { new: 1 }, foundAt: endedAt });
});
