import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { withLag } from "../../../../shared/polling/timelines/timeline-checkpoint.ts";
import { createTimelineReader } from "../../../../shared/polling/timelines/timeline-reader.ts";
import { mirrorWith } from "../../mirror/mirror-fixture.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";
import { at, hour, minute, noon } from "../support/timeline-world.ts";

const project = (id: string, changedAt: number, name: string) => {
  const times = { created: at(noon - hour), modified: at(changedAt) };
  return { id, at: at(changedAt), body: { ...times, name } };
};

/** A mirror and a source whose reads by id can lag behind its timeline. */
async function setUp() {
  const { sink, events, clock } = mirrorWith();
  const fixture = new PollingFixture("project-timeline", {});
  const source = new FakeRecords(noon);
  const records = { observe: sink.observe.bind(sink) };
  const poll = async (after = 30_000) => {
    for (const one of [clock, fixture.clock]) one.advance(after);
    source.now += after;
    return fixture.visit(createTimelineReader({ ...fixture.parts, records }), source);
  };
  /** The last change time of which the feed's readings say that it is published. */
  const knownUntil = async () => {
    const reads = (await fixture.stands()).completeReads ?? [];
    return Math.max(...reads.map(({ from, lateness }) => from - Math.max(2 * lateness, fixture.timings.fastOverlap)));
  };
  const stale = new Map<string, string>();
  const one = source.one.bind(source);
  source.one = async (request) => {
    const answer = await one(request);
    const before = stale.get(request.path.split("/").at(-1) ?? "");
    if (answer.outcome !== "ok" || before === undefined) return answer;
    return { ...answer, value: { ...answer.value, name: before, modified: at(noon - hour) } };
  };
  source.rows.push(project("p1", noon - hour, "Old"), project("p2", noon - 2 * hour, "Other"));
  await poll();
  const change = (id: string, name: string, before: string) => {
    const changedAt = source.now;
    source.rows.splice(
      source.rows.findIndex((row) => row.id === id),
      1,
      project(id, changedAt, name),
    );
    stale.set(id, before);
    return changedAt;
  };
  const names = () => events.slice(2).map(({ data }) => data?.["name"]);
  return { source, poll, knownUntil, stale, change, names };
}

test("a change that its read by id doesn't show yet doesn't count as published, until it is", async () => {
  const { poll, knownUntil, stale, change, names } = await setUp();
  const changedAt = change("p1", "New", "Old");
  for (let visit = 0; visit < 10; visit += 1) await poll();
  expect(names()).toEqual([]);
  expect(await knownUntil()).toBeLessThan(changedAt);
  stale.clear();
  for (let visit = 0; visit < 10; visit += 1) await poll();
  expect(names()).toEqual(["New"]);
  expect(await knownUntil()).toBeGreaterThan(changedAt);
});

test("a lag that is shorter than the overlap delays nothing", async () => {
  const { source, poll, knownUntil, stale, change } = await setUp();
  for (let visit = 0; visit < 6; visit += 1) await poll();
  change("p1", "New", "Old");
  await poll();
  expect(await knownUntil()).toBeGreaterThanOrEqual(source.now - 3 * minute);
  stale.clear();
  for (let visit = 0; visit < 6; visit += 1) await poll();
  expect(await knownUntil()).toBeGreaterThanOrEqual(source.now - 3 * minute);
});

test("reads by id of which each lags for a moment don't stop what is known", async () => {
  const { source, poll, knownUntil, stale, change } = await setUp();
  for (let visit = 0; visit < 40; visit += 1) {
    stale.clear();
    change(visit % 2 === 0 ? "p1" : "p2", `New ${visit}`, "Old");
    await poll();
  }
  expect(await knownUntil()).toBeGreaterThan(source.now - 4 * minute);
});

test.each([1, 30])(
  "a change that the fast pass has passed while its read by id lagged is held for %i hours, and a sweep releases it",
  async (hours) => {
    const { source, poll, knownUntil, stale, change, names } = await setUp();
    const changedAt = change("p1", "New", "Old");
    await poll();
    for (let passed = 0; passed < hours * 4; passed += 1) {
      // Other rows move the watermark, so the fast pass no longer reads the row that lags.
      source.rows.push(project(`q${passed}`, source.now, "Other"));
      await poll(15 * minute);
      expect(await knownUntil(), `after ${passed} quarters`).toBeLessThan(changedAt);
    }
    stale.clear();
    for (let passed = 0; passed < 30 && !names().includes("New"); passed += 1) await poll(hour);
    expect(names()).toContain("New");
    for (let visit = 0; visit < 10; visit += 1) await poll();
    expect(await knownUntil()).toBeGreaterThan(source.now - 4 * minute);
  },
);

test("a row that the fast pass leaves to a sweep under way isn't released by that sweep", () => {
  const timings = { ...defaultTimings, fastOverlap: 2 * minute };
  const [early, late] = [noon - 3 * hour, noon - 10 * minute];
  const sweep = { since: noon - 4 * hour, cursor: "c" };
  const before = { drained: true, ties: [], watermark: noon, laggingFrom: early };
  const sweptFrom = noon - 4 * hour;
  const during = withLag({ ...before, sweep }, "sweep", { lagging: undefined, sweptFrom, beganAt: noon }, timings);
  expect(during).toMatchObject({ laggingFrom: early, sweep: { sweptFrom } });
  const passed = withLag(during, "fast", { lagging: late, sweptFrom: undefined, beganAt: noon }, timings);
  const { sweep: swept, ...rest } = passed;
  expect(withLag(rest, "sweep", { lagging: swept?.lagging, sweptFrom, beganAt: noon }, timings)).toMatchObject({
    laggingFrom: late,
  });
  expect(withLag(rest, "sweep", { lagging: undefined, sweptFrom, beganAt: noon }, timings)).not.toHaveProperty(
    "laggingFrom",
  );
  expect(withLag(before, "sweep", { lagging: undefined, sweptFrom: undefined, beganAt: noon }, timings)).toEqual(
    before,
  );
});
