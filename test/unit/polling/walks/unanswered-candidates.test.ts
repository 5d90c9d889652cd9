import { expect, test } from "vitest";
import { hour, walkWorld } from "../support/walk-world.ts";

test("a record that never responds delays neither a walk's other candidates nor the next walk", async () => {
  const { fixture, source, memory, poll, lose } = walkWorld(60);
  lose("c001", "c002", "c003", "c004", "c005");
  const broken = ["c001", "c002", "c005"];
  let isWell = false;
  source.intercept = ({ path }) =>
    !isWell && broken.some((id) => path === `/company/${id}`)
      ? { outcome: "unavailable", status: 500, retryAfterMs: undefined }
      : undefined;
  const ends: string[] = [];
  for (let visit = 0; visit < 12; visit += 1) {
    ends.push((await poll()).outcome);
    fixture.clock.advance(hour);
  }
  expect(memory.removedIds.toSorted()).toEqual(["c003", "c004"]);
  expect(ends).toContain("done");
  expect(fixture.logger.lines).toContainEqual(expect.objectContaining({ event: "walk.candidates_unanswered" }));
  isWell = true;
  for (let visit = 0; visit < 6; visit += 1) {
    fixture.clock.advance(24 * hour);
    await poll();
  }
  expect(memory.removedIds.toSorted()).toEqual(["c001", "c002", "c003", "c004", "c005"]);
});

test("a walk doesn't end while an outage blocks the reads of its candidates", async () => {
  const { fixture, source, memory, poll, lose } = walkWorld();
  lose("c003");
  await poll(2);
  source.intercept = ({ path }) =>
    /\/company\/c\d/.test(path) ? { outcome: "unavailable", status: 503, retryAfterMs: undefined } : undefined;
  for (let visit = 0; visit < 20; visit += 1) {
    expect((await poll()).outcome).not.toBe("done");
    fixture.clock.advance(hour);
  }
  source.intercept = () => undefined;
  await poll();
  fixture.clock.advance(hour);
  await poll();
  expect(memory.removedIds).toEqual(["c003"]);
});
