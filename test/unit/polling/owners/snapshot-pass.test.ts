import { expect, test, vi } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import type { Snapshot } from "../../../../shared/polling/owners/owner-checkpoint.ts";
import { snapshotPass } from "../../../../shared/polling/owners/snapshot-pass.ts";
import {
  documentsAfter,
  facts,
  later,
  now,
  ok,
  ownerPassWorld,
  pass,
  row,
  taken,
} from "../support/owner-pass-world.ts";
import { acme } from "../support/owners-fixture.ts";

const { snapshotPeriod, confirmGap } = defaultTimings;
const complete = { timeline: {}, snapshot: { ...later, dirty: true } };

test("a pass notes each page but the last, and proves what its pages lack", async () => {
  const { parts, visit, answers, passes, asked } = ownerPassWorld();
  answers["/document/cursor"] = [ok([row("a")], "c1"), ok([row("b")], "c2"), ok([row("c")])];
  const done = await taken(snapshotPass(parts, visit, acme, complete));
  expect(done.end).toMatchObject({ outcome: "done" });
  expect(done.flags).toEqual([
    { mayWait: true },
    { mayWait: true, further: true },
    { further: true },
    { further: true },
    { mayWait: true },
    { mayWait: true },
  ]);
  expect(passes).toMatchObject([
    { ...facts, seen: new Set(["a", "b", "c"]), cascade: false, reopened: false, unidentified: 0 },
  ]);
  expect(asked.slice(1).map(({ query }) => query?.["cursor"])).toEqual([undefined, "c1", "c2"]);
  // If this visit can't conclude the pass, the last page is read again.
  expect(documentsAfter(done.outcomes).map(({ snapshot }) => snapshot.pass?.digests.length)).toEqual([
    0,
    1,
    2,
    3,
    3,
    undefined,
  ]);
});

test.each([
  ["reads no notes of pages if its documents fit on one", [ok([row("a")])], 0],
  ["reads its notes otherwise", [ok([row("a")], "c1"), ok([row("b")])], 1],
])("a pass %s", async (_, cursor, read) => {
  const { parts, visit, answers, notes } = ownerPassWorld();
  answers["/document/cursor"] = cursor;
  const pages = vi.spyOn(notes, "pages");
  const forgotten = vi.spyOn(notes, "forgetPagesBefore");
  await taken(snapshotPass(parts, visit, acme, complete));
  expect(pages).toHaveBeenCalledTimes(read);
  expect(forgotten).toHaveBeenCalledTimes(read);
});

test.each([
  [{ againAt: now }, true],
  [{}, false],
])("after a pass that left %o, the next one may release what is held: %s", async (left, reopened) => {
  const { parts, visit, passes } = ownerPassWorld();
  await taken(snapshotPass(parts, visit, acme, { timeline: {}, snapshot: { ...later, ...left } }));
  expect(passes).toMatchObject([{ reopened }]);
});

test.each([
  ["nothing left", {}, {}, [], { outcome: "done" }],
  ["something undecided", {}, {}, ["a"], { outcome: "waiting", until: now + confirmGap }],
  ["something still undecided", { againAfter: confirmGap }, {}, ["a"], { outcome: "done" }],
  ["something open on a page", {}, { open: true }, [], { outcome: "waiting", until: now + confirmGap }],
  ["news meanwhile", { dirty: true, pass }, {}, ["a"], { outcome: "yielded" }],
])("a pass ends with %s", async (_, before, outcome, missing, end) => {
  const { parts, visit, reported } = ownerPassWorld();
  Object.assign(reported, { missing, folders: { outcome: "observed", changed: 0, ...outcome } });
  const done = await taken(snapshotPass(parts, visit, acme, { timeline: {}, snapshot: { ...later, ...before } }));
  expect(done.end).toMatchObject(end);
  expect(documentsAfter(done.outcomes).at(-1)?.snapshot.againAt !== undefined).toBe(
    missing.length > 0 || "open" in outcome,
  );
});

test("what a pass changed counts, whether a page or a proof showed it", async () => {
  const period = async (changed: number, pages: number) => {
    const { parts, visit, reported, answers } = ownerPassWorld({ outcome: "observed", changed });
    answers["/document/cursor"] = Array.from({ length: pages }, () => ok([row("a")]));
    Object.assign(reported, { folders: { outcome: "observed", changed: 0 } });
    const done = await taken(
      snapshotPass(parts, visit, acme, { timeline: {}, snapshot: { ...later, digests: ["none"] } }),
    );
    return Number(documentsAfter(done.outcomes).at(-1)?.snapshot.period) / snapshotPeriod;
  };
  expect([await period(0, 1), await period(1, 1)]).toEqual([2, 1]);
});

test("a visit after failures begins with no turn of its own", async () => {
  const { parts, visit } = ownerPassWorld();
  const steps = await taken(snapshotPass(parts, { ...visit, feed: { ...visit.feed, failures: 1 } }, acme, complete));
  expect(steps.flags[0]).toEqual({ mayWait: true, further: true });
});

const refused = { outcome: "badRequest" } as const;
const ids = (...shown: string[]) => ok(shown.map(row));

test("a pass over a cursor that leads to itself makes no progress", async () => {
  const { parts, visit, answers, asked } = ownerPassWorld();
  answers["/document/cursor"] = [ok([row("a")], "c1"), ok([row("b")], "c1")];
  const { end } = await taken(snapshotPass(parts, visit, acme, complete));
  expect(end).toMatchObject({ outcome: "failed", reason: "no_progress" });
  expect(asked).toHaveLength(3);
});

test("a pass whose cursor expires starts over with the same page size, under another number", async () => {
  const { parts, visit, answers, asked, passes } = ownerPassWorld();
  answers["/document/cursor"] = [ok([row("a")], "c1"), refused, ids("b")];
  const { end, outcomes } = await taken(snapshotPass(parts, visit, acme, complete));
  expect(end).toMatchObject({ outcome: "done" });
  const last = documentsAfter(outcomes).at(-1);
  expect(last).toMatchObject({ snapshot: { generation: 2 } });
  expect(last?.snapshot.digests).toHaveLength(2);
  expect(asked.slice(1).map(({ query }) => [query?.["cursor"], query?.["limit"]])).toEqual([
    [undefined, "1000"],
    ["c1", "1000"],
    [undefined, "1000"],
  ]);
  expect(passes).toMatchObject([{ seen: new Set(["b"]) }]);
});

test("a pass whose first page is refused fails, and isn't started over", async () => {
  const { parts, visit, answers, asked } = ownerPassWorld();
  answers["/document/cursor"] = [refused];
  const failed = await taken(snapshotPass(parts, visit, acme, complete));
  expect(failed.end).toMatchObject({ outcome: "failed", reason: "bad_request" });
  expect(asked.filter(({ path }) => path === "/document/cursor")).toHaveLength(1);
});

test("removals of folders are released after a pass that left something, even if none is missing", async () => {
  const releasedAfter = async (left: Partial<Snapshot>) => {
    const { parts, visit, released } = ownerPassWorld();
    await taken(snapshotPass(parts, visit, acme, { timeline: {}, snapshot: { ...later, ...left } }));
    return released;
  };
  expect(await releasedAfter({ againAt: now })).toEqual(["folder", "document"]);
  expect(await releasedAfter({})).toEqual([]);
});
