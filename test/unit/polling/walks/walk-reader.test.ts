import { describe, expect, test } from "vitest";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import type { MemoryTable } from "../../../support/memory-table.ts";
import { down, found } from "../support/answers.ts";
import type { FakeRecords } from "../support/fake-timeline.ts";
import { at, hour, idsFrom, walkWorld } from "../support/walk-world.ts";

/** The candidates that are noted. */
const candidates = ({ table }: { readonly table: MemoryTable }) =>
  table.items.flatMap(({ sk }) => (sk.startsWith("candidate#") ? [sk] : []));

const gone = (problem: boolean): SourceAnswer<never> => ({
  outcome: "notFound",
  problem,
  moment: { beganAt: 0, asOf: 0 },
});

test("a walk shows every row to the mirror, asserts the owners' feeds and keeps the ids it saw for some days", async () => {
  const { fixture, asserted, poll } = walkWorld();
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(fixture.records.ids).toHaveLength(7);
  expect(fixture.records.pages.every(({ detectedBy, draining }) => detectedBy === "walk" && !draining)).toBe(true);
  expect(asserted).toHaveLength(7);
  const notes = fixture.table.items.filter(({ sk }) => sk.startsWith("walk#00000001#"));
  expect(notes).toHaveLength(3);
  const expiresAt = Math.floor(fixture.clock.now() / 1_000) + 14 * 86_400;
  for (const note of notes) expect(note).toMatchObject({ expiresAt });
  expect(await fixture.checkpoint()).toMatchObject({ completedRows: 7, phase: { name: "idle" } });
});

test("a walk continues where its allowance ended, however many visits it takes", async () => {
  const { fixture, source, pollUntilDone } = walkWorld(20);
  const ends = await pollUntilDone(0, 2);
  expect(ends.at(-1)).toBe("done");
  expect(ends.length).toBeGreaterThan(3);
  expect(fixture.records.ids).toHaveLength(20);
  expect(
    source.requests.filter(({ query, path }) => path.endsWith("/cursor") && query?.["cursor"] === undefined),
  ).toHaveLength(1);
});

test("a walk yields at the end of its time box", async () => {
  const { fixture, source, poll } = walkWorld(20);
  source.intercept = () => {
    fixture.clock.advance(20_000);
    return undefined;
  };
  expect(await poll()).toEqual({ outcome: "yielded" });
  // A total and two pages.
  expect(fixture.records.ids).toHaveLength(6);
});

test("no walk starts while the timelines drain, nor right after one was completed", async () => {
  const { fixture, source, poll, setDrained } = walkWorld();
  setDrained(false);
  expect(await poll()).toEqual({ outcome: "done", idle: true });
  expect(source.requests).toEqual([]);
  // The status shows it as the last poll: one that never happened must not stand there.
  expect(await fixture.stands()).not.toHaveProperty("polledAt");
  setDrained(true);
  await poll();
  const requests = source.requests.length;
  expect(await poll()).toEqual({ outcome: "done", idle: true });
  expect(source.requests).toHaveLength(requests);
});

test("hazards 24 and 26: a record is removed when it is missing twice, a minute apart, with a witness between and after", async () => {
  const { source, memory, poll, lose, pollAfter } = walkWorld();
  lose("c003");
  expect((await poll()).outcome).toBe("waiting");
  expect(memory.removedIds).toEqual([]);
  expect((await poll()).outcome).toBe("skipped");
  expect(await pollAfter(60_000)).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c003"]);
  const singles = source.requests.filter(({ path }) => /\/company\/c\d/.test(path)).map(({ path }) => path);
  expect(singles).toEqual(["/company/c003", "/company/c000", "/company/c003", "/company/c000"]);
});

test("hazard 25: a record first seen less than an hour before the walk is no candidate", async () => {
  const { fixture, memory, source, poll, lose } = walkWorld();
  memory.live.set("c003", fixture.clock.now() - 30 * 60_000);
  lose("c003");
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(source.requests.some(({ path }) => path === "/company/c003")).toBe(false);
});

test("hazard 28: a record that no list shows but that is readable is unlisted, not removed", async () => {
  const { fixture, source, memory, poll, lose } = walkWorld();
  lose("c003");
  source.answer("/company/c003", found({ id: "c003" }));
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(memory.unlistedPages).toMatchObject([
    { rows: [{ id: "c003" }], form: "full", detectedBy: "walk", draining: false },
  ]);
  expect(memory.removedIds).toEqual([]);
  expect(candidates(fixture)).toEqual([]);
});

test("a refused read of a candidate ends the visit as refused, so that the instance's access is judged", async () => {
  const { fixture, source, memory, poll, lose } = walkWorld();
  lose("c003");
  source.answer("/company/c003", found({ id: "c003" }));
  memory.unlisted = async () => ({ outcome: "incomplete", reason: "refused" });
  expect(await poll()).toEqual({ outcome: "refused", by: "forbidden" });
  expect(candidates(fixture)).toEqual(["candidate#c003"]);
});

test("a walk that decides some candidates at each visit doesn't back off like one that fails repeatedly at the same place", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld(200);
  const lost = idsFrom(20, 18);
  lose(...lost);
  await poll(6);
  let asked = 0;
  source.intercept = ({ path }) => {
    if (!lost.some((id) => path === `/company/${id}`)) return undefined;
    asked += 1;
    return asked % 12 === 0 ? down : undefined;
  };
  const failures: unknown[] = [];
  for (let visit = 0; visit < 12 && memory.removedIds.length < lost.length; visit += 1) {
    await poll();
    failures.push((await fixture.stands()).failures);
    fixture.clock.advance(hour);
  }
  expect(memory.removedIds.toSorted()).toEqual(lost);
  expect(Math.max(...failures.map(Number))).toBe(1);
  // A candidate that can never be asked is a place where the walk fails again and again.
  lose("c100");
  source.answer("/company/c100", down);
  for (let visit = 0; visit < 5; visit += 1) await pollAfter(24 * hour);
  expect((await fixture.stands()).failures).toBeGreaterThan(2);
});

test("a walk that missed many progresses with the smallest allowance, whatever it read before", async () => {
  const { fixture, memory, poll, lose, operator } = walkWorld(200);
  const lost = idsFrom(20, 60);
  lose(...lost);
  const removedAfter: number[] = [];
  for (let visit = 0; visit < 200 && memory.removedIds.length < lost.length; visit += 1) {
    await poll(4);
    await operator.decide("acme", "company", "approved");
    removedAfter.push(memory.removedIds.length);
    fixture.clock.advance(61_000);
  }
  expect(memory.removedIds.toSorted()).toEqual(lost);
  // 60 questions twice, and a witness for every one or two of them.
  expect(removedAfter.length).toBeLessThan(100);
});

test("hazard 26: with every single read returning 404, as for an unknown instance, no removal is concluded", async () => {
  const { fixture, source, memory, poll, lose } = walkWorld();
  lose("c003");
  source.answer(/\/company\/c\d/, gone(true));
  for (let visit = 0; visit < 4; visit += 1) {
    expect((await poll()).outcome).toBe("failed");
    fixture.clock.advance(hour);
  }
  expect(memory.removedIds).toEqual([]);
  expect((await fixture.stands()).lastError).toBe("no_canary");
  expect(await fixture.checkpoint()).not.toHaveProperty("completedAt");
});

test("an expired cursor starts another walk: a part of one misses nothing", async () => {
  const { fixture, source, memory, poll } = walkWorld();
  await poll(2);
  let expired = 0;
  source.intercept = ({ query }) => {
    if (query?.["cursor"] === undefined || expired > 0) return undefined;
    expired += 1;
    return { outcome: "badRequest" };
  };
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(await fixture.checkpoint()).toMatchObject({ generation: 2, completedRows: 7 });
  const [bare] = source.requests.filter(({ query }) => query?.["limit"] === "1" && query["isActive"] === undefined);
  expect(bare).toEqual({ path: "/company/cursor", query: { limit: "1" } });
  const fields = { feedId: fixture.feed.feedId, generation: 2 };
  expect(fixture.logger.lines).toContainEqual({ level: "warn", event: "walk.cursor_expired", fields });
  expect(memory.removedIds).toEqual([]);
});

describe("hazard 14: a walk whose cursor expires twice", () => {
  const expire = (source: FakeRecords, at = { now: false }) => {
    source.intercept = ({ query }) =>
      at.now && query?.["cursor"] !== undefined ? ((at.now = false), { outcome: "badRequest" }) : undefined;
    return at;
  };

  test("runs before everything else, without a time box, until it is complete", async () => {
    const { fixture, source, poll } = walkWorld(60);
    const cursors = expire(source);
    const wheel = async () => (await fixture.stands()).wheel;
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await poll(visit === 0 ? 4 : 6)).toEqual({ outcome: "yielded" });
      expect(await wheel()).toContain("#walks#now#");
      cursors.now = true;
    }
    expect(await poll(6)).toEqual({ outcome: "yielded", ahead: true });
    expect(await wheel()).toContain("#timelines#now#");
    const requests = source.requests.length;
    const before = source.intercept;
    source.intercept = (request) => {
      fixture.clock.advance(20_000);
      return before(request);
    };
    expect(await poll(100)).toMatchObject({ outcome: "done" });
    expect(source.requests.length - requests).toBeGreaterThan(6);
    expect(await wheel()).toContain("#walks#");
    expect(await fixture.checkpoint()).not.toHaveProperty("expired");
  });
});

test("an empty list concludes nothing and ends the walk: the next one starts over", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld(2);
  lose("c000", "c001");
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual([]);
  expect(await fixture.checkpoint()).toMatchObject({ completedAt: expect.any(Number), completedRows: 0 });
  source.rows.push({ id: "c009", at });
  expect(await pollAfter(24 * hour)).toMatchObject({ outcome: "waiting" });
  expect(await pollAfter(2 * 60_000)).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c000", "c001"]);
});

test("hazard 66: a candidate whose id the source now calls malformed is left alone and delays no other", async () => {
  const { source, memory, poll, lose, pollAfter } = walkWorld();
  lose("c001", "c002");
  source.answer("/company/c001", { outcome: "badRequest" });
  expect(await poll()).toMatchObject({ outcome: "waiting" });
  expect(await pollAfter(2 * 60_000)).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c002"]);
});
