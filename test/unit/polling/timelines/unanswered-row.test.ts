import { expect, test } from "vitest";
import { RecordSink } from "../../../../shared/polling/observe/record-sink.ts";
import { recordRow } from "../../../../shared/polling/rows/record-row.ts";
import { timelineCheckpointOf } from "../../../../shared/polling/timelines/timeline-checkpoint.ts";
import { createTimelineReader } from "../../../../shared/polling/timelines/timeline-reader.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { promptTurns } from "../../../support/turns.ts";
import { down } from "../support/answers.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { connectedAt, PollingFixture } from "../support/polling-fixture.ts";
import { at, minute } from "../support/timeline-world.ts";

/** A project timeline into a real mirror; a project arrives each minute, and the feed is visited. */
function setUp() {
  const fixture = new PollingFixture("project-timeline");
  const { clock, timings, quarantine, schema } = fixture;
  const source = new FakeRecords(clock.now());
  source.pageSize = 50;
  const mirror = new MemoryTable("mirror");
  const instance = {
    ...{ name: "acme", registeredAt: connectedAt, connectedAt, seqFloor: 0, requestsPerSecond: 5, rev: 1 },
    status: "active",
  } as const;
  const records = new RecordSink({
    ...testContext({ clock, timings }),
    mirror,
    instances: { find: async () => instance },
    feeds: fixture.table,
    owners: { assert: async () => undefined, wake: async () => undefined },
    walks: { requestWalk: async () => undefined },
    turns: promptTurns(),
  });
  const reader = createTimelineReader({ ...testContext({ timings }), records, quarantine, schema });
  const arrive = (id: string) => {
    source.rows.push({ id, at: at(clock.now()) });
  };
  let arrived = 0;
  const pass = async (minutes: number, traffic: "busy" | "quiet" = "busy") => {
    for (let passed = 0; passed < minutes; passed += 1) {
      clock.advance(minute);
      if (traffic === "busy") arrive(`p${arrived++}`);
      source.now = clock.now() + 1_000;
      await fixture.visit(reader, source, 200);
    }
  };
  const known = () => mirror.items.filter(({ pk }) => pk.includes("project")).map(({ sk }) => sk);
  return { fixture, source, arrive, pass, known };
}

test("a project whose read by id always fails is quarantined, and later ones arrive", async () => {
  const { fixture, source, arrive, pass, known } = setUp();
  await pass(10);
  arrive("bad");
  source.answer("/project/bad", down);
  await pass(60);
  expect(known()).toHaveLength(70);
  expect(fixture.poison).toContainEqual(expect.objectContaining({ id: "bad" }));
  expect(await fixture.stands()).toMatchObject({ status: "active", failures: 0 });
  // It isn't lost: a sweep shows it again.
  source.answerAsUsual();
  fixture.clock.advance(23 * 60 * minute);
  await pass(3);
  expect(known()).toContain("bad");
});

test("an outage of all reads by id quarantines nothing, however long it lasts", async () => {
  const { fixture, source, pass, known } = setUp();
  await pass(10);
  source.answer(/^\/project\/p/, down);
  await pass(60);
  expect(fixture.poison).toEqual([]);
  expect((await fixture.stands()).failures).toBeGreaterThan(5);
  source.answerAsUsual();
  await pass(30);
  expect(known()).toHaveLength(100);
});

test("a project that only the sweep shows, and that never responds, is quarantined, and the sweep ends", async () => {
  const { fixture, source, pass, known } = setUp();
  await pass(10);
  // Committed half an hour after its change time: the overlap of the fast pass doesn't reach back to it.
  source.rows.push({ id: "bad", at: at(fixture.clock.now() - 30 * minute) });
  source.answer("/project/bad", down);
  await pass(50);
  const { sweptAt } = timelineCheckpointOf(await fixture.checkpoint(), fixture.feed.feedId);
  await pass(30);
  expect(fixture.poison.map((row) => recordRow(row)?.id)).toContain("bad");
  expect(await fixture.stands()).toMatchObject({ status: "active", failures: 0 });
  expect(timelineCheckpointOf(await fixture.checkpoint(), fixture.feed.feedId).sweptAt).toBeGreaterThan(sweptAt ?? 0);
  expect(known()).toHaveLength(90);
});
