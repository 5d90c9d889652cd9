import { expect, test } from "vitest";
import { CorruptItemError, EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import { observeIsolated, observeRows } from "../../../../shared/polling/observe/observe-rows.ts";
import { type RecordPage } from "../../../../shared/polling/observe/observed.ts";
import type { RecordSink } from "../../../../shared/polling/observe/record-sink.ts";
import type { RowQuarantine } from "../../../../shared/polling/observe/row-sinks.ts";
import { OversizedRow } from "../../../../shared/polling/rows/record-row.ts";
import type { Feed } from "../../../../shared/schedule/feeds/feed.ts";
import { found } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const moment = { beganAt: 5, asOf: 5 };
const visitOf = (feed: Feed) => ({
  ...{ feed, source: new FakeRecords(0), beganAt: 5, connectedAt: 1, connect: async () => 1 },
});

/** A mirror that breaks as soon as one of `broken` is on the page. */
function breakingOn(
  broken: readonly string[],
  error: Error,
): Pick<RecordSink, "observe"> & { readonly taken: string[] } {
  const taken: string[] = [];
  return {
    taken,
    observe: async ({ rows }: RecordPage) => {
      if (rows.some(({ id }) => broken.includes(id))) throw error;
      taken.push(...rows.map(({ id }) => id));
      return { outcome: "observed", changed: rows.length, news: rows.map(({ id }) => id) };
    },
  };
}

async function observe(records: Pick<RecordSink, "observe">, count: number) {
  const fixture = new PollingFixture("project-timeline");
  const rows = Array.from({ length: count }, (_, row) => ({ id: `p${row}`, name: "n" }));
  const { quarantine, schema } = fixture;
  const visit = visitOf(fixture.feed);
  const seen = { rows, repeated: 1, moment, detectedBy: "timeline", draining: false } as const;
  const outcome = await observeRows({ records, quarantine, schema }, visit, seen);
  return { outcome, poison: fixture.poison };
}

test("rows that break the mirror are found by halving and quarantined, and all others are stored", async () => {
  const records = breakingOn(["p3", "p11"], new CorruptItemError("what stands is unreadable"));
  const { outcome, poison } = await observe(records, 20);
  expect(outcome).toMatchObject({
    outcome: "observed",
    changed: 18,
    counts: { rows: 21, duplicates: 1, missed: 0, quarantined: 2 },
  });
  expect(records.taken).toHaveLength(18);
  expect(poison).toEqual([
    { id: "p3", name: "n" },
    { id: "p11", name: "n" },
  ]);
});

test("rows beside each other that break the mirror are quarantined as those far apart are", async () => {
  const { outcome, poison } = await observe(breakingOn(["p0", "p1"], new TypeError("a bug")), 20);
  expect(outcome).toMatchObject({ outcome: "observed", changed: 18 });
  expect(poison).toMatchObject([{ id: "p0" }, { id: "p1" }]);
});

test("a single row that breaks the mirror doesn't delay its feed", async () => {
  const { outcome, poison } = await observe(breakingOn(["p0"], new TypeError("a bug")), 1);
  expect(outcome).toMatchObject({ outcome: "observed", changed: 0 });
  expect(poison).toHaveLength(1);
});

test("if every row breaks, or very many do, the fault is ours and nothing is quarantined", async () => {
  const every = (step: number, count: number) => Array.from({ length: count }, (_, row) => `p${step * row}`);
  const bug = new TypeError("a bug");
  await expect(observe(breakingOn(every(1, 40), bug), 40)).rejects.toThrow("a bug");
  await expect(observe(breakingOn(every(1, 4), bug), 4)).rejects.toThrow("a bug");
  await expect(observe(breakingOn(every(3, 11), bug), 40)).rejects.toThrow("a bug");
  expect((await observe(breakingOn(every(3, 10), bug), 40)).poison).toHaveLength(10);
});

test("an empty page asks nothing of the mirror", async () => {
  const { outcome } = await observe({ observe: () => Promise.reject(new Error("never")) }, 0);
  expect(outcome).toMatchObject({ outcome: "observed", changed: 0 });
});

test("of a page that is halved, both halves' results count, up to the first question that stays open", async () => {
  const foundOne = (row: number): ObserveOutcome => ({
    ...{ outcome: "observed", changed: 1, news: [`p${row}`], askAgainAt: 10 - row },
    quarantined: [{ id: `p${row}`, reason: "too_large" }],
  });
  const isolated = async (answer: (row: number) => ObserveOutcome, count = 3) => {
    const ids = Array.from({ length: count }, (_, row) => `p${row}`);
    const taken: string[] = [];
    const records = {
      observe: async ({ rows }: RecordPage) => {
        if (rows.length > 1 || rows[0]?.id === "p2") throw new TypeError("a bug");
        taken.push(...rows.map(({ id }) => id));
        return answer(taken.length - 1);
      },
    };
    const page = { instance: "acme", resource: "project", form: "lean", moment } as const;
    const seen = { ...page, detectedBy: "timeline", draining: false } as const;
    const rows = ids.map((id) => ({ id, body: {} }));
    return { ...(await observeIsolated(records, seen, rows, new FakeRecords(0))), taken };
  };
  const all = await isolated(foundOne);
  expect(all.broken).toMatchObject([{ row: { id: "p2" }, reason: "internal_error" }]);
  const { outcome } = all;
  expect(outcome).toMatchObject({ changed: 2, news: ["p0", "p1"], quarantined: [{ id: "p0" }, { id: "p1" }] });
  expect(outcome).toHaveProperty("askAgainAt", 9);
  const plain = (await isolated(() => ({ outcome: "observed", changed: 0 }))).outcome;
  expect(plain).toEqual({ outcome: "observed", changed: 0 });
  const open = { outcome: "incomplete", reason: "exhausted" } as const;
  expect(await isolated(() => open)).toMatchObject({ outcome: open, taken: ["p0"] });
  expect(await isolated((row) => (row === 0 ? foundOne(0) : open))).toMatchObject({
    outcome: open,
    taken: ["p0", "p1"],
  });
});

test("rows that aren't records are quarantined, each with its reason", async () => {
  const fixture = new PollingFixture("project-timeline");
  const reasons: (readonly [unknown, string | undefined])[] = [];
  const quarantine: RowQuarantine = {
    held: async (_feed, rows) => rows.map(() => false),
    keep: async (_instance, _feed, rows, reason) => {
      for (const row of rows) reasons.push([row, reason]);
      return rows.length;
    },
  };
  const deep: unknown = JSON.parse(`${"[".repeat(501)}${"]".repeat(501)}`);
  const rows = [
    { id: "x".repeat(2_048) },
    { id: "x".repeat(2_049) },
    { id: "p1", deep },
    { id: "p\ud83d" },
    { id: "" },
    { name: "without an id" },
    "{broken",
    7,
    null,
    new OversizedRow({ id: "p9" }),
  ];
  const records = breakingOn([], new Error("never"));
  const visit = visitOf(fixture.feed);
  const seen = { rows, moment, detectedBy: "timeline", draining: false } as const;
  const outcome = await observeRows({ records, quarantine, schema: fixture.schema }, visit, seen);
  expect(outcome).toMatchObject({ changed: 1, counts: { rows: 10, quarantined: 9 } });
  expect(records.taken).toEqual(["x".repeat(2_048)]);
  expect(reasons).toEqual([
    [rows[1], "too_large"],
    [{ id: "p9" }, "too_large"],
    [rows[2], "too_deep"],
    ...[rows[3], rows[4], rows[5], 7, null].map((row) => [row, "no_readable_id"]),
    ["{broken", "broken_json"],
  ]);
});

test("what a page adds to its feed's counts: its rows, what was known or missed, and what is new in quarantine", async () => {
  const fixture = new PollingFixture("project-timeline");
  const looked: unknown[] = [];
  const schema = { look: async (...seen: unknown[]) => void looked.push(seen) };
  const kept: unknown[] = [];
  const quarantine: RowQuarantine = {
    held: async (_feed, rows) => rows.map(() => false),
    keep: async (_instance, _feed, rows, reason) => {
      kept.push([reason, rows]);
      return rows.length;
    },
  };
  const asOf = (at: number) => new Date(at).toISOString();
  const rows = [
    ...[10, 20, 30].map((at) => ({ id: `new${at}`, created: asOf(at) })),
    { id: "known", created: asOf(5) },
    { id: "untimed" },
    { id: "large", created: asOf(25) },
    ...["silent", "mute"].map((id) => ({ id, created: asOf(25) })),
    7,
  ];
  const records = {
    observe: async ({ rows: page }: RecordPage): Promise<ObserveOutcome> => {
      const unanswered = page.flatMap(({ id }) => (id === "silent" || id === "mute" ? id : []));
      if (unanswered.length > 0) return { outcome: "incomplete", reason: "unavailable", unanswered };
      const news = ["new10", "new20", "new30", "untimed"];
      return { outcome: "observed", changed: 4, news, quarantined: [{ id: "large", reason: "too_large" }] };
    },
  };
  const feed = { ...fixture.feed, failures: 5 };
  const visit = visitOf(feed);
  visit.source.answer(/./, found({}));
  const seen = { rows, repeated: 2, moment, detectedBy: "walk", draining: true } as const;
  const counts = { rows: 11, duplicates: 3, quarantined: 4 };
  const observe = (rest: object) => observeRows({ records, quarantine, schema }, visit, { ...seen, ...rest });
  expect(await observe({ passed: 20 })).toMatchObject({ changed: 4, counts: { ...counts, missed: 1 } });
  expect(kept).toEqual([
    ["no_readable_id", [7]],
    ["unanswered", rows.slice(6, 8)],
    ["too_large", [rows[5]]],
  ]);
  expect(looked).toEqual([["acme", "project", rows.slice(0, 8), true]]);
  expect(await observe({})).toMatchObject({ counts: { ...counts, missed: 0 } });
  expect(await observe({ passed: 40, positionKey: "modified" })).toMatchObject({ counts: { ...counts, missed: 0 } });
});

test("an unavailable engine isn't the rows' fault", async () => {
  const away = breakingOn(["p1"], new EngineUnavailableError("throttled"));
  await expect(observe(away, 4)).rejects.toThrow("throttled");
  expect(away.taken).toEqual([]);
});
