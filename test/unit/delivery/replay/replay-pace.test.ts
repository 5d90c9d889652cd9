import { expect, test } from "vitest";
import { idOf } from "../../fanout/an-event.ts";
import { subscribed } from "../delivery-world.ts";
import { replaysOver } from "./replays-over.ts";

/** A running replay of endless events. `chunk` runs its next chunk. */
async function running(perSecond: number, pace?: () => number) {
  const world = subscribed();
  const { clock, recover } = world;
  const match = { instance: "acme", type: "person.updated" as const, detectedAt: new Date(clock.now()).toISOString() };
  /** How many events each chunk was allowed to read. */
  const scans: number[] = [];
  const find: Parameters<typeof replaysOver>[1] = async (_, __, { matches: count, scanned }) => {
    scans.push(scanned);
    const matches = Array.from({ length: count }, (___, n) => ({ ...match, id: idOf(n) }));
    return { scanned: count, cursor: { instance: 0 }, done: false, matches };
  };
  const { started, run } = replaysOver(world, find, pace);
  const job = await started(perSecond);
  const chunk = async () => {
    await run(job);
    const next = recover.sent.at(-1)?.delaySeconds;
    return { delays: world.queued().map(({ delaySeconds }) => delaySeconds), next };
  };
  return { clock, scans, chunk };
}

test("a replay sends at a share of its rate while others need the process, and follows its pace every second", async () => {
  let share = 0.1;
  const { clock, chunk } = await running(50, () => share);
  const slow = await chunk();
  expect([slow.delays, slow.next]).toEqual([[0, 0.2, 0.4, 0.6, 0.8], 1]);
  clock.advance(1_000);
  share = 1;
  const fast = await chunk();
  expect([fast.delays.length, fast.delays.at(-1), fast.next]).toEqual([50, 0.96, 1]);
});

test("a replay also reads events at a share of its rate, whether or not they match", async () => {
  let share = 1;
  const { clock, chunk, scans } = await running(1, () => share);
  await chunk();
  clock.advance(2_000);
  share = 0.1;
  await chunk();
  expect(scans).toEqual([5_000, 500]);
});

test.each([
  [1, 1, 20],
  [50, 2, 0.8],
  [24, 1, 1 / 1.2],
])(
  "a replay of %d a second at its lowest share sends %d at a time, every %d seconds",
  async (perSecond, count, every) => {
    const { delays, next } = await (await running(perSecond, () => 0.05)).chunk();
    expect(delays).toHaveLength(count);
    expect(next).toBeCloseTo(every);
  },
);

test("a second message of a paced replay, as a pause and a resume cause, doesn't send a chunk of its own", async () => {
  const { clock, chunk } = await running(50, () => 1);
  let sent = 0;
  for (let at = 0; at < 5_000; at += 100) {
    sent += (await chunk()).delays.length;
    clock.advance(100);
  }
  expect(sent).toBeGreaterThanOrEqual(250);
  expect(sent).toBeLessThanOrEqual(300);
});
