import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import type { ReadOn } from "../../../../shared/polling/documents/resolve-document.ts";
import { journalCheckpointOf } from "../../../../shared/polling/journal/journal-checkpoint.ts";
import { journalStep } from "../../../../shared/polling/journal/journal-parts.ts";
import { createOwnerReader } from "../../../../shared/polling/owners/owner-reader.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { down } from "../support/answers.ts";
import { later, moment, now, ok, ownerPassWorld, pass, row, taken } from "../support/owner-pass-world.ts";
import { acme } from "../support/owners-fixture.ts";

const { confirmGap } = defaultTimings;

/** A visit of an owner whose journal ends as given, after a step that finds these entries. */
async function visited(
  { parts, visit }: ReturnType<typeof ownerPassWorld>,
  end: object,
  {
    found = [],
    feed = {},
    checkpoint = later,
  }: { found?: readonly JsonObject[]; feed?: Partial<Feed>; checkpoint?: object } = {},
) {
  const ring = [{ cursor: "anchor", seenAt: now, counts: {} }];
  const stands = { ...journalCheckpointOf(undefined, "feed", now), ring };
  const journal = {
    async *read() {
      const entries = found.map((body) => ({ fingerprint: "f", occurrence: 0, baseline: false, body }));
      if (found.length > 0) yield journalStep(stands, () => 0, entries);
      return end;
    },
  };
  const reader = createOwnerReader(Object.assign({ journal }, parts));
  const stored = { journal: stands, timeline: { readAt: now }, snapshot: checkpoint };
  const given = { ...visit.feed, drained: true, ...feed, checkpoint: JSON.parse(JSON.stringify(stored)) };
  return taken(reader.read({ ...visit, feed: given }));
}

test.each([
  { outcome: "parked", reason: "access_lost" },
  { outcome: "failed", reason: "owner_gone" },
  { outcome: "refused", by: "revoked" },
])("an owner whose journal ends as %o is read no further", async (end) => {
  const ground = ownerPassWorld();
  const done = await visited(ground, end, { checkpoint: { ...later, dirty: true } });
  expect([done.end, done.flags, ground.asked]).toEqual([end, [], []]);
});

test("an entry hints the documents' other owners, except moves, in an owner that is known and wasn't hinted itself", async () => {
  const entries = [
    { documentId: "a" },
    { documentId: "a" },
    { documentId: "b", changedField: "FOLDER" },
    { documentId: 5 },
  ];
  const hinted = async (found: readonly JsonObject[], feed: Partial<Feed> = {}) => {
    const ground = ownerPassWorld();
    await visited(ground, { outcome: "done" }, { found, feed });
    return ground.hints;
  };
  expect(await hinted(entries)).toEqual([["acme", acme, ["a"]]]);
  expect(await hinted(entries.slice(2))).toEqual([]);
  expect(await hinted(entries, { drained: false })).toEqual([]);
  expect(await hinted(entries, { hint: "document" })).toEqual([]);
});

test("the first step of an owner's lists is one that every visit reaches", async () => {
  const { flags } = await visited(ownerPassWorld(), { outcome: "done" }, { checkpoint: { ...later, dirty: true } });
  expect(flags.map((flag) => "opening" in flag)).toEqual([true, false, false, false]);
});

test.each([
  [{ outcome: "done" }, { end: { outcome: "waiting" } }, "page"],
  [{ outcome: "yielded" }, { end: { outcome: "waiting" } }, "page"],
])("after a snapshot's turn, a journal that ends as %o ends the visit", async (end) => {
  const ground = ownerPassWorld();
  Object.assign(ground.reported, { missing: ["a"] });
  const checkpoint = { ...later, pass: { ...pass, digests: ["none"], goesFirst: true } };
  const done = await visited(ground, end, { checkpoint });
  expect(done.end).toEqual({ outcome: "waiting", until: now + confirmGap });
});

test("a snapshot whose turn fails ends the visit after the journal", async () => {
  const ground = ownerPassWorld();
  ground.answers["/document/cursor"] = [down];
  const checkpoint = { ...later, pass: { ...pass, digests: ["none"], goesFirst: true } };
  const done = await visited(ground, { outcome: "done" }, { checkpoint });
  expect(done.end).toEqual({ outcome: "failed", reason: "unavailable_500" });
  expect(ground.asked).toHaveLength(1);
});

const content = (documentId: string, second: number) => ({
  ...{ documentId, changedField: "FILE_CONTENT", changed: new Date(second * 1_000).toISOString() },
});

/** The `readOn` of a visit whose snapshot observes a page. */
async function readOnOf(ground: ReturnType<typeof ownerPassWorld>) {
  ground.answers["/document/cursor"] = [ok([row("a")])];
  await visited(ground, { outcome: "done" }, { checkpoint: { ...later, dirty: true } });
  ground.asked.length = 0;
  return ground.seen[0]?.readOn as ReadOn;
}

test("a document's replacements are read from the journal once for all that ask before the read begins", async () => {
  const ground = ownerPassWorld();
  const readOn = await readOnOf(ground);
  ground.answers["/document/changes"] = [
    ok([content("a", 1), content("b", 2), { documentId: "a" }, content("a", 3)]),
    ok([content("a", 4)]),
    ok([content("a", 5)]),
  ];
  const one = readOn("a");
  // The first read has begun, so both wait for the next.
  const [two, three] = [readOn("a"), readOn("b")];
  expect(await one).toMatchObject([{ at: 1_000 }, { at: 3_000 }]);
  expect(await two).toMatchObject([{ at: 4_000 }]);
  expect(await three).toEqual([]);
  expect(await readOn("a")).toMatchObject([{ at: 5_000 }]);
  expect(ground.asked).toHaveLength(3);
  expect(ground.asked[0]?.query).toEqual({ entityType: "Company", entityId: "a", limit: "1000", cursor: "anchor" });
});

test.each([
  [{ outcome: "exhausted" }, "exhausted"],
  [{ outcome: "forbidden" }, "refused"],
  [{ outcome: "notFound", problem: true, moment }, "unavailable"],
] as const)("a journal that can't be read on, as %o, makes the page incomplete: %s", async (answer, reason) => {
  const ground = ownerPassWorld();
  const readOn = await readOnOf(ground);
  ground.answers["/document/changes"] = [answer];
  expect(await readOn("a")).toEqual({ outcome: "incomplete", reason });
});

test("a journal is read on over its pages, but not without end", async () => {
  const ground = ownerPassWorld();
  const readOn = await readOnOf(ground);
  const pages = Array.from({ length: 9 }, (_, page) =>
    ok(
      Array.from({ length: 1_000 }, (__, n) => content("a", page * 1_000 + n)),
      `c${String(page)}`,
    ),
  );
  ground.answers["/document/changes"] = pages;
  expect(await readOn("a")).toHaveLength(7_000);
});
