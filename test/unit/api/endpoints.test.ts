import { describe, expect, it } from "vitest";
import { operatorPartner } from "../../../shared/partners/partner-key.ts";
import { idOf } from "../fanout/an-event.ts";
import { apiFixture } from "./api-fixture.ts";

const input = { url: "https://hooks.example.com/in", eventTypes: ["person.*"] };

async function subscribed(fields: object = {}) {
  const fixture = apiFixture();
  const { body } = await fixture.call("POST", "/v1/subscriptions", { ...input, ...fields });
  const path = `/v1/subscriptions/${body.id}`;
  const endpoint = { partner: operatorPartner, subscription: String(body.id) };
  const fail = () =>
    fixture.services.endpointHealth.change(endpoint, (health) => ({
      ...{ ...health, state: "open" as const, since: fixture.clock.now(), failures: 5 },
      probeAt: fixture.clock.now() + 30_000,
    }));
  const park = (n: number, held: { held?: true }) =>
    fixture.backlog.add(
      { ...endpoint, instance: "acme", event: idOf(n), run: "0", attempt: 1 },
      { due: fixture.clock.now(), ...held },
    );
  return { ...fixture, path, endpoint, fail, park };
}

describe("a subscription's endpoint", () => {
  it("shows its state, since when, next probe, failures, lane and backlog", async () => {
    const { call, path, fail, park, clock } = await subscribed();
    const fresh = await call("GET", path);
    expect(fresh.body.endpoint).toEqual({
      ...{ state: "healthy", lane: "fast", failures: 0, recentFailures: 0 },
      backlog: { held: 0, waiting: 0, more: false },
    });
    await fail();
    await park(1, { held: true });
    await park(2, { held: true });
    await park(3, {});
    const { body } = await call("GET", path);
    expect(body.endpoint).toEqual({
      ...{ state: "open", lane: "fast", failures: 5, recentFailures: 0 },
      since: new Date(clock.now()).toISOString(),
      nextProbeAt: new Date(clock.now() + 30_000).toISOString(),
      backlog: { held: 2, waiting: 1, more: false },
    });
  });

  it("shows its attempts in each ten minutes of the last day", async () => {
    const { call, path, clock, statistics, endpoint } = await subscribed();
    const slot = 600_000;
    clock.advance(7 * 86_400_000 - (clock.now() % slot));
    const begun = clock.now();
    const count = async (at: number, ok: boolean, ms?: number) => {
      statistics.count(endpoint.subscription, { at, ok, ...(ms !== undefined && { ms }) });
      clock.advance(60_000);
      await statistics.flush();
    };
    await count(begun - 145 * slot, true, 40);
    await count(begun - 2 * slot, false);
    await count(begun, true, 40);
    await count(begun + 1, false, 40);
    const { status, body } = await call("GET", `${path}/statistics`);
    expect(status).toBe(200);
    const at = (ms: number) => new Date(ms).toISOString();
    expect(body).toEqual({
      ...{ since: at(begun - 143 * slot), until: at(begun + slot), slotSeconds: 600 },
      slots: [
        { at: at(begun - 2 * slot), attempts: 1, successRate: 0 },
        { at: at(begun), attempts: 2, successRate: 0.5, p50Ms: 40, p95Ms: 49 },
      ],
    });
    const week = (await call("GET", `${path}/statistics?range=7d`)).body;
    expect(week).toMatchObject({ slotSeconds: 3_600, slots: [{ attempts: 1 }, { attempts: 1 }, { attempts: 2 }] });
    expect(week.since).toBe(at(begun - 145 * slot - ((begun - 145 * slot) % 3_600_000)));
    expect((await call("GET", `${path}/statistics?range=2d`)).status).toBe(400);
    const none = await call("GET", "/v1/subscriptions/sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB/statistics");
    expect(none.status).toBe(404);
  });

  it("shows its last failure and its attempts, alone and in the list", async () => {
    const { call, path, clock, services, statistics, endpoint } = await subscribed();
    const at = clock.now();
    const failure = { event: idOf(1), run: "0", at, ms: 31, status: 500, excerpt: "no such table" };
    await services.endpointHealth.change(endpoint, (circuit) => circuit, failure);
    for (let n = 0; n < 9; n += 1) statistics.count(endpoint.subscription, { at, ok: true, ms: 40 });
    statistics.count(endpoint.subscription, { at, ok: false, ms: 31 });
    await statistics.flush();
    const window = { attempts: 10, successRate: 0.9, p50Ms: 40, p95Ms: 49 };
    const known = {
      lastFailure: {
        ...{ event: idOf(1), run: "0", at: new Date(at).toISOString(), durationMs: 31, status: 500 },
        responseExcerpt: "no such table",
      },
      ...{ lastHour: window, lastDay: window },
    };
    expect((await call("GET", path)).body.endpoint).toMatchObject(known);
    expect((await call("GET", "/v1/subscriptions")).body.items).toMatchObject([{ endpoint: known }]);
  });

  it("is listed with its state, and as healthy if it never failed", async () => {
    const { call, fail, clock, endpoint } = await subscribed();
    await fail();
    const failedAt = new Date(clock.now()).toISOString();
    clock.advance(1);
    const other = (await call("POST", "/v1/subscriptions", { kind: "pull", eventTypes: ["*"] })).body.id;
    clock.advance(1);
    const off = (await call("POST", "/v1/subscriptions", { ...input, status: "disabled" })).body.id;
    const { body } = await call("GET", "/v1/subscriptions");
    const states = body.items.map(({ id, endpoint: { state, since } }: never) => [id, state, since]);
    expect(states).toEqual([
      [endpoint.subscription, "open", failedAt],
      [other, "healthy", undefined],
      [off, "disabled", new Date(clock.now()).toISOString()],
    ]);
    expect(body.items[0].endpoint).not.toHaveProperty("backlog");
  });

  it.each([{ status: "active" }, { url: "https://new.example.com/" }])(
    "%j serves it again immediately",
    async (patch) => {
      const { call, path, fail } = await subscribed();
      await fail();
      await call("PATCH", path, { description: "nothing to do with it" });
      expect((await call("GET", path)).body.endpoint.state).toBe("open");
      await call("PATCH", path, patch);
      expect((await call("GET", path)).body.endpoint.state).toBe("healthy");
    },
  );

  it("says that it was disabled and enabled, and its messages' clocks stopped meanwhile", async () => {
    const { call, path, clock, services, endpoint } = await subscribed();
    await call("PATCH", path, { status: "disabled" });
    expect((await call("GET", path)).body.endpoint.state).toBe("disabled");
    clock.advance(3_600_000);
    await call("PATCH", path, { status: "active" });
    expect(await services.endpointHealth.read(endpoint)).toMatchObject({ state: "healthy", stopped: 3_600_000 });
  });
});

describe("a subscription's limits", () => {
  it("are set, changed and removed", async () => {
    const { call, path } = await subscribed({ timeoutSeconds: 25, maxConcurrency: 4, ratePerSecond: 0.5 });
    expect((await call("GET", path)).body).toMatchObject({ timeoutSeconds: 25, maxConcurrency: 4, ratePerSecond: 0.5 });
    const { body } = await call("PATCH", path, { maxConcurrency: null, ratePerSecond: 20 });
    expect(body).toMatchObject({ timeoutSeconds: 25, ratePerSecond: 20 });
    expect(body).not.toHaveProperty("maxConcurrency");
  });

  it.each([{ timeoutSeconds: 31 }, { timeoutSeconds: 2 }, { maxConcurrency: 0 }, { ratePerSecond: 0 }])(
    "%j is refused",
    async (fields) => {
      const { call } = apiFixture();
      expect((await call("POST", "/v1/subscriptions", { ...input, ...fields })).status).toBe(400);
    },
  );
});
