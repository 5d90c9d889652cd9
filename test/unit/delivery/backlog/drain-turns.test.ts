import { expect, test } from "vitest";
import { DrainTurns } from "../../../../shared/delivery/backlog/drain-turns.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryQueue } from "../../../support/memory-queue.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { endpoint } from "../delivery-world.ts";

function someTurns({ pace }: { pace?: () => number } = {}) {
  const [clock, recover, table] = [new FakeClock(), new MemoryQueue(), new MemoryTable("subscriptions")];
  const turns = new DrainTurns({
    ...testContext({ clock, timings: { ...defaultTimings, drainStep: 1_000 } }),
    table,
    recover,
    pace,
  });
  /** The pause of one of `count` endpoints. */
  const pauseAmong = (count: number, size: number, partner = "prt_1"): number => {
    const pauses = Array.from({ length: count }, (_, n) =>
      turns.pauseAfter(size, { partner, subscription: `sub_${n}` }),
    );
    return pauses.at(-1)!;
  };
  return { turns, clock, recover, table, pauseAmong };
}

test.each([
  { name: "an endpoint alone", count: 1, size: 200, pause: 1_000 },
  { name: "few endpoints", count: 10, size: 200, pause: 1_000 },
  { name: "as many endpoints as a partner may have", count: 100, size: 200, pause: 10_000 },
  { name: "small batches", count: 100, size: 10, pause: 1_000 },
  { name: "very many endpoints", count: 1_000, size: 2_000, pause: 60_000 },
])("$name: the pause is $pause ms", ({ count, size, pause }) => {
  expect(someTurns().pauseAmong(count, size)).toBe(pause);
});

test("a partner's many endpoints don't slow another partner, and are forgotten after a while", () => {
  const { pauseAmong, clock } = someTurns();
  pauseAmong(100, 200);
  expect(pauseAmong(1, 200, "prt_2")).toBe(1_000);
  clock.advance(60_001);
  expect(pauseAmong(1, 200)).toBe(10_000);
  clock.advance(60_001);
  expect(pauseAmong(1, 200)).toBe(1_000);
  pauseAmong(100, 200);
  clock.advance(3_600_000);
  expect(pauseAmong(1, 200)).toBe(1_000);
});

test.each([
  { share: 1, pause: 1_000 },
  { share: 0.5, pause: 2_000 },
  { share: 0.05, pause: 4_000 },
])("with a pace of $share, the pause is $pause ms", ({ share, pause }) => {
  expect(someTurns({ pace: () => share }).pauseAmong(1, 200)).toBe(pause);
});

test("a small batch doesn't wait for a busy host, and a partner's own limit bounds its endpoints' pauses", () => {
  const { turns, pauseAmong } = someTurns({ pace: () => 0.05 });
  expect([pauseAmong(1, 10), pauseAmong(1, 50), pauseAmong(1, 100)]).toEqual([1_000, 1_000, 2_000]);
  pauseAmong(100, 1, "prt_2");
  expect(turns.pauseAfter(50, { partner: "prt_2", subscription: "sub_1" }, 1_000)).toBe(1_000);
});

test("a drain is requested until its time, but not by a clock that was ahead", () => {
  const { turns, clock } = someTurns();
  const now = clock.now();
  const times = [undefined, now, now + 1, now + 60_000, now + 3_600_000];
  expect(times.map((drainAt) => turns.isRequested(drainAt === undefined ? {} : { drainAt }))).toEqual([
    ...[false, false, true, true, false],
  ]);
});

test("one of two workers that read the same endpoint requests the next drain", async () => {
  const { turns, recover, table } = someTurns();
  await table.put([{ item: { pk: "partner#prt_1", sk: "endpoint#sub_1", partner: "prt_1" } }]);
  for (let worker = 0; worker < 2; worker += 1) {
    await turns.requestNext(endpoint, {}, { pause: 1_000, hops: 0, from: undefined });
  }
  expect(recover.take()).toHaveLength(1);
});
