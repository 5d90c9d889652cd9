import { expect, test } from "vitest";
import { acme, OwnersFixture } from "./support/owners-fixture.ts";
import { hour, walkWorld } from "./support/walk-world.ts";

const month = 30 * 24 * hour;

test("a walk is repeated after one that a clock a month ahead completed", async () => {
  const { fixture, memory, poll, lose } = walkWorld();
  const { clock, timings } = fixture;
  clock.advance(month);
  await poll();
  clock.advance(-month);
  lose("c001");
  for (let visits = 0; visits < 3; visits += 1) {
    await poll();
    clock.advance(timings.confirmGap);
  }
  expect(memory.removedIds).toEqual(["c001"]);
});

test("a second read that a clock a month ahead delayed runs one whole gap after the clock is right", async () => {
  const { fixture, memory, poll, lose } = walkWorld();
  const { clock, timings } = fixture;
  clock.advance(month);
  lose("c001");
  expect(await poll()).toEqual({ outcome: "waiting", until: clock.now() + timings.confirmGap });
  clock.advance(-month);
  expect(await poll()).toEqual({ outcome: "waiting", until: clock.now() + timings.confirmGap });
  expect(memory.removedIds).toEqual([]);
  clock.advance(timings.confirmGap);
  await poll();
  expect(memory.removedIds).toEqual(["c001"]);
});

test("an owner that failed by a clock a month ahead is visited at once", async () => {
  const fixture = new OwnersFixture();
  const { source, clock } = fixture;
  await fixture.see();
  clock.advance(month);
  source.intercept = () => ({ outcome: "unavailable", status: 500, retryAfterMs: undefined });
  await fixture.see();
  source.intercept = () => undefined;
  clock.advance(-month);
  source.add("d1", acme);
  source.record(acme, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  expect((await fixture.see()).map(({ type }) => type)).toEqual(["document.created"]);
});

test("what no journal records is found on time after a pass by a clock a month ahead", async () => {
  const fixture = new OwnersFixture();
  const { source, clock, timings } = fixture;
  source.add("d1", acme);
  clock.advance(month);
  await fixture.see();
  clock.advance(-month);
  Object.assign(source.documents.get("d1") ?? {}, { description: "new" });
  clock.advance(timings.snapshotPeriod);
  expect((await fixture.see()).map(({ type }) => type)).toEqual(["document.described"]);
});

test("documents that were missing by a clock a month ahead are read twice again", async () => {
  const fixture = new OwnersFixture();
  const { source, clock, timings } = fixture;
  source.add("d1", acme);
  source.add("d2", acme);
  await fixture.see();
  clock.advance(month);
  source.documents.delete("d1");
  await fixture.see();
  expect(fixture.document("d1")).toHaveProperty("missingAt");
  clock.advance(-month);
  expect(await fixture.see()).toEqual([]);
  // The wait after the first read has doubled when this pass makes the second.
  clock.advance(timings.confirmGap);
  expect((await fixture.confirm()).map(({ type }) => type)).toEqual(["document.removed"]);
});

test("a pass that a clock a month ahead began doesn't start the document timeline in the future", async () => {
  const fixture = new OwnersFixture();
  const { source, clock, timings } = fixture;
  source.pageSize = 1;
  source.add("d1", acme);
  source.add("d2", acme);
  clock.advance(month);
  await fixture.see(acme, 3);
  clock.advance(-month);
  await fixture.see();
  await fixture.see();
  clock.advance(timings.documentTimelinePeriod);
  source.add("d3", acme);
  expect((await fixture.see()).map(({ subject }) => subject.id)).toEqual(["d3"]);
});
