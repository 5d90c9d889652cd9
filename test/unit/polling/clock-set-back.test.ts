import { expect, test } from "vitest";
import { down } from "./support/answers.ts";
import { acme, ownerOf, ownersWorld, types } from "./support/owners-fixture.ts";
import { hour, walkWorld } from "./support/walk-world.ts";

const month = 30 * 24 * hour;

test("a walk is repeated after one that a clock a month ahead completed", async () => {
  const { fixture, memory, poll, lose, pollAfter } = walkWorld();
  const { clock, timings } = fixture;
  await pollAfter(month);
  clock.advance(-month);
  lose("c001");
  for (let visits = 0; visits < 3; visits += 1) {
    await poll();
    clock.advance(timings.confirmGap);
  }
  expect(memory.removedIds).toEqual(["c001"]);
});

test("a second read that a clock a month ahead delayed runs one whole gap after the clock is right", async () => {
  const { fixture, memory, poll, lose, pollAfter } = walkWorld();
  const { clock, timings } = fixture;
  clock.advance(month);
  lose("c001");
  expect(await poll()).toEqual({ outcome: "waiting", until: clock.now() + timings.confirmGap });
  expect(await pollAfter(-month)).toEqual({ outcome: "waiting", until: clock.now() + timings.confirmGap });
  expect(memory.removedIds).toEqual([]);
  await pollAfter(timings.confirmGap);
  expect(memory.removedIds).toEqual(["c001"]);
});

test("an owner that failed by a clock a month ahead is visited at once", async () => {
  const { fixture, source, clock } = await ownerOf();
  clock.advance(month);
  source.intercept = () => down;
  await fixture.see();
  source.answerAsUsual();
  clock.advance(-month);
  source.upload("d1", acme);
  expect(types(await fixture.see())).toEqual(["document.created"]);
});

test("what no journal records is found on time after a pass by a clock a month ahead", async () => {
  const { fixture, source, clock, timings } = ownersWorld();
  source.add("d1", acme);
  clock.advance(month);
  await fixture.see();
  clock.advance(-month);
  Object.assign(source.documents.get("d1") ?? {}, { description: "new" });
  clock.advance(timings.snapshotPeriod);
  expect(types(await fixture.see())).toEqual(["document.described"]);
});

test("documents that were missing by a clock a month ahead are read twice again", async () => {
  const { fixture, source, clock, timings } = await ownerOf("d1", "d2");
  clock.advance(month);
  source.lose("d1");
  await fixture.see();
  expect(fixture.document("d1")).toHaveProperty("missingAt");
  clock.advance(-month);
  expect(await fixture.see()).toEqual([]);
  // The wait after the first read has doubled when this pass makes the second.
  clock.advance(timings.confirmGap);
  expect(types(await fixture.confirm())).toEqual(["document.removed"]);
});

test("a pass that a clock a month ahead began doesn't start the document timeline in the future", async () => {
  const { fixture, source, clock, timings } = ownersWorld();
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
