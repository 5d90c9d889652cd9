import { expect, test } from "vitest";
import { PollWorkers } from "../../bench/cost/poll-workers.ts";

test("the bill has a poll take as long as its requests, sixteen at once", () => {
  const workers = new PollWorkers();
  expect([1, 16, 17, 50].map((requests, minute) => workers.run(minute * 60_000, requests, 100))).toEqual([
    240, 240, 440, 840,
  ]);
});

test("the bill has a poll wait if its worker has started as much as the instance allows in ten seconds", () => {
  const workers = new PollWorkers();
  expect(workers.run(0, 90, 10)).toBe(1_240);
  // Ten more start at once; the eleventh when the first is ten seconds old.
  expect(workers.run(4_000, 11, 10)).toBe(6_240);
  // The worker is busy then, so this message goes to another one, which hasn't started anything.
  expect(workers.run(5_000, 11, 10)).toBe(240);
});
