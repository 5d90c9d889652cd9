import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import type { ReadById } from "../../../../shared/polling/rows/read-by-id.ts";
import {
  createScrubReader,
  documentScrub,
  recordScrub,
  type ScrubSubject,
  scrubCheckpointOf,
  scrubParts,
} from "../../../../shared/polling/scrub/scrub-reader.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { mirrorWith } from "../../mirror/mirror-fixture.ts";
import { down, unavailable } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const day = 24 * 3_600_000;
/** The time (ms) in which one part is read. */
const share = (7 * day) / scrubParts;
const created = "2026-01-01T06:00:00Z";
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);
const pathOf = (at: number) => `/project/p${at}`;

/** Projects in a mirror, a source that shows more of each by id, and the scrub between them. */
async function setUp(count: number) {
  const world = mirrorWith();
  const fixture = new PollingFixture("project-scrub");
  const source = new FakeRecords(fixture.clock.now());
  const row = (at: number): JsonObject => ({ id: `p${at}`, name: `Project ${at}`, created });
  await world.see("project", numbers(count).map(row), { draining: true });
  for (const at of numbers(count))
    source.rows.push({ id: `p${at}`, at: created, body: { ...row(at), externalReference: "A" } });
  const { clock, timings, schema, quarantine } = fixture;
  // The mirror's clock went on while it took its first rows.
  clock.advance(20_000);
  const { mirror } = world;
  const parts = { ...testContext({ timings }), records: world.sink, schema, quarantine, mirror };
  const subject = recordScrub(parts, "project");
  const metrics = { record: (name: string, value: number) => void fixture.measured.push({ [name]: value }) };
  const reader = createScrubReader({ ...testContext({ clock, metrics, timings }), subject });
  /** How far (ms) our clock is ahead of the source's. */
  const skew = { ahead: 0 };
  const advance = (ms: number) => {
    clock.advance(ms);
    world.clock.advance(ms);
    source.now = clock.now() - skew.ahead;
  };
  /** Visits whenever the feed is due, until so much time passed. */
  const pass = async (ms: number, requests = 8) => {
    const until = clock.now() + ms;
    while (clock.now() < until) {
      const end = await fixture.visit(reader, source, requests);
      const next = end.outcome === "waiting" ? end.until : clock.now() + 5_000;
      advance(Math.min(until, next) - clock.now());
    }
  };
  const setClockAhead = (ms: number) => {
    clock.advance(ms - skew.ahead);
    skew.ahead = ms;
  };
  const reads = () => source.requests.splice(0).map(({ path }) => path);
  const change = (at: number, body: JsonObject) => source.rows.splice(at, 1, { id: `p${at}`, at: created, body });
  return { ...world, fixture, reader, source, row, advance, pass, reads, change, setClockAhead };
}

test("each record is read by id once per period, and changes that no list shows are published as found by the scrub", async () => {
  const { events, fixture, row, pass, reads, change } = await setUp(40);
  const baseline = events.length;
  await pass(7.1 * day);
  expect(reads().sort()).toEqual(numbers(40).map(pathOf).sort());
  // The first read by id shows fields that no list showed: that is no change.
  expect(events).toHaveLength(baseline);
  change(3, { ...row(3), externalReference: "B" });
  await pass(7 * day);
  expect(reads()).toHaveLength(40);
  expect(events.slice(baseline)).toMatchObject([
    {
      type: "project.updated",
      subject: { id: "p3" },
      detectedBy: "scrub",
      changes: [{ field: "externalReference", from: "A", to: "B" }],
    },
  ]);
  expect(fixture.measured.filter((one) => "polling.scrub_found" in one)).toEqual([{ "polling.scrub_found": 1 }]);
  const last = { read: 40, found: 1 };
  expect((await fixture.stands()).checkpoint).toMatchObject({ completedAt: expect.any(Number), last });
  expect((await fixture.stands()).stats?.missed).toBe(1);
});

test("a record read by id since the cycle began isn't read again; missing or too large ones are skipped", async () => {
  const { fixture, source, see, pass, reads, row } = await setUp(6);
  await pass(1_000);
  source.answer(pathOf(2), { ...unavailable(undefined), heavy: "too_large" });
  source.rows.splice(1, 1);
  await see("project", [{ ...row(0), name: "new", modified: "2026-01-05T08:00:00Z" }], { form: "full" });
  await pass(7 * day);
  expect(reads().sort()).toEqual([1, 2, 3, 4, 5].map(pathOf));
  expect(await fixture.stands()).toMatchObject({ status: "active", checkpoint: { last: { read: 5 } } });
});

test("one visit reads every part that is due, and saves its position after each", async () => {
  const { fixture, reader, source, advance, reads } = await setUp(40);
  await fixture.visit(reader, source);
  advance(7.1 * day);
  const saved = vi.spyOn(fixture.store, "save");
  expect(await fixture.visit(reader, source)).toMatchObject({ outcome: "waiting" });
  expect(reads()).toHaveLength(40);
  const steps = saved.mock.calls.filter(([, , leaving]) => leaving === undefined);
  const positions = steps.map(([, { checkpoint }]) => scrubCheckpointOf(checkpoint, "", 0).part);
  expect(positions).toEqual([...numbers(scrubParts + 1).slice(1), 0]);
});

test.each([
  [1.5 * share, true],
  [1.5 * share + 1, false],
])("after %d ms, a scrub without requests in its first part pauses: %s", async (passed, pauses) => {
  const { fixture, reader, source } = await setUp(40);
  await fixture.visit(reader, source);
  fixture.clock.advance(passed);
  const until = fixture.clock.now() + 30_000;
  expect(await fixture.visit(reader, source, 0)).toEqual(
    pauses ? { outcome: "waiting", until } : { outcome: "yielded" },
  );
});

test("a change counts as missed only once the fast pass no longer looks for it", async () => {
  const fixture = new PollingFixture("project-scrub");
  const { clock, records, timings } = fixture;
  const subject = recordScrub({ ...fixture.parts, mirror: new MemoryTable("mirror") }, "project");
  const [beganAt, feed] = [clock.now(), await fixture.stands()];
  const missed = (id: string, age: number) => {
    const body = { id, created, modified: new Date(beganAt - age).toISOString() };
    const visit = { feed, source: new FakeRecords(0), beganAt, connectedAt: 0, connect: async () => 0 };
    return subject.observe(visit, { id, body, moment: { beganAt, asOf: beganAt } });
  };
  expect(await missed("p1", timings.fastOverlapMax + 1)).toMatchObject({ counts: { missed: 1 } });
  expect(await missed("p2", timings.fastOverlapMax)).toMatchObject({ counts: { missed: 0 } });
  for (const page of records.pages) expect(page).toMatchObject({ form: "full", detectedBy: "scrub", draining: false });
});

test("the documents of a mirror are read by id", async () => {
  const fixture = new PollingFixture("document-scrub");
  const { clock } = fixture;
  const mirror = new MemoryTable("mirror");
  const item = { ...recordKey("acme", "document", "d1"), id: "d1", state: "live", asOf: 0 };
  await mirror.put([{ item }]);
  const source = new FakeRecords(clock.now());
  source.rows.push({ id: "d1", at: created });
  const read: string[] = [];
  const rereadDocument = async (instance: string, { id }: ReadById) => {
    read.push(`${instance} ${id}`);
    return { outcome: "observed", changed: 0 } as const;
  };
  const subject = documentScrub({ mirror, documents: { rereadDocument } });
  const reader = createScrubReader({ ...testContext({ clock }), subject });
  await fixture.visit(reader, source);
  clock.advance(7.1 * day);
  await fixture.visit(reader, source);
  expect(source.requests).toEqual([{ path: "/document/d1" }]);
  expect(read).toEqual(["acme d1"]);
});

test("a fault is waited for, and the scrub continues where it was", async () => {
  const { source, fixture, pass, reads } = await setUp(30);
  let faults = 3;
  source.intercept = () => (faults > 0 && (faults -= 1) >= 0 ? unavailable(503) : undefined);
  await pass(7.1 * day, 3);
  expect(reads()).toHaveLength(33);
  expect((await fixture.stands()).failures).toBe(0);
});

test("records that never respond are skipped until the next cycle, and all others are read", async () => {
  const { source, fixture, pass, reads } = await setUp(40);
  const broken = [3, 4, 17, 30, 31, 32].map(pathOf);
  source.intercept = ({ path }) => (broken.includes(path) ? down : undefined);
  await pass(7.1 * day);
  expect(reads().filter((path, at, all) => all.indexOf(path) === at && path.startsWith("/project/"))).toHaveLength(40);
  expect((await fixture.stands()).checkpoint).toMatchObject({ completedAt: expect.any(Number), last: { read: 34 } });
  source.answerAsUsual();
  await pass(7 * day);
  expect(reads()).toEqual(expect.arrayContaining(broken));
});

test("in an outage of any length no record is skipped", async () => {
  const { source, pass, reads } = await setUp(12);
  source.intercept = () => unavailable(503);
  await pass(3 * day);
  reads();
  source.answerAsUsual();
  await pass(4 * day);
  const read = reads().filter((path) => path.startsWith("/project/"));
  expect(read.sort()).toEqual(numbers(12).map(pathOf).sort());
});

test("a scrub over 20,000 records takes a few requests at a time, never exceeds its hourly share of the budget, and is through within its period", async () => {
  const fixture = new PollingFixture("project-scrub");
  const source = new FakeRecords(fixture.clock.now());
  const count = 20_000;
  const perPart = count / scrubParts;
  const read: string[] = [];
  const subject: ScrubSubject = {
    async *unread(_instance, part, _before, after) {
      const first = after === undefined ? 0 : Number(after) - part * perPart + 1;
      for (let at = first; at < perPart; at += 1) yield String(part * perPart + at);
    },
    pathOf: (id) => `/project/${id}`,
    observe: async (_visit, { id }) => {
      read.push(id);
      return { outcome: "observed", changed: 0 };
    },
  };
  source.one = async () => ({ outcome: "ok", value: {}, moment: { beganAt: source.now, asOf: source.now } });
  const { clock, timings } = fixture;
  const began = clock.now();
  const reader = createScrubReader({ ...testContext({ clock, timings }), subject });
  let visits = 0;
  const perHour = new Map<number, number>();
  const saved = vi.spyOn(fixture.store, "save");
  while (read.length < count) {
    const before = read.length;
    const end = await fixture.visit(reader, source, 8);
    expect(read.length - before).toBeLessThanOrEqual(8);
    const hour = Math.floor((clock.now() - began) / 3_600_000);
    perHour.set(hour, (perHour.get(hour) ?? 0) + read.length - before);
    clock.advance(end.outcome === "waiting" ? end.until - clock.now() : 5_000);
    visits += 1;
  }
  expect([read.length, new Set(read).size]).toEqual([count, count]);
  // 5 requests a second are 18,000 an hour; eight at a time, half a minute apart, are less than a fifteenth of them.
  expect(Math.max(...perHour.values())).toBeLessThanOrEqual(18_000 / 15);
  // Spread over the period: it isn't done at once and then silent.
  expect(perHour.size).toBeGreaterThanOrEqual(scrubParts);
  expect(visits).toBeLessThan(count / 8 + 2 * scrubParts);
  // Within a part, only a visit's last position is written.
  const steps = saved.mock.calls.filter(([, , leaving]) => leaving === undefined);
  expect(steps.length).toBeLessThanOrEqual(2 * scrubParts);
  expect(clock.now() - began).toBeLessThan(timings.scrubPeriod + day / 2);
});

test("a scrub by a clock a month ahead continues at once when the clock is right, and finishes within its period", async () => {
  const { pass, reads, setClockAhead } = await setUp(40);
  await pass(8 * day);
  setClockAhead(30 * day);
  // What that clock makes overdue is read at once; then a cycle begins by it.
  await pass(day);
  reads();
  await pass(3 * day);
  const before = new Set(reads());
  expect(before.size).toBeLessThan(30);
  setClockAhead(0);
  await pass(7.1 * day);
  expect(new Set([...before, ...reads()]).size).toBe(40);
});
