import { expect, it } from "vitest";
import { checkedTimings } from "../../../shared/kernel/checked-timings.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { mirrorStream, queues } from "../../../shared/kernel/topology.ts";

it("the defaults are consistent", () => {
  expect(checkedTimings.safeParse(defaultTimings).success).toBe(true);
});

it.each([
  ["claimRetention", 30_000],
  ["pausedLimit", 27 * 24 * 3_600_000],
  ["deliveryRetention", 29 * 24 * 3_600_000],
  ["pollDeadline", 261_000],
  ["journalBodyRetention", 47 * 3_600_000],
])("%s of %d ms is refused, in words that say what would break", (name, value) => {
  const { error } = checkedTimings.safeParse({ ...defaultTimings, [name]: value });
  expect(error?.issues).toMatchObject([{ path: [name], message: expect.stringMatching(/: .+/) }]);
});

it("a poll's last request ends within its function's time, however long a request may take", () => {
  const { error } = checkedTimings.safeParse({ ...defaultTimings, sourceTimeout: 60_000 });
  expect(error?.issues).toMatchObject([{ path: ["pollDeadline"], message: expect.stringContaining("300 s") }]);
});

it("an ordered delivery waits longer than the change stream and fan-out collect their batches", () => {
  const collected = (mirrorStream.windowSeconds + queues.fanout.windowSeconds) * 1_000;
  expect(defaultTimings.orderedDelay).toBeGreaterThan(collected);
});
