import { describe, expect, it } from "vitest";
import { EndpointLimits } from "../../../../shared/delivery/endpoint/endpoint-limits.ts";
import { defaultTimings as timings } from "../../../../shared/kernel/timings.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";

function ground() {
  const clock = new FakeClock();
  const table = new MemoryTable("subscriptions");
  const worker = () => new EndpointLimits({ table, clock, timings });
  const [one, other] = [worker(), worker()];
  const granted = async (limits: EndpointLimits, settings: object, count: number) => {
    const asked = { partner: "prt_1", id: "sub_1", ...settings };
    const answers = await Promise.all(Array.from({ length: count }, () => limits.acquire(asked)));
    return answers.filter(({ outcome }) => outcome === "granted");
  };
  return { clock, table, one, other, granted };
}

describe("an endpoint's limits", () => {
  it("cost nothing where none are set", async () => {
    const { table, one, granted } = ground();
    expect(await granted(one, {}, 100)).toHaveLength(100);
    expect(table.items).toEqual([]);
  });

  it("let as many begin per second as its owner wants, over all workers, and save none up", async () => {
    const { clock, one, other, granted } = ground();
    const rate = { ratePerSecond: 10 };
    expect(await granted(one, rate, 30)).toHaveLength(10);
    expect(await granted(other, rate, 30)).toEqual([]);
    clock.advance(500);
    expect(await granted(other, rate, 30)).toHaveLength(5);
    clock.advance(60_000);
    expect(await granted(one, rate, 30)).toHaveLength(10);
  });

  it("below one a second let one begin as often as that", async () => {
    const { clock, one, granted } = ground();
    let begun = 0;
    for (let second = 0; second < 60; second += 1) {
      begun += (await granted(one, { ratePerSecond: 0.2 }, 3)).length;
      clock.advance(1_000);
    }
    expect(begun).toBe(12);
  });

  it("remember no places where only the rate is limited: a minute of them would be more than an item holds", async () => {
    const { clock, table, one, granted } = ground();
    for (let second = 0; second < 50; second += 1) {
      expect(await granted(one, { ratePerSecond: 1_000 }, 1_000)).toHaveLength(1_000);
      clock.advance(1_000);
    }
    expect(JSON.stringify(table.items).length).toBeLessThan(1_000);
  });

  it("let no more be under way than its owner wants, over all workers", async () => {
    const { clock, one, other, granted } = ground();
    const settings = { maxConcurrency: 4 };
    const [first] = await granted(one, settings, 3);
    expect(await granted(other, settings, 3)).toHaveLength(1);
    expect(await granted(one, settings, 1)).toEqual([]);
    await one.giveBack({ partner: "prt_1", id: "sub_1", ...settings }, (first as { slot: number }).slot);
    expect(await granted(other, settings, 2)).toHaveLength(1);
    // A worker that died gives nothing back.
    clock.advance(timings.claimRetention);
    expect(await granted(other, settings, 9)).toHaveLength(4);
  });

  it("say when to come again", async () => {
    const { clock, one } = ground();
    const settings = { partner: "prt_1", id: "sub_1", ratePerSecond: 0.1 };
    await one.acquire(settings);
    expect(await one.acquire(settings)).toEqual({ outcome: "later", at: clock.now() + 10_000 });
  });
});
