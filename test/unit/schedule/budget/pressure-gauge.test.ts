import { expect, test } from "vitest";
import { PressureGauge } from "../../../../shared/schedule/budget/pressure-gauge.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

const minute = 60_000;

function gauged() {
  const clock = new FakeClock();
  let writes = 0;
  const table = new MemoryTable("feeds", { onChange: () => void (writes += 1) });
  const gauge = new PressureGauge(table, clock);
  const took = async (p95: number, since = clock.now()) =>
    (await gauge.isWorse("acme", "slow", p95, since)) ? "slow" : "usual";
  return { clock, table, gauge, took, pressure: () => gauge.of("acme"), writes: () => writes };
}

test("a hold lasts as long as requested, and a shorter one doesn't end it", async () => {
  const { clock, gauge, pressure } = gauged();
  const began = clock.now();
  await gauge.hold("acme", 5_000);
  expect(await pressure()).toMatchObject({ throttledAt: 0, holdUntil: began + 5_000 });
  await gauge.hold("acme", 2_000);
  expect(await pressure()).toMatchObject({ holdUntil: began + 5_000 });
  await gauge.hold("acme", 60_000);
  expect(await pressure()).toMatchObject({ holdUntil: began + 60_000 });
  const other = gauged();
  await other.table.put([{ item: { pk: "acme#plan", sk: "pressure", holdUntil: other.clock.now() + 60_000 } }]);
  await other.gauge.hold("acme", 30_000);
  expect(await other.pressure(), "nor does one that another process noted").toMatchObject({
    holdUntil: other.clock.now() + 60_000,
  });
});

test("holds that end within the same second are written once, and expired ones aren't", async () => {
  const { clock, gauge, pressure, writes } = gauged();
  await gauge.hold("acme", 0);
  expect(writes()).toBe(0);
  for (let one = 0; one < 100; one += 1) {
    await gauge.hold("acme", 5_000);
    clock.advance(9);
  }
  expect(writes()).toBe(1);
  await gauge.hold("beta", 5_000);
  expect(writes()).toBe(2);
  clock.advance(-3_600_000);
  await gauge.hold("acme", 5_000);
  expect(await pressure(), "the clock was set back").toMatchObject({ holdUntil: clock.now() + 5_000 });
});

test("a storm of refusals is written once a second for each instance", async () => {
  const { clock, gauge, pressure, writes } = gauged();
  await gauge.report("acme");
  const at = clock.now();
  clock.advance(999);
  await gauge.report("acme");
  expect(writes()).toBe(1);
  expect(await pressure()).toMatchObject({ throttledAt: at, holdUntil: 0 });
  await gauge.report("beta");
  expect(writes()).toBe(2);
  clock.advance(1);
  await gauge.report("acme");
  expect(await pressure()).toMatchObject({ throttledAt: at + 1_000 });
});

test("an instance that is already on hold isn't held longer", async () => {
  const { clock, gauge, pressure, writes } = gauged();
  expect(await gauge.open("acme")).toBe(5_000);
  const before = await pressure();
  clock.advance(4_999);
  expect(await gauge.open("acme")).toBe(0);
  expect(await pressure()).toEqual(before);
  expect(writes()).toBe(1);
  clock.advance(1);
  expect(await gauge.open("acme")).toBe(10_000);
  clock.advance(15 * minute);
  expect(await gauge.open("acme"), "a quarter of an hour later it is still the same outage").toBe(20_000);
  clock.advance(15 * minute + 1);
  expect(await gauge.open("acme")).toBe(5_000);
  await gauge.endHold("acme");
  expect(await gauge.open("acme"), "the source has answered since").toBe(5_000);
});

test("the usual duration follows a faster source quickly and a slower one slowly, and small moves aren't written", async () => {
  const { took, pressure, writes } = gauged();
  expect(await took(1_000)).toBe("usual");
  expect((await pressure())?.usualMs).toBe(1_000);
  expect(await took(500)).toBe("usual");
  expect((await pressure())?.usualMs).toBeCloseTo(850);
  expect(await took(1_000)).toBe("usual");
  expect((await pressure())?.usualMs).toBeCloseTo(850);
  expect(writes()).toBe(2);
  expect(await took(850 * 3.01 - 850 - 10)).toBe("usual");
  expect((await pressure())?.usualMs, "less than a tenth").toBeCloseTo(850);
});

test("slow is more than twice as long as usual, and more than a second longer", async () => {
  const of = async (usual: number, p95: number) => {
    const { took } = gauged();
    await took(usual);
    return took(p95);
  };
  expect(await of(100, 1_100)).toBe("usual");
  expect(await of(100, 1_101)).toBe("slow");
  expect(await of(3_000, 6_000)).toBe("usual");
  expect(await of(3_000, 6_001)).toBe("slow");
  expect(await of(3_000, 5_000)).toBe("usual");
  expect(await of(900, 1_899)).toBe("usual");
});

test("a source that isn't twice as slow becomes usual step by step", async () => {
  const { took, pressure } = gauged();
  await took(100);
  expect(await took(1_100)).toBe("usual");
  expect((await pressure())?.usualMs).toBeCloseTo(150);
});

test("a slow stretch is recorded with its start, and earlier grants show nothing new", async () => {
  const { clock, took, pressure, writes } = gauged();
  await took(100);
  const slowAt = clock.now();
  expect(await took(3_000)).toBe("slow");
  expect(await pressure()).toMatchObject({ slowAt, slowMs: 3_000, unmoved: 0, usualMs: 158 });
  expect(await took(4_000, slowAt + 44_999)).toBe("slow");
  expect(writes()).toBe(2);
  expect(await pressure()).toMatchObject({ slowAt, slowMs: 3_000 });
});

test("a source that is faster at the lower rate, and still slow, is slow because of us: that is another episode", async () => {
  const { clock, took, pressure } = gauged();
  await took(100);
  const slowAt = clock.now();
  await took(3_000);
  clock.advance(minute);
  expect(await took(2_400, slowAt + 45_000), "just at four fifths").toBe("slow");
  expect(await pressure()).toMatchObject({ slowAt: slowAt + 45_000, slowMs: 2_400, unmoved: 0 });
});

test("a source that is as slow at the lower rate, twice, has become a slow one", async () => {
  const { clock, took, pressure } = gauged();
  await took(100);
  await took(3_000);
  clock.advance(minute);
  expect(await took(2_401)).toBe("slow");
  expect(await pressure()).toMatchObject({ slowMs: 3_000, unmoved: 1 });
  expect((await pressure())?.usualMs).toBeGreaterThan(158);
  expect(await took(2_900)).toBe("usual");
  expect(await pressure()).toMatchObject({ usualMs: 2_900, slowMs: 0, unmoved: 0 });
});

test("a stretch of the usual length ends the episode", async () => {
  const { clock, took, pressure } = gauged();
  await took(100);
  await took(3_000);
  clock.advance(minute);
  await took(2_900);
  expect(await took(158)).toBe("usual");
  expect(await pressure()).toMatchObject({ slowMs: 0, unmoved: 0 });
  expect(await took(3_000, clock.now() - minute), "so the next one is new, whenever it began").toBe("slow");
  expect(await pressure()).toMatchObject({ slowMs: 3_000, slowAt: clock.now() - minute });
});

test("what a clock recorded less than a minute ahead counts, and later records don't", async () => {
  const { clock, gauge, table, pressure } = gauged();
  const ahead = clock.now() + minute;
  const began = { throttledAt: ahead, slowAt: ahead, failingAt: ahead, openedAt: ahead };
  const times = { ...began, holdUntil: ahead + 15 * minute };
  await gauge.settle("acme", { spent: 1, unspent: 1 });
  const [item] = table.items;
  await table.put([{ item: { ...item!, ...times } }]);
  expect(await pressure()).toMatchObject(times);
  clock.advance(-1);
  const past = Object.fromEntries(Object.keys(times).map((name) => [name, 0]));
  expect(await pressure()).toMatchObject({ ...past, spent: 1 });
});

test("an unreadable stored pressure is named", async () => {
  const { gauge, table, pressure } = gauged();
  expect(await pressure()).toBeUndefined();
  await gauge.settle("acme", { spent: 1, unspent: 1 });
  await table.put([{ item: { ...table.items[0]!, slowAt: "never" } }]);
  await expect(pressure()).rejects.toThrow("pressure on acme");
});

test("document pages come with the reports of requests, without a write of their own, and can be counted from zero", async () => {
  const { clock, gauge, pressure, writes } = gauged();
  await gauge.settle("acme", { spent: 1, unspent: 0 });
  expect(await pressure()).not.toHaveProperty("documentPages");
  for (let polls = 0; polls < 10; polls += 1) await gauge.settle("acme", { spent: 3, unspent: 0, documentPages: 2 });
  clock.advance(minute);
  await gauge.settle("acme", { spent: 1, unspent: 0 });
  expect(await pressure()).toMatchObject({ spent: 32, documentPages: 20 });
  expect(writes()).toBe(2);
  await gauge.countPagesAnew("acme");
  expect(await pressure()).toMatchObject({ spent: 32, documentPages: 0 });
});
