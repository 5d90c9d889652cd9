import { expect, test } from "vitest";
import { down, gateway, unavailable } from "../support/answers.ts";
import { hour, walkWorld } from "../support/walk-world.ts";

test("a record that never responds delays neither a walk's other candidates nor the next walk", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld(60);
  lose("c001", "c002", "c003", "c004", "c005");
  const broken = ["c001", "c002", "c005"];
  let isWell = false;
  source.intercept = ({ path }) => (!isWell && broken.some((id) => path === `/company/${id}`) ? down : undefined);
  const ends: string[] = [];
  for (let visit = 0; visit < 12; visit += 1) {
    ends.push((await poll()).outcome);
    fixture.clock.advance(hour);
  }
  expect(memory.removedIds.toSorted()).toEqual(["c003", "c004"]);
  expect(ends).toContain("done");
  const fields = { feedId: fixture.feed.feedId, candidates: 3 };
  expect(fixture.logger.lines).toContainEqual({ level: "warn", event: "walk.candidates_unanswered", fields });
  isWell = true;
  for (let visit = 0; visit < 6; visit += 1) await pollAfter(24 * hour);
  expect(memory.removedIds.toSorted()).toEqual(["c001", "c002", "c003", "c004", "c005"]);
});

test("a walk doesn't end while an outage blocks the reads of its candidates", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld();
  lose("c003");
  await poll(2);
  source.answer(/\/company\/c\d/, unavailable(503));
  for (let visit = 0; visit < 20; visit += 1) {
    expect(await poll()).toEqual({ outcome: "failed", reason: "unavailable_503" });
    fixture.clock.advance(hour);
  }
  source.answerAsUsual();
  await poll();
  await pollAfter(hour);
  expect(memory.removedIds).toEqual(["c003"]);
});

test("a candidate that got no response in the first round isn't removed by one 404 in the second", async () => {
  const { fixture, source, memory, poll, lose, pollAfter } = walkWorld(60);
  lose("c001", "c003");
  source.answer("/company/c003", down);
  let end = await poll();
  expect(end).toEqual({ outcome: "failed", reason: "unavailable_500" });
  for (let visit = 0; visit < 12 && end.outcome !== "waiting"; visit += 1) {
    fixture.clock.advance(hour);
    end = await poll();
  }
  fixture.clock.advance(hour);
  source.answerAsUsual();
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(memory.removedIds).toEqual(["c001"]);
  await pollAfter(24 * hour);
  await pollAfter(hour);
  expect(memory.removedIds).toEqual(["c001", "c003"]);
});

test("the second round doesn't begin early, though a visit comes early", async () => {
  const { fixture, source, poll } = walkWorld();
  const now = fixture.clock.now();
  const phase = { name: "confirming", beganAt: now, rows: 7, round: "second", notBefore: now + 30_000 };
  const checkpoint = { generation: 1, phase };
  await fixture.store.save(await fixture.stands(), { checkpoint });
  expect(await poll()).toEqual({ outcome: "waiting", until: now + 30_000 });
  expect(source.requests).toEqual([]);
});

test("a gateway's response for one candidate is no reason to hold the others, if few are missing", async () => {
  const { source, held, poll, lose } = walkWorld(60);
  lose("c001", "c003");
  source.answer("/company/c003", gateway);
  expect(await poll()).toEqual({ outcome: "failed", reason: "not_found" });
  expect(held).toEqual([]);
});
