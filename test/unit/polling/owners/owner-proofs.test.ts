import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import { ownerDocumentsOf } from "../../../../shared/polling/owners/owner-checkpoint.ts";
import {
  documentWitnesses,
  observeFolders,
  proveDocuments,
  resolveGoneOwner,
} from "../../../../shared/polling/owners/prove-missing.ts";
import { type GuardDecision, RemovalGuard } from "../../../../shared/polling/removals/removal-guard.ts";
import type { Candidate } from "../../../../shared/polling/removals/removal-proof.ts";
import type { Source, SourceAnswer } from "../../../../shared/source/source.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { down, gone } from "../support/answers.ts";
import { acme, OwnersFixture } from "../support/owners-fixture.ts";

const now = Date.UTC(2026, 0, 12, 8);
const moment = { beganAt: 1, asOf: 2 };
const { confirmGap } = defaultTimings;
const ok: SourceAnswer<never> = { outcome: "ok", value: {} as never, moment };

/** A guard with one verdict, and the calls that it gets; a mirror whose removals are recorded. */
function setUp(verdict: GuardDecision = { verdict: "free" }, answers: { readonly [path: string]: typeof ok } = {}) {
  const calls: string[] = [];
  const removed: string[] = [];
  const clock = new FakeClock(now);
  const guard = faked(RemovalGuard, {
    weigh: async () => verdict,
    release: async (...part: string[]) => void calls.push(["release", ...part].join(" ")),
    count: async (_: object, source: string, known: number) => void calls.push(`count ${source} ${String(known)}`),
  });
  const candidate = (id: string, state: Candidate["state"] = "due", recorded = false): Candidate => ({
    ...{ id, state, recorded, path: `/document/${id}`, missingAt: state === "suspected" ? undefined : 2 },
    noteMissing: async () => undefined,
    notePresent: async () => ({ outcome: "observed", changed: 1 }),
    drop: async () => undefined,
    forget: async () => undefined,
    noteRemoved: async () => void removed.push(id),
  });
  const asked: string[] = [];
  const source: Source = {
    one: async ({ path }) => {
      asked.push(path);
      return answers[path] ?? gone;
    },
    page: async () => answers["list"] ?? ok,
  };
  const { feed } = new OwnersFixture();
  const visit = { feed, source, beganAt: now, connectedAt: 1, connect: async () => 1 };
  return { calls, removed, asked, candidate, visit, source, parts: { guard, clock, timings: defaultTimings } };
}

type Ground = ReturnType<typeof setUp>;

const read = {
  ...{ instance: "acme", owner: acme, draining: false, baseline: false, notes: {} },
  ...{ foldersDeleted: false, foldersAdded: [] },
};
const whole = { ...read, beganAt: now, cascade: false, reopened: false, unidentified: 0 };
const release = "release acme document acme#owner#Company#a";

function documents({ parts, visit }: Ground, candidates: readonly Candidate[], pass: object = {}, witness = ok) {
  const mirror = { missingDocuments: async () => ({ candidates, open: new Set(["open"]), changed: 1 }) };
  const completed = { ...whole, seen: new Set(["a", "b"]) };
  return proveDocuments({ ...parts, mirror }, visit, { ...completed, ...pass }, [async () => witness]);
}

test("the documents that an owner's lists show or lack are counted, unless the owner is gone", async () => {
  const ground = setUp();
  const proof = await documents(ground, [ground.candidate("c"), ground.candidate("new", "suspected")]);
  expect(proof).toEqual({
    ...{ outcome: "observed", changed: 2, undecided: new Set(["open", "new"]), unanswered: new Set() },
  });
  expect([ground.calls, ground.removed]).toEqual([["count document 4"], ["c"]]);
  const cascade = setUp();
  await documents(cascade, [cascade.candidate("c")], { cascade: true });
  expect(cascade.calls).toEqual([]);
});

test.each([
  ["free", { verdict: "free" }, false, 1, []],
  ["free, after an open pass", { verdict: "free" }, true, 1, [release]],
  ["approved", { verdict: "approved", decidedAt: now }, false, 1, [release]],
  ["approved before they were missing", { verdict: "approved", decidedAt: 1 }, false, 0, [release]],
  ["dismissed", { verdict: "dismissed", decidedAt: now }, false, 0, [release]],
  ["held", { verdict: "held", since: now }, true, 0, []],
  ["held for long", { verdict: "held", since: 1 }, false, 1, []],
  ["held for long, after an open pass", { verdict: "held", since: 1 }, true, 1, [release]],
] as const)("removals that are %s", async (_, verdict, reopened, removed, calls) => {
  const ground = setUp(verdict);
  const proof = await documents(ground, [ground.candidate("c")], { reopened });
  expect(ground.removed).toHaveLength(removed);
  expect(ground.calls.slice(1)).toEqual(calls);
  const isUndecided = removed === 0 && verdict.verdict !== "dismissed";
  expect(proof).toMatchObject({ outcome: "observed", undecided: new Set(isUndecided ? ["open", "c"] : ["open"]) });
});

test("a held part that has nothing held back is released", async () => {
  const ground = setUp({ verdict: "held", since: now });
  await documents(ground, [], { reopened: true });
  expect(ground.calls.slice(1)).toEqual([release]);
});

test("a removal that a row without an id may contradict is no held one", async () => {
  const ground = setUp();
  const proof = await documents(ground, [ground.candidate("c")], { reopened: true, unidentified: 1 });
  expect(proof).toMatchObject({ undecided: new Set(["open", "c"]) });
  expect([ground.calls.slice(1), ground.removed]).toEqual([[release], []]);
});

test("a document that exists, and that the mirror can't take yet, makes the proof incomplete", async () => {
  const ground = setUp({ verdict: "free" }, { "/document/c": { ...ok, value: { id: "c" } as never } });
  const incomplete = { outcome: "incomplete", reason: "exhausted" } as const;
  const candidate = { ...ground.candidate("c"), notePresent: async () => incomplete };
  expect(await documents(ground, [candidate])).toEqual(incomplete);
});

test("without a witness, nothing is decided", async () => {
  const ground = setUp();
  const undecided = new Set(["open", "c"]);
  expect(await documents(ground, [ground.candidate("c")], { reopened: true }, gone)).toEqual({
    ...{ outcome: "observed", changed: 1, undecided, unanswered: new Set() },
  });
  expect([ground.calls.slice(1), ground.removed]).toEqual([[], []]);
});

test.each([
  ["exhausted", { outcome: "exhausted" }],
  ["unavailable", down],
  ["refused", { outcome: "forbidden" }],
] as const)("a proof whose witness ends as %s is incomplete", async (reason, witness) => {
  const ground = setUp();
  expect(await documents(ground, [ground.candidate("c")], {}, witness)).toEqual({ outcome: "incomplete", reason });
});

test("a mirror that can't tell what is missing ends the proof, and nothing is counted", async () => {
  const { parts, visit, calls } = setUp();
  const incomplete = { outcome: "incomplete", reason: "refused" } as const;
  const mirror = { missingDocuments: async () => incomplete };
  const pass = { ...whole, seen: new Set<string>() };
  expect(await proveDocuments({ ...parts, mirror }, visit, pass, [])).toBe(incomplete);
  expect(calls).toEqual([]);
});

function folders(ground: Ground, candidates: readonly Candidate[], outcome: ObserveOutcome, tree: object = {}) {
  const mirror = { observeFolders: async () => ({ outcome, candidates }) };
  const shown = { ...read, moment, rows: [], shown: new Set(["f", "g"]), unidentified: 0, ownerIsGone: false, ...tree };
  return observeFolders({ ...ground.parts, mirror }, ground.visit, shown, false);
}

const observed = { outcome: "observed", changed: 2 } as const;

test("the folders that a list shows or lacks are counted, unless the owner is gone", async () => {
  const ground = setUp();
  expect(await folders(ground, [ground.candidate("h")], observed)).toStrictEqual({ ...observed, changed: 3 });
  expect([ground.calls, ground.removed, ground.asked]).toEqual([["count folder 3"], ["h"], []]);
  const ownerless = setUp();
  await folders(ownerless, [], observed, { ownerIsGone: true });
  expect(ownerless.calls).toEqual([]);
});

test.each([
  ["it suspects a folder", {}, "suspected", observed, 0],
  ["a row without an id may be any folder", { unidentified: 1 }, "due", observed, 0],
  ["the mirror couldn't decide something", {}, "due", { ...observed, open: true }, 1],
] as const)("a folder list leaves something open if %s", async (_, tree, state, outcome, removed) => {
  const ground = setUp();
  expect(await folders(ground, [ground.candidate("h", state)], outcome, tree)).toStrictEqual({
    ...{ ...observed, changed: 2 + removed, open: true },
  });
  expect(ground.removed).toHaveLength(removed);
});

test("an incomplete folder list counts nothing", async () => {
  const ground = setUp();
  const incomplete = { outcome: "incomplete", reason: "refused" } as const;
  expect(await folders(ground, [ground.candidate("h")], incomplete)).toBe(incomplete);
  expect([ground.calls, ground.removed]).toEqual([[], []]);
});

test("the witnesses of documents are the first that the list shows, and the owner", async () => {
  const { visit, asked } = setUp();
  for (const ask of documentWitnesses(visit, acme, ["a", "b", "c", "d"])) await ask();
  expect(asked).toEqual(["/document/a", "/document/b", "/document/c", "/company/a"]);
  asked.length = 0;
  const phase = { type: "Project", id: "ph", subOwner: "phase" } as const;
  for (const ask of documentWitnesses(visit, phase, ["a"])) await ask();
  expect(asked).toEqual(["/document/a"]);
});

/** Resolves a gone owner whose mirror has these candidates. */
async function goneOwner(
  ground: Ground,
  candidates: readonly Candidate[],
  { isPhase = false, failures = 0, againAt }: { isPhase?: boolean; failures?: number; againAt?: number } = {},
) {
  const passes: object[] = [];
  const trees: object[] = [];
  const kept: unknown[] = [];
  const mirror = {
    missingDocuments: async (pass: object) => {
      passes.push(pass);
      return { candidates, open: [], changed: 0 };
    },
    observeFolders: async (tree: object) => {
      trees.push(tree);
      return { outcome: observed, candidates: [] };
    },
  };
  const quarantine = { keep: async (...parameters: unknown[]) => kept.push(parameters), held: async () => [] };
  const owners = { ownerIsGone: async () => true, ownerIsBaseline: async () => true };
  const owner = isPhase ? ({ type: "Project", id: "ph", subOwner: "phase" } as const) : acme;
  const { snapshot, timeline } = ownerDocumentsOf(undefined, "feed", 1);
  const before = { timeline, snapshot: { ...snapshot, ...(againAt !== undefined && { againAt }) } };
  const parts = { ...ground.parts, mirror, quarantine, owners };
  const visit = { ...ground.visit, feed: { ...ground.visit.feed, failures } };
  const end = await resolveGoneOwner(parts as never, visit, owner, before);
  return { end, passes, trees, kept };
}

test.each([
  [true, undefined, false],
  [false, undefined, true],
  [true, 7, false],
])(
  "all documents of a gone owner (phase: %s, open since %s) are missing, and its folders with it: %s",
  async (isPhase, againAt, reported) => {
    const ground = setUp();
    const { end, passes, trees } = await goneOwner(ground, [], { isPhase, ...(againAt !== undefined && { againAt }) });
    expect(end).toBe("removed");
    const missing = { owner: { type: isPhase ? "Project" : "Company" }, beganAt: Number.MAX_SAFE_INTEGER };
    const facts = { draining: false, baseline: false, foldersDeleted: false, foldersAdded: [], notes: {} };
    expect(passes).toMatchObject([
      { ...facts, ...missing, cascade: !isPhase, reopened: againAt !== undefined, seen: new Set() },
    ]);
    expect(trees).toMatchObject(
      reported ? [{ ...facts, ownerIsGone: true, rows: [], shown: new Set(), unidentified: 0 }] : [],
    );
    expect(ground.calls.filter((call) => call.startsWith("count")).slice(-2)).toEqual([
      "count document 0",
      "count folder 0",
    ]);
  },
);

test("a gone owner waits for the second request for each of its documents", async () => {
  const ground = setUp();
  const { end, trees } = await goneOwner(ground, [ground.candidate("c", "suspected")]);
  expect([end, trees]).toEqual([{ outcome: "waiting", until: now + confirmGap }, []]);
});

test.each([
  ["refused", { "/document/c": { outcome: "forbidden" } }, 0, { outcome: "refused", by: "forbidden" }],
  ["without a response", { "/document/c": down }, 0, { outcome: "failed", reason: "unavailable" }],
  [
    "still without one, in an outage",
    { "/document/c": down, list: gone },
    5,
    { outcome: "failed", reason: "unavailable" },
  ],
  [
    "still without one, and no request left",
    { "/document/c": down, list: { outcome: "exhausted" } },
    5,
    { outcome: "yielded" },
  ],
] as const)("a gone owner's document that is %s delays it", async (_, answers, failures, end) => {
  const ground = setUp({ verdict: "free" }, answers);
  const resolved = await goneOwner(ground, [ground.candidate("c", "suspected")], { failures });
  expect(resolved).toMatchObject({ end, trees: [], kept: [] });
});

test.each([
  [false, 1],
  [true, 0],
])(
  "a document that never responds is passed over; the folders of its owner (phase: %s) are removed: %i",
  async (isPhase, trees) => {
    const ground = setUp({ verdict: "free" }, { "/document/bad": down });
    const candidates = [ground.candidate("bad", "due", true), ground.candidate("c", "due", true)];
    const resolved = await goneOwner(ground, candidates, { isPhase, failures: 5 });
    expect(resolved.end).toBe("removed");
    expect(resolved.trees).toHaveLength(trees);
    expect(resolved.kept).toEqual([["acme", ground.visit.feed.feedId, [{ id: "bad" }], "unanswered"]]);
    expect(ground.removed).toEqual(["c"]);
  },
);
