import { describe, expect, it } from "vitest";
import { sharedBudget } from "../../../shared/api/access/limit-requests.ts";
import { RequestBudget } from "../../../shared/api/access/request-budget.ts";
import { RequestCounts } from "../../../shared/partners/request-counts.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { apiFixture } from "./api-fixture.ts";

const limit = 3;

describe("a key's request budget", () => {
  it("is spent per request, and refills with time", () => {
    const budget = new RequestBudget();
    const taken = [0, 0, 0, 0].map((at) => budget.take("key", limit, at));
    expect(taken.map(({ isAdmitted, remaining, resetIn }) => [isAdmitted, remaining, resetIn])).toEqual([
      [true, 2, 20],
      [true, 1, 40],
      [true, 0, 60],
      [false, 0, 20],
    ]);
    expect(budget.take("key", limit, 19_999).isAdmitted).toBe(false);
    expect(budget.take("key", limit, 20_000).isAdmitted).toBe(true);
  });

  it("is separate for each key, never exceeds its maximum, and survives a clock that is set back", () => {
    const budget = new RequestBudget();
    for (let n = 0; n < 4; n += 1) budget.take("one", limit, 1_000_000);
    expect(budget.take("other", limit, 1_000_000).remaining).toBe(2);
    expect(budget.take("one", limit, 0).isAdmitted).toBe(false);
    expect(budget.take("one", limit, 10_000_000).remaining).toBe(2);
  });
});

describe("several workers", () => {
  const counted = (table = new MemoryTable("deliveries")) => {
    const logger = new SilentLogger();
    const worker = () => sharedBudget(new RequestCounts(table), logger);
    const admitted = async (worker: ReturnType<typeof sharedBudget>, requests: number, now: number) => {
      let count = 0;
      for (let n = 0; n < requests; n += 1) if ((await worker("key", limit100, now)) === 0) count += 1;
      return count;
    };
    return { table, worker, admitted, logger };
  };
  const limit100 = 100;

  it("give a key one bucket's requests in a minute, plus at most twenty each", async () => {
    const { worker, admitted } = counted();
    const workers = [worker(), worker(), worker()];
    let all = 0;
    for (const one of workers) all += await admitted(one, 150, 0);
    // The second worker reports the request that exceeds the limit, and each later one has 19 unreported requests.
    expect(all).toBe(150 + 79 + 19);
    // A block that ends in more than a minute was set while the clock was ahead.
    expect(await workers[1]!("key", limit100, -1)).toBe(0);
    // To the end of the minute, and then again.
    expect(await workers[0]!("key", limit100, 45_000)).toBe(0);
    expect(await workers[2]!("key", limit100, 45_000)).toBe(15);
    expect(await workers[2]!("key", limit100, 60_000)).toBe(0);
    expect(await workers[2]!("other", limit100, 45_000)).toBe(0);
  });

  it("write once per twenty requests, and allow them if that fails", async () => {
    const { table, worker, admitted, logger } = counted();
    await admitted(worker(), 19, 0);
    expect(table.items).toEqual([]);
    await admitted(worker(), 40, 0);
    expect(table.items).toMatchObject([{ pk: "requests#key", requests: 40, expiresAt: 120 }]);
    table.update = () => Promise.reject(new Error("throttled"));
    const broken = worker();
    expect(await admitted(broken, 60, 0)).toBe(60);
    expect(logger.lines.map(({ event }) => event)).toEqual(Array.from({ length: 3 }, () => "api.requests_not_counted"));
  });
});

describe("the API", () => {
  it("says in every response how much is left, and when to retry", async () => {
    const api = apiFixture();
    const { as } = await api.addPartner();
    const ask = () => api.call("GET", "/v1/me", undefined, as);
    const first = await ask();
    expect(first.headers.get("ratelimit-policy")).toBe('"partner";q=600;w=60');
    expect(first.headers.get("ratelimit")).toBe('"partner";r=599;t=1');
    for (let n = 1; n < 600; n += 1) await ask();
    const refused = await ask();
    expect([refused.status, refused.body.type]).toEqual([429, "urn:feedhook:problem:too-many-requests"]);
    expect([refused.headers.get("retry-after"), refused.headers.get("ratelimit")]).toEqual(["1", '"partner";r=0;t=1']);
    expect((await api.call("GET", "/v1/me")).headers.get("ratelimit-policy")).toBe('"key";q=6000;w=60');
    api.clock.advance(1_000);
    expect((await ask()).status).toBe(200);
  });

  it("refuses a key that sends other workers too many, until the minute ends", async () => {
    const api = apiFixture();
    api.services.requestCounts.add = async () => 12_001;
    api.clock.advance(45_000);
    const ask = () => api.call("GET", "/v1/me");
    for (let n = 1; n < 20; n += 1) expect((await ask()).status).toBe(200);
    for (const { status, headers, body } of [await ask(), await ask()]) {
      expect([status, headers.get("retry-after"), headers.get("ratelimit")]).toEqual([429, "15", '"key";r=0;t=15']);
      expect(body.detail).toBe("Send at most 6000 requests in 60 seconds with one key.");
    }
  });
});
