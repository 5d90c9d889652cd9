import { expect, test } from "vitest";
import { History } from "./history.ts";
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
    mortality: { death: 0, fault: 0 },
    requestsPerSecond: 20,
    timings,
    // One response in four takes 2 to 8 s.
    answersAfter: (fraction) => (fraction < 0.75 ? 100 : 2_000 + (fraction - 0.75) * 24_000),
  });
  const history = new History(world.sandbox, 1, {
    room: await world.openRoom(),
    isTold: () => true,
    isSuspected: () => true,
  });
  await world.connect();
  let turns = 0;
  await world.run(4 * minutes, () => {
    turns += 1;
    if (turns % 3 === 0) history.change();
  });
  const ended = { visits: 0, lost: 0 };
  for (const { event, fields } of world.logger.lines) {
    if (event !== "poll.done") continue;
    for (const outcome of ["done", "yielded", "waiting", "failed", "refused", "parked", "lost"])
      ended.visits += Number(fields[outcome] ?? 0);
    ended.lost += Number(fields["lost"] ?? 0);
  }
  expect(ended.visits).toBeGreaterThan(1_000);
  expect(ended.lost / ended.visits).toBeLessThan(0.01);
});
