import { beforeEach, describe, expect, it } from "vitest";
import { recordKey } from "../../../shared/mirror/mirror-key.ts";
import { PressureGauge } from "../../../shared/schedule/budget/pressure-gauge.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { toSlot } from "../../../shared/schedule/feeds/feed-write.ts";
import { ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { newPlan, PlanStore } from "../../../shared/schedule/wheel/plan.ts";
import { acmeApi, type apiFixture } from "./api-fixture.ts";

let api: ReturnType<typeof apiFixture>;
beforeEach(async () => {
  api = await acmeApi();
});

const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);
const path = (id: string, action = "") => `/v1/feeds/${encodeURIComponent(id)}${action}`;

async function addOwners(count: number): Promise<string[]> {
  const feeds = Array.from({ length: count }, (_, n) => ownerFeed("acme", { type: "Company", id: `c${n}` }));
  await api.services.feeds.putIfAbsent(feeds);
  await api.tables.mirror.put(feeds.map((_, n) => ({ item: recordKey("acme", "company", `c${n}`) })));
  return feeds.map(({ feedId }) => feedId);
}

async function firstTimeline(): Promise<string> {
  const { body } = await api.call("GET", "/v1/feeds?instance=acme&class=timelines");
  return body.items[0].id;
}

describe("GET /v1/feeds", () => {
  it("lists an instance's own feeds, then every owner's, page by page and each once", async () => {
    const owners = await addOwners(25);
    const found: string[] = idsOf({ items: (await api.pagesOf("/v1/feeds?instance=acme&limit=12")).flat() });
    expect(new Set(found).size).toBe(found.length);
    expect(found.slice(0, 4).every((id) => id.includes("-timeline#"))).toBe(true);
    expect(found.filter((id) => id.includes("#owner#")).toSorted()).toEqual(owners.toSorted());
  });

  it("shows their shared budget once a tick has counted it", async () => {
    expect((await api.call("GET", "/v1/feeds?instance=acme")).body.budget).toBeUndefined();
    const plan = {
      ...newPlan(0, 2.5),
      tokenBucket: { common: 3.7, own: { timelines: 2.5 } },
      settlement: { granted: 120, grantedBefore: 100, returned: 11 },
    };
    await new PlanStore(api.tables.feeds).save("acme", plan, undefined);
    const total = { granted: 120, used: 0, givenBack: 11 };
    const expected = { requestsPerSecond: 5, current: 2.5, unspent: 6, total };
    expect((await api.call("GET", "/v1/feeds?instance=acme")).body.budget).toEqual(expected);
    expect((await api.call("GET", "/v1/status")).body.instances[0].budget).toEqual(expected);
    await new PressureGauge(api.tables.feeds, api.clock).settle("acme", { spent: 89, unspent: 11 });
    const reported = { ...expected, total: { ...total, used: 89 } };
    expect((await api.call("GET", "/v1/feeds?instance=acme")).body.budget).toEqual(reported);
    expect((await api.call("GET", "/v1/status")).body.instances[0].budget).toEqual(reported);
  });

  it("shows how long ago a feed was read, and 0 if the clock was set back since", async () => {
    const id = await firstTimeline();
    const feed = (await api.services.feeds.load(id))!;
    await api.services.feeds.save(feed, { polledAt: api.clock.now() });
    api.clock.advance(7_000);
    expect((await api.call("GET", path(id))).body).toMatchObject({ lagSeconds: 7 });
    api.clock.advance(-60_000);
    expect((await api.call("GET", path(id))).body).toMatchObject({ lagSeconds: 0 });
  });

  it("shows since when an owner is unread: since it failed, although it was retried", async () => {
    const [id = ""] = await addOwners(1);
    const now = api.clock.now();
    const levels = newPlan(now, 5).owners.levels.map((one) => ({ ...one, turnAt: now, lastTurn: 60_000 }));
    const plan = newPlan(now, 5);
    await new PlanStore(api.tables.feeds).save("acme", { ...plan, owners: { ...plan.owners, levels } }, undefined);
    const lag = async () => (await api.call("GET", path(id))).body.lagSeconds;
    expect(await lag()).toBeLessThanOrEqual(60);
    const failingSince = now - 3_600_000;
    await api.tables.feeds.update({ key: { pk: id, sk: "feed" }, set: { failingSince } });
    expect(await lag()).toBe(3_600);
    await api.tables.feeds.update({ key: { pk: id, sk: "feed" }, set: { failingSince: now } });
    expect(await lag()).toBeGreaterThan(0);
  });

  it("lists one class", async () => {
    await addOwners(2);
    const { body } = await api.call("GET", "/v1/feeds?instance=acme&class=walks");
    expect(body.items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(
      ["activity-walk", "company-walk", "person-walk", "project-walk"].toSorted(),
    );
    expect(idsOf((await api.call("GET", "/v1/feeds?instance=acme&class=owners")).body)).toHaveLength(2);
  });

  it("knows no feeds of an unregistered instance", async () => {
    expect((await api.call("GET", "/v1/feeds?instance=other")).status).toBe(404);
    expect((await api.call("GET", path("acme#owner#Company#nobody"))).status).toBe(404);
    expect((await api.call("POST", path("acme#owner#Company#nobody", "/pause"))).status).toBe(404);
  });
});

describe("a feed's controls", () => {
  it.each(["pause", "resume", "rewind", "rebaseline"])(
    "%s: an id that can't be a feed's returns 404",
    async (action) => {
      const body = action === "rewind" ? {} : undefined;
      for (const id of ["environment", "acme#nonsense", "a#b#c", "\u{109a4c} ý"]) {
        expect([id, (await api.call("POST", path(id, `/${action}`), body)).status]).toEqual([id, 404]);
      }
    },
  );

  it("pausing takes it off the wheel and stops a running visit, and resuming makes it due", async () => {
    const id = await firstTimeline();
    const visited = (await api.services.feeds.load(id))!;
    expect((await api.call("POST", path(id, "/pause"))).body).toMatchObject({ id, status: "paused" });
    expect(await api.services.feeds.save(visited, { polledAt: 1 })).toEqual({ outcome: "conflict" });
    await api.services.feeds.leave(visited, toSlot(visited));
    expect((await api.services.feeds.load(id))!.wheel).toBe("acme#paused");
    expect((await api.call("POST", path(id, "/resume"))).body).toMatchObject({ status: "active", failures: 0 });
    expect((await api.services.feeds.load(id))!.wheel).toMatch(/^acme#timelines#now#/);
  });

  it("a rewind and a rebaseline wait for the next visit", async () => {
    const id = await firstTimeline();
    const to = "2026-11-20T00:00:00Z";
    expect((await api.call("POST", path(id, "/rewind"), { to })).body).toMatchObject({ rewinding: true });
    expect((await api.services.feeds.load(id))!.rewind).toEqual({ to: Date.parse(to) });
    await api.call("POST", path(id, "/rebaseline"));
    expect((await api.services.feeds.load(id))!.rewind).toEqual({ anew: true });
    const wrong = await api.call("POST", path(id, "/rewind"), { to: "yesterday" });
    expect(wrong.body.errors).toEqual([{ field: "to", message: expect.any(String) }]);
  });
});

describe("an instance's controls", () => {
  it("pauses and resumes", async () => {
    expect((await api.call("POST", "/v1/instances/acme/pause")).body.status).toBe("paused");
    expect((await api.call("GET", "/v1/status")).body.instances[0].status).toBe("paused");
    expect((await api.call("POST", "/v1/instances/acme/resume")).body.status).toBe("connecting");
    for (const action of ["pause", "rebaseline"])
      expect((await api.call("POST", `/v1/instances/other/${action}`)).status).toBe(404);
    expect(api.tables.feeds.items.filter(({ pk }) => pk.startsWith("other#"))).toEqual([]);
  });

  it("passes a rewind to every feed, and distinguishes one request from the next", async () => {
    await api.call("POST", "/v1/instances/acme/rewind", {});
    const first = (await api.services.instances.find("acme"))!.rewind!;
    await api.call("POST", "/v1/instances/acme/rewind", { to: "2026-11-20T00:00:00Z" });
    const second = (await api.services.instances.find("acme"))!.rewind!;
    expect(second).toMatchObject({ to: Date.UTC(2026, 10, 20) });
    expect(second.rev).toBeGreaterThan(first.rev);
  });

  it("a rebaseline starts now, and keeps the start of sequence numbers", async () => {
    const before = (await api.services.instances.find("acme"))!;
    await api.services.instances.fixConnectedAt("acme", before.registeredAt);
    api.clock.advance(60_000);
    const { body } = await api.call("POST", "/v1/instances/acme/rebaseline");
    expect(body).toMatchObject({ status: "connecting" });
    const after = (await api.services.instances.find("acme"))!;
    expect(after).toMatchObject({ registeredAt: before.registeredAt + 60_000, seqFloor: before.seqFloor });
    expect(after.connectedAt).toBeUndefined();
  });
});

it("a feed's history is shown for one feed, newest first, and is empty for an unvisited feed", async () => {
  const id = await firstTimeline();
  expect((await api.call("GET", path(id))).body.visits).toEqual([]);
  const feed = (await api.services.feeds.load(id))!;
  const at = Date.parse("2026-11-21T09:00:00.000Z");
  await new FeedStore(api.tables.feeds).save(feed, {
    visits: [
      [at, at + 60_000, 2, 40, 6, 30, 0, "failed:unavailable_503"],
      [at + 120_000, at + 120_000, 1, 412, 3, 100, 5, "done"],
    ],
  });
  expect((await api.call("GET", path(id))).body.visits).toEqual([
    {
      ...{ since: "2026-11-21T09:02:00.000Z", lastAt: "2026-11-21T09:02:00.000Z", visits: 1 },
      ...{ tookMs: 412, requests: 3, rows: 100, changes: 5, outcome: "done" },
    },
    {
      ...{ since: "2026-11-21T09:00:00.000Z", lastAt: "2026-11-21T09:01:00.000Z", visits: 2 },
      ...{ tookMs: 40, requests: 6, rows: 30, changes: 0, outcome: "failed", reason: "unavailable_503" },
    },
  ]);
  const { body } = await api.call("GET", "/v1/feeds?instance=acme");
  expect(body.items.some((one: object) => "visits" in one)).toBe(false);
});
