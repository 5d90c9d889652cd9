import { expect, test } from "vitest";
import { liveChange } from "../../infra/sandbox/live/live-change.ts";
import { seededRandom } from "../../infra/sandbox/store/random.ts";
import { VisitEnds } from "../support/visit-ends.ts";
import { IngestWorld } from "./ingest-world.ts";

const minutes = 60_000;
const seconds = 1_000;

/** Owners are due every few seconds, and a worker may take much longer for one. */
const timings = {
  tick: 5 * seconds,
  claimLife: 5 * seconds,
  startBy: 10 * seconds,
  pollDeadline: 20 * seconds,
  ownerPeriod: 3 * seconds,
  timelinePeriod: 3 * seconds,
};

test("workers that take the maximum time hardly ever lose a visit to each other", async () => {
  const world = new IngestWorld({
    seed: 1,
    requestsPerSecond: 20,
    timings,
    // One response in four takes 2 to 8 s.
    answersAfter: (fraction) => (fraction < 0.75 ? 100 : 2_000 + (fraction - 0.75) * 24_000),
  });
  await world.connect();
  const [source] = [...world.sandbox.instances.values()];
  const random = seededRandom(1);
  let turns = 0;
  await world.run(5 * minutes, () => {
    turns += 1;
    if (turns % 3 === 0) void liveChange(source!, random);
  });
  const ends = new VisitEnds();
  for (const { event, fields } of world.logger.lines) ends.note(event, fields);
  expect(ends.visits).toBeGreaterThan(1_000);
  expect(ends.of("lost") / ends.visits).toBeLessThan(0.01);
});
