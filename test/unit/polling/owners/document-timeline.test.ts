import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { documentTimelinePass, isTimelineDue } from "../../../../shared/polling/owners/document-timeline.ts";
import {
  documentsAfter,
  facts,
  later,
  moment,
  now,
  ok,
  ownerPassWorld,
  row,
  taken,
} from "../support/owner-pass-world.ts";
import { acme } from "../support/owners-fixture.ts";

const { documentTimelinePeriod, snapshotPeriod } = defaultTimings;

const timelineOf = (timeline: object) => ({ timeline, snapshot: { ...later, notes: { d: {} }, foldersDeleted: true } });

test.each([
  ["its first snapshot isn't complete", { readAt: 0 }, { completedAt: undefined }, false],
  ["it was read a moment ago", { readAt: now - 1 }, {}, false],
  ["its period has passed", { readAt: now - documentTimelinePeriod }, {}, true],
  ["its snapshots are rarer", { readAt: now - documentTimelinePeriod }, { period: 2 * snapshotPeriod }, false],
  ["a pass is under way", { readAt: now - 1, position: { since: 1, reached: 2 } }, {}, true],
])("whether a timeline is due if %s", (_, timeline, snapshot, due) => {
  expect(isTimelineDue({ timeline, snapshot: { ...later, ...snapshot } }, now, defaultTimings)).toBe(due);
});

test("a timeline's pages are saved one by one, the last with the visit's end, and unreadable rows are quarantined", async () => {
  const { parts, visit, answers, seen, kept, asked } = ownerPassWorld();
  const readOn = async () => [];
  answers["/document/timeline"] = [ok([row("a"), { name: "b" }], "c1"), ok([row("c")])];
  const done = await taken(documentTimelinePass(parts, { ...visit, readOn }, acme, timelineOf({ watermark: 7 })));
  expect(done.flags).toEqual([{}, { mayWait: true }]);
  const page = { ...facts, instance: "acme", owner: acme, notes: { d: {} }, detectedBy: "timeline", moment };
  expect(seen).toEqual([
    { ...page, readOn, rows: [{ id: "a", body: row("a") }] },
    { ...page, readOn, rows: [{ id: "c", body: row("c") }] },
  ]);
  expect(kept.map(([, , rows]) => rows)).toEqual([[{ name: "b" }]]);
  expect(asked[0]?.query).toMatchObject({ entityType: "Company", entityId: "a", limit: "1000" });
  const [between, after] = documentsAfter(done.outcomes).map(({ timeline }) => timeline);
  expect(between).toMatchObject({ position: { cursor: "c1" } });
  expect(between).not.toHaveProperty("readAt");
  expect(after).toMatchObject({ position: undefined, readAt: now });
  expect(after).not.toHaveProperty("limit");
  expect(documentsAfter(done.outcomes)[1]?.snapshot.dirty).toBe(false);
});

test("a left-out document makes the owner dirty", async () => {
  const { parts, visit, answers } = ownerPassWorld({ outcome: "observed", changed: 0, leftOut: ["a"] });
  answers["/document/timeline"] = [ok([row("a")])];
  const done = await taken(documentTimelinePass(parts, visit, acme, timelineOf({})));
  expect(done.outcomes).toMatchObject([{ documents: { snapshot: { dirty: true } } }]);
});

test("a timeline's page that the mirror can't take yet leaves its place", async () => {
  const { parts, visit, answers, kept } = ownerPassWorld({ outcome: "incomplete", reason: "refused" });
  answers["/document/timeline"] = [ok([row("a")])];
  const { outcomes } = await taken(documentTimelinePass(parts, visit, acme, timelineOf({})));
  expect(outcomes).toEqual([{ outcome: "incomplete", reason: "refused" }]);
  expect(kept).toEqual([]);
});
