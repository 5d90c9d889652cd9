import { describe, expect, it } from "vitest";
import { WaitingRequests, waitingPlaces } from "../../../shared/partners/waiting-requests.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { testContext } from "../../support/test-context.ts";

/** Requests that wait for nothing, each until `go` lets its time pass. */
function aWorld() {
  const clock = new FakeClock(1_000);
  const table = new MemoryTable("subscriptions");
  const logger = new SilentLogger();
  let asleep: (() => void)[] = [];
  let underWay: Promise<unknown>[] = [];
  const sleeper = { sleep: () => new Promise<void>((resolve) => void asleep.push(resolve)) };
  const worker = () => new WaitingRequests({ ...testContext({ clock, sleeper, logger }), table });
  const wait = (partner: string, look: () => Promise<string | undefined> = async () => undefined) =>
    worker().wait(partner, { until: clock.now() + 20_000, lookEvery: 1_000 }, look);
  /** Begins so many requests, and gives how many of them wait then. */
  const begin = async (partner: string, requests: number): Promise<number> => {
    const before = asleep.length;
    for (let n = 0; n < requests; n += 1) {
      const sleeping = asleep.length;
      const ended: unknown[] = [];
      underWay.push(wait(partner).then((found) => ended.push(found)));
      while (asleep.length === sleeping && ended.length === 0) await Promise.resolve();
    }
    return asleep.length - before;
  };
  const go = async (ms: number) => {
    clock.advance(ms);
    for (const wake of asleep.splice(0)) wake();
    await Promise.all(underWay);
  };
  const die = () => {
    [asleep, underWay] = [[], []];
  };
  return { clock, table, logger, wait, begin, go, die };
}

describe("waiting requests", () => {
  it("are limited per partner and in total", async () => {
    const { begin } = aWorld();
    expect(await begin("prt_0", 2 * waitingPlaces.ofPartner)).toBe(waitingPlaces.ofPartner);
    let waiting = waitingPlaces.ofPartner;
    for (let n = 1; n <= 9; n += 1) waiting += await begin(`prt_${n}`, 2 * waitingPlaces.ofPartner);
    expect(waiting).toBe(waitingPlaces.inAll);
  });

  it("free their place when they end, or after a while if their worker died, even if its clock was ahead", async () => {
    const { begin, go, table, clock, die } = aWorld();
    await begin("prt_0", waitingPlaces.ofPartner);
    await go(20_000);
    expect(table.items).toMatchObject([{ leases: [] }]);
    expect(await begin("prt_0", 9)).toBe(waitingPlaces.ofPartner);
    die();
    clock.advance(20_000);
    expect(await begin("prt_0", 1)).toBe(0);
    clock.advance(5_000 + 86_400_000);
    expect(await begin("prt_0", 9)).toBe(waitingPlaces.ofPartner);
    die();
    clock.advance(-86_400_000);
    expect(await begin("prt_0", 9)).toBe(waitingPlaces.ofPartner);
  });

  it("give back their own place only, and none if it is gone", async () => {
    const { table, clock, logger } = aWorld();
    const until = clock.now() + 25_000;
    const others = [
      { partner: "prt_1", until },
      { partner: "prt_0", until: until - 1 },
    ];
    const put = async () => table.put([{ item: { pk: "waiting-requests", sk: "all", leases: others, rev: 1 } }]);
    const leases = () => table.items[0]?.["leases"];
    await put();
    for (const isGone of [false, true]) {
      const sleeper = {
        sleep: async (ms: number) => {
          if (isGone) await put();
          else expect(leases()).toEqual([...others, { partner: "prt_0", until }]);
          clock.advance(ms);
        },
      };
      const requests = new WaitingRequests({ ...testContext({ clock, sleeper, logger }), table });
      const [lookEvery, end] = [20_000, clock.now() + 20_000];
      await requests.wait("prt_0", { until: end, lookEvery }, async () => undefined);
      expect(leases()).toEqual(others);
      clock.advance(-20_000);
    }
    expect(logger.lines).toEqual([]);
  });

  it("take no place where their first poll takes all their time", async () => {
    const { table, clock, logger } = aWorld();
    const requests = new WaitingRequests({ ...testContext({ clock, logger }), table });
    const slow = async () => {
      clock.advance(20_000);
      return undefined;
    };
    await requests.wait("prt_0", { until: clock.now() + 20_000, lookEvery: 1_000 }, slow);
    expect(table.items).toEqual([]);
  });

  it("need no place if what they wait for is there", async () => {
    const { wait, table } = aWorld();
    expect(await wait("prt_0", async () => "found")).toBe("found");
    expect(table.items).toEqual([]);
  });

  it("get an immediate response if others change the list all the time, and fail if it can't be read", async () => {
    const { wait, table } = aWorld();
    table.put = async (puts) => puts.map(() => "conflict" as const);
    expect(await wait("prt_0")).toBeUndefined();
    table.get = () => Promise.reject(new Error("throttled"));
    await expect(wait("prt_0")).rejects.toThrow("throttled");
  });

  it("return what they found if their end can't be recorded", async () => {
    const { table, clock, logger } = aWorld();
    const sleeper = {
      sleep: async () => {
        table.put = async () => {
          throw new Error("throttled");
        };
      },
    };
    const requests = new WaitingRequests({ ...testContext({ clock, sleeper, logger }), table });
    const looks = [undefined, "found"];
    const found = requests.wait("prt_0", { until: 20_000, lookEvery: 1_000 }, async () => looks.shift());
    expect(await found).toBe("found");
    expect(logger.lines).toMatchObject([
      { event: "waiting_requests.lease_kept", fields: { partner: "prt_0", reason: "Error: throttled" } },
    ]);
  });

  it("don't wait longer if the clock is set back", async () => {
    const clock = new FakeClock(1_000);
    const slept: number[] = [];
    const sleep = async (ms: number) => {
      slept.push(ms);
      clock.advance(slept.length === 1 ? -86_400_000 : ms);
    };
    const parts = { ...testContext({ clock, sleeper: { sleep } }), table: new MemoryTable("subscriptions") };
    const nothing = async () => undefined;
    await new WaitingRequests(parts).wait("prt_0", { until: 3_500, lookEvery: 1_000 }, nothing);
    expect(slept).toEqual([1_000, 1_000, 500]);
  });

  it("look less often, at most every five seconds, if a look takes long", async () => {
    const clock = new FakeClock(1_000);
    const table = new MemoryTable("subscriptions");
    const waiting = new WaitingRequests({ ...testContext({ clock }), table });
    const looksWithin = async (until: number, ms: number) => {
      let looks = 0;
      const look = async () => {
        looks += 1;
        clock.advance(ms);
        return undefined;
      };
      await waiting.wait("prt_0", { until: clock.now() + until, lookEvery: 1_000 }, look);
      return looks;
    };
    expect(await looksWithin(20_000, 0)).toBe(21);
    expect(await looksWithin(20_000, 60)).toBe(8);
    expect(await looksWithin(20_000, 500)).toBe(5);
  });
});
