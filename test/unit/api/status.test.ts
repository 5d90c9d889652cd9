import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { attentionKinds } from "../../../shared/api/status/attention-schema.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { fixedFeeds, ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { SubOwners } from "../../../shared/schedule/feeds/sub-owners.ts";
import { newPlan } from "../../../shared/schedule/wheel/plan.ts";
import { anchorsOf } from "../docs/citations.ts";
import { type ApiFixtureOptions, registeredApi } from "./api-fixture.ts";

const asked = "GET https://partner.example.com/acme/api/v1/en/person/timeline";

async function registered(options: ApiFixtureOptions = {}) {
  const api = await registeredApi(options);
  const ready = async () => {
    const answer = await api.app.request("/readyz");
    api.clock.advance(2_000);
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  const outage = async (fault = "nothing is listening at the source's address (ECONNREFUSED)") => {
    const beganAt = api.clock.now();
    api.services.outages.observe("acme", { asked, startedAt: beganAt, fault });
    await api.services.outages.settle("acme", beganAt);
  };
  return { ...api, ready, outage };
}

describe("an unreachable source", () => {
  it("is named in the status: request, response, since when, and the next attempt", async () => {
    const { status, outage, services, clock } = await registered();
    expect(await status()).toMatchObject({ version: services.version, instances: [{ health: "ok" }] });
    await outage();
    const at = new Date(clock.now()).toISOString();
    const holdMs = await services.pressure.open("acme");
    const { health, unreachable } = (await status()).instances[0];
    expect(health).toBe("source_unreachable");
    expect(unreachable).toEqual({
      ...{ since: at, asked, fault: "nothing is listening at the source's address (ECONNREFUSED)", lastTry: at },
      nextTry: new Date(clock.now() + holdMs).toISOString(),
    });
  });

  it("is retried now, after the whole instance's pause, or after its first feed's backoff", async () => {
    const { status, outage, services, clock, tables } = await registered();
    const nextTry = async () => Date.parse((await status()).instances[0].unreachable.nextTry) - clock.now();
    await outage();
    expect(await nextTry()).toBe(0);
    const holdMs = await services.pressure.open("acme");
    expect(await nextTry()).toBe(holdMs);
    const [first, second] = tables.feeds.items.flatMap(({ pk, sk }) => (sk === "feed" ? [pk] : []));
    const backsOff = (pk: string, ms: number) =>
      tables.feeds.update({ key: { pk, sk: "feed" }, set: { retryAt: clock.now() + ms } });
    await backsOff(second!, holdMs + 90_000);
    await backsOff(first!, holdMs + 60_000);
    expect(await nextTry()).toBe(holdMs + 60_000);
  });
});

it("the lag of a feed class is that of the feed read longest ago, and 0 if the clock was set back since", async () => {
  const { status, services, drainAll, clock } = await registered();
  await drainAll();
  clock.advance(7_000);
  const [, other] = await services.feeds.loadAll(fixedFeeds("acme").map(({ feedId }) => feedId));
  await services.feeds.save(other!, { polledAt: clock.now() });
  expect((await status()).instances[0].feeds.timelines).toMatchObject({ lagSeconds: 7 });
  clock.advance(-60_000);
  expect((await status()).instances[0].feeds.timelines).toMatchObject({ lagSeconds: 0 });
});

describe("/readyz", () => {
  it("says that the bridge works, and needs no key", async () => {
    const { ready } = await registered();
    expect(await ready()).toMatchObject({ status: 200, body: { status: "ready" } });
  });

  it("says which part fails, and hides names from callers without a key", async () => {
    const { ready, outage } = await registered();
    await outage();
    const { status, body } = await ready();
    expect(status).toBe(503);
    expect(body.parts).toContainEqual({ part: "source", ok: false, detail: expect.stringContaining("1 instance: ") });
    expect(JSON.stringify(body)).not.toMatch(/acme|partner\.example/);
  });

  it("counts the responses that name an instance's problem, which anyone can request, apart from the API's failures", async () => {
    const { ready, outage, services } = await registered();
    const counted = vi.spyOn(services.metrics, "record");
    await ready();
    await outage();
    await ready();
    services.instances.list = () => Promise.reject(new Error("disk I/O error"));
    await ready();
    expect(counted.mock.calls).toEqual([["api.not_ready", 1]]);
  });

  it("says that the store is unreadable, while /healthz still says that the process is alive", async () => {
    const { app, services, ready } = await registered();
    services.instances.list = () => Promise.reject(new Error("disk I/O error"));
    expect((await ready()).body).toEqual({
      status: "not_ready",
      parts: [{ part: "store", ok: false, detail: "the store can't be read" }],
    });
    expect((await app.request("/healthz")).status).toBe(200);
  });
});

it("queues show the age of their oldest message and dead letter, when that was measured, and redrive progress", async () => {
  const deliver = {
    ...{ ready: 2, delayed: 0, inFlight: 1, dead: 40, readySince: 5_000, deadSince: 1_000, measuredAt: 60_000 },
    redrive: { state: "running", startedAt: 70_000, moved: 20, toMove: 60 },
  } as const;
  const { status } = await registered({ probe: { queueDepths: async () => ({ deliver }) } });
  expect((await status()).queues).toEqual({
    deliver: {
      ...{ ready: 2, delayed: 0, inFlight: 1, dead: 40 },
      readySince: "1970-01-01T00:00:05.000Z",
      deadSince: "1970-01-01T00:00:01.000Z",
      measuredAt: "1970-01-01T00:01:00.000Z",
      redrive: { state: "running", startedAt: "1970-01-01T00:01:10.000Z", moved: 20, toMove: 60 },
    },
  });
});

describe("needsAttention", () => {
  it("is empty if nothing needs attention", async () => {
    expect((await (await registered()).status()).needsAttention).toEqual([]);
  });

  it("counts owners' feeds that are still stalled", async () => {
    const { status, services, clock } = await registered();
    const since = clock.now() - 60_000;
    const owners = ["a", "b", "c"].map((id) => ownerFeed("acme", { type: "Person", id }));
    await services.feeds.putIfAbsent(owners);
    for (const one of owners) await services.stalledOwners.note(one, since);
    for (const one of owners.slice(0, 2)) {
      await services.feeds.save(one, { status: "backing_off", failures: 12, stalledSince: since });
    }
    const { needsAttention } = await status();
    expect(needsAttention).toMatchObject([
      { kind: "feeds_stalled", instance: "acme", count: 2, since: new Date(since).toISOString() },
    ]);
  });

  it("lists held removals, quarantined rows and stalled feeds, each with a count, since when and what to do", async () => {
    const { status, tables, services, clock, removals, quarantine } = await registered();
    const since = clock.now() - 60_000;
    await removals.open("acme", "person", { since, missing: 40, known: 100 });
    const feedId = tables.feeds.items.map(({ pk }) => pk).find((pk) => pk.includes("person-timeline")) ?? "";
    await quarantine.keep("acme", feedId, [{ id: 1 }, { id: 2 }], "no_readable_id");
    const [feed] = await services.feeds.loadAll([feedId]);
    const stalled = { status: "backing_off", failures: 12, stalledSince: since, lastError: "forbidden" } as const;
    await services.feeds.save(feed!, stalled);
    const iso = new Date(since).toISOString();
    const body = await status();
    expect(body.needsAttention).toMatchObject([
      { kind: "removals_held", instance: "acme", what: "person", count: 40, since: iso },
      {
        ...{ kind: "rows_quarantined", instance: "acme", count: 2, since: new Date(clock.now()).toISOString() },
        what: "2 rows have no readable ID. As long as they stay in their lists, removals from those lists may be held",
      },
      { kind: "feeds_stalled", instance: "acme", what: "forbidden", count: 1, since: iso },
    ]);
    for (const { action, docs } of body.needsAttention) {
      expect(action).toMatch(/\.$/);
      expect(docs).toMatch(/^docs\/runbook\.md#/);
    }
    expect(body.instances[0].health).toBe("stalled");
  });

  it("lists dead letters and changes set aside, with the oldest one's time if it is known", async () => {
    const depth = { ready: 0, delayed: 0, inFlight: 0, dead: 3 };
    const { status } = await registered({
      probe: {
        queueDepths: async () => ({ deliver: { ...depth, deadSince: 1_000 }, recover: { ...depth, dead: 0 } }),
        changesSetAside: async () => 2,
      },
    });
    expect((await status()).needsAttention).toMatchObject([
      { kind: "dead_letters", what: "deliver", count: 3, since: "1970-01-01T00:00:01.000Z" },
      { kind: "changes_set_aside", count: 2 },
    ]);
  });

  it("says that scheduled backups are missing, since when and why", async () => {
    const backups = { since: 5, missingSince: 1_000, fault: "no room" };
    const { status } = await registered({ probe: { queueDepths: async () => ({}), backups: async () => backups } });
    expect((await status()).needsAttention).toMatchObject([
      { kind: "backups_missing", count: 1, what: "no room", since: "1970-01-01T00:00:01.000Z" },
    ]);
    const made = await registered({ probe: { queueDepths: async () => ({}), backups: async () => ({ since: 5 }) } });
    expect((await made.status()).needsAttention).toEqual([]);
  });

  it("names the command that publishes changes set aside, if the API may not", async () => {
    const command = "npm run redrive -- --stage prod";
    const { status } = await registered({
      probe: { queueDepths: async () => ({}), changesSetAside: async () => 2 },
      redrive: { queue: async () => 0, changes: { command } },
    });
    expect((await status()).needsAttention).toMatchObject([{ kind: "changes_set_aside", count: 2, command }]);
  });

  it("lists a parked instance, clock skew, and delayed publishing", async () => {
    const { status, services, tables, clock } = await registered();
    await services.instances.park("acme", "invalid_client", clock.now());
    await services.clockSkews.settle("acme", -45_000, clock.now());
    const beat = clock.now() - defaultTimings.heartbeatLimit - 1;
    await services.plans.save("acme", { ...newPlan(clock.now(), 5), unseenHeartbeats: [beat] }, undefined);
    expect(tables.feeds.items.length).toBeGreaterThan(0);
    const at = new Date(clock.now()).toISOString();
    const body = await status();
    expect(body.needsAttention).toMatchObject([
      { kind: "instance_parked", what: "invalid_client", since: at },
      { kind: "clocks_apart", what: "the Feedhook server's clock is 45 s ahead of the source's", since: at },
      { kind: "polling_paused", since: new Date(beat).toISOString() },
    ]);
    expect(body.instances[0]).toMatchObject({ health: "parked", sourceClockAheadSeconds: -45 });
  });

  it("lists failing endpoints and those that the bridge disabled, but not those that their owner did", async () => {
    const { status, call, subscribe, services } = await registered();
    const [mine, gone] = [await subscribe(), await subscribe()];
    await call("PATCH", `/v1/subscriptions/${mine}`, { status: "disabled" });
    await services.subscriptions.update("prt_operator", gone, (current) => ({
      ...current,
      status: "disabled" as const,
      disabledReason: "gone" as const,
    }));
    expect((await status()).needsAttention).toMatchObject([{ kind: "endpoints_disabled", count: 1 }]);
  });
});

it.each(Object.entries(attentionKinds))("%s leads to an anchor in the docs", (_, { docs }) => {
  const [file = "", anchor = ""] = docs.split("#");
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), "utf8");
  expect(anchorsOf(text)).toContain(anchor);
});

it("activities and phases as owners of documents are reported as polled, not resolved by the source, or not known yet", async () => {
  const { status, tables } = await registered();
  expect((await status()).instances[0].subOwners).toEqual({ activities: "unknown", phases: "unknown" });
  const subOwners = new SubOwners(tables.feeds);
  await subOwners.remember("acme", "activity", { resolves: false, askedAt: 1 });
  await subOwners.remember("acme", "phase", { resolves: true, askedAt: 1 });
  expect((await status()).instances[0].subOwners).toEqual({ activities: "not_resolved", phases: "polled" });
});
