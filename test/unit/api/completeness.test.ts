import { beforeEach, describe, expect, it } from "vitest";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { FeedPatch } from "../../../shared/schedule/feeds/feed-write.ts";
import { fixedFeeds } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { acmeApi, type apiFixture } from "./api-fixture.ts";

const minute = 60_000;
const hour = 60 * minute;

let api: ReturnType<typeof apiFixture>;
beforeEach(async () => {
  api = await acmeApi();
});

const iso = (ms: number) => new Date(ms).toISOString();
const ask = async (query = "") => (await api.call("GET", `/v1/completeness?instance=acme${query}`)).body;

/** Every list was read at `from`, a minute before `by`. */
async function read(from: number, isRead: (feedId: string) => boolean = () => true): Promise<void> {
  for (const { feedId, class: name } of fixedFeeds("acme")) {
    const feed = await api.services.feeds.load(feedId);
    const lateness = name === "timelines" ? minute : 0;
    const patch: FeedPatch = { drained: true, completeReads: [{ from, by: from + minute, lateness }] };
    if (isRead(feedId)) await api.services.feeds.save(feed!, patch);
  }
}

/** Saves `patch` in the feed of this kind. */
async function save(kind: string, patch: FeedPatch): Promise<void> {
  const { feedId } = fixedFeeds("acme").find((feed) => feed.kind === kind)!;
  await api.services.feeds.save((await api.services.feeds.load(feedId))!, patch);
}

/** Publishing has seen a heartbeat on every shard. */
async function beat(at: number): Promise<void> {
  await api.tables.feeds.put(
    Array.from({ length: 16 }, (_, shard) => ({ item: { pk: "acme#beats", sk: String(shard), beat: at } })),
  );
}

describe("GET /v1/completeness", () => {
  it("says nothing before first contact is complete, and why", async () => {
    const { changes, removals, uncertain, published } = await ask();
    expect(changes).toEqual({ reason: "first_contact", kind: "person" });
    expect(removals.until).toBeUndefined();
    expect(published).toBeUndefined();
    expect(uncertain).toContainEqual({ code: "first_contact", count: 6 });
  });

  it("says up to when changes and removals are published", async () => {
    const now = api.clock.now();
    await read(now - 10 * minute);
    await beat(now - minute);
    const { changes, removals, kinds, published, uncertain } = await ask();
    const { fastOverlap, candidateAge } = defaultTimings;
    expect(changes).toEqual({ until: iso(now - 10 * minute - fastOverlap), kind: "person" });
    expect(removals).toEqual({ until: iso(now - 10 * minute - fastOverlap - candidateAge), kind: "person" });
    expect(published).toBe(iso(now - minute - 10_000));
    expect(kinds[0]).toMatchObject({ kind: "person", withinSeconds: 60 });
    expect(kinds.at(-1)).toEqual({ kind: "document", changes: { reason: "estimated_only" } });
    expect(uncertain).toEqual([]);
  });

  it("knows no more than the list of which least is known", async () => {
    const now = api.clock.now();
    await read(now - 10 * minute);
    await read(now - hour, (feedId) => feedId.startsWith("acme#project-timeline"));
    await beat(now);
    const { changes, removals } = await ask();
    expect(changes).toEqual({ until: iso(now - hour - defaultTimings.fastOverlap), kind: "project" });
    expect(removals.kind).toBe("person");
    expect((await ask("&kinds=person,company")).changes.kind).toBe("person");
  });

  it("doesn't count what isn't known to be published", async () => {
    const now = api.clock.now();
    await read(now - 10 * minute);
    await beat(now - 10 * minute);
    expect((await ask()).changes).toEqual({ reason: "not_published", kind: "person" });
    await api.tables.feeds.put([{ item: { pk: "acme#beats", sk: "3", beat: now - hour } }]);
    await beat(now);
    await api.tables.feeds.remove({ pk: "acme#beats", sk: "3" });
    expect((await ask()).changes.until).toBeUndefined();
  });

  it.each<[string, Partial<StatusProbe>, object]>([
    ["changes are set aside", { changesSetAside: async () => 2 }, { uncertain: [{ code: "changes_set_aside" }] }],
    [
      "a redriven change waits in that stream, whatever heartbeats passed it when it was set aside",
      { publishedUntil: async () => 0, changesSetAside: async () => 0 },
      {},
    ],
  ])("says nothing while %s", async (_, probe, more) => {
    api = await acmeApi({ probe });
    await read(api.clock.now() - 10 * minute);
    await beat(api.clock.now());
    expect(await ask()).toMatchObject({ changes: { reason: "not_published" }, ...more });
  });

  it("uses what one machine knows about its own stream", async () => {
    api = await acmeApi({ probe: { publishedUntil: async () => api.clock.now() } });
    await read(api.clock.now() - 10 * minute);
    expect((await ask()).published).toBe(iso(api.clock.now()));
  });

  it("lists what is uncertain", async () => {
    const now = api.clock.now();
    await read(now - 10 * minute);
    const failing = { status: "backing_off", failingSince: now - hour, stalledSince: now } as const;
    await save("person-timeline", { ...failing, lastError: "unavailable_503" });
    await api.services.feeds.pause(fixedFeeds("acme").find(({ kind }) => kind === "company-walk")!.feedId);
    await api.call("POST", "/v1/instances/acme/pause");
    const { uncertain } = await ask();
    expect(uncertain).toEqual([
      { code: "instance_paused" },
      { code: "feed_stalled", kind: "person", reason: "unavailable_503", since: iso(now - hour) },
      { code: "feed_paused", kind: "company" },
    ]);
    expect((await ask("&kinds=project")).uncertain).toEqual([{ code: "instance_paused" }]);
  });

  describe("names a kind whose reads by id lag behind its list", () => {
    const lagging = async (kind: string, checkpoint: JsonObject) => {
      await save(kind, { checkpoint });
      return (await ask()).uncertain;
    };
    const timeline = { drained: true, ties: [] };

    it("from the first change that the fast pass has passed", async () => {
      const now = api.clock.now();
      await read(now - minute);
      const laggingFrom = now - 2 * minute;
      expect(await lagging("project-timeline", { ...timeline, laggingFrom })).toEqual([
        { code: "reads_behind", kind: "project", since: iso(laggingFrom) },
      ]);
      expect((await ask("&kinds=person")).uncertain).toEqual([]);
    });

    it("since the last complete reading, if the fast pass keeps reading the change", async () => {
      const now = api.clock.now();
      await read(now - hour);
      const since = iso(now - hour);
      expect(await lagging("activity-timeline", { ...timeline, laggedFrom: now })).toEqual([
        { code: "reads_behind", kind: "activity", since },
      ]);
      const walked = { generation: 1, phase: { name: "idle" }, askAgainAt: now + hour };
      expect(await lagging("company-template", walked)).toContainEqual({
        ...{ code: "reads_behind", kind: "company_template", since },
      });
    });

    it("but not while a complete reading is recent", async () => {
      const now = api.clock.now();
      await read(now - defaultTimings.fastOverlapMax);
      expect(await lagging("activity-timeline", { ...timeline, laggedFrom: now })).toEqual([]);
      const walked = { generation: 1, phase: { name: "idle" }, askAgainAt: now + hour };
      expect(await lagging("company-template", walked)).toEqual([]);
    });
  });

  it("ends before rows that share a millisecond and wait for the walk", async () => {
    const now = api.clock.now();
    await read(now - 10 * minute);
    await beat(now);
    for (const [minutes, until] of [
      [11, now - 12 * minute],
      [15, now - 12 * minute],
      [13, now - 13 * minute - 1],
    ] as const) {
      await save("project-timeline", { checkpoint: { drained: true, ties: [now - minutes * minute] } });
      expect((await ask("&kinds=project")).changes.until, `of ${minutes} minutes ago`).toBe(iso(until));
    }
  });

  it("says what the last scrub compared", async () => {
    const now = api.clock.now();
    const last = { beganAt: now - 9 * hour, endedAt: now - hour, read: 40, found: 1 };
    const checkpoint = { beganAt: now - hour, part: 0, read: 3, found: 0, last };
    await save("activity-scrub", { checkpoint });
    expect((await ask()).scrubs).toContainEqual({
      kind: "activity",
      last: { beganAt: iso(now - 9 * hour), endedAt: iso(now - hour), compared: 40, found: 1 },
      running: { beganAt: iso(now - hour), compared: 3, found: 0 },
    });
  });

  it("says whether a period is complete", async () => {
    const now = api.clock.now();
    await read(now - 10 * minute);
    await beat(now);
    await api.services.instances.fixConnectedAt("acme", now - 9 * hour);
    const of = async (from: number, to: number) => (await ask(`&kinds=person&from=${iso(from)}&to=${iso(to)}`)).period;
    const [from, to] = [now - 8 * hour, now - 2 * hour];
    expect(await of(from, to)).toEqual({ from: iso(from), to: iso(to), complete: true, reasons: [] });
    expect(await of(from, now - hour)).toMatchObject({ complete: false, reasons: ["removals_not_known"] });
    expect((await of(now - 10 * hour, to)).reasons).toEqual(["before_connection"]);
    expect((await ask(`&to=${iso(to)}`)).period.reasons).toEqual(["changes_not_known"]);
  });

  it("refuses a period without an end, or that ends before it begins", async () => {
    const status = async (query: string) => (await api.call("GET", `/v1/completeness?instance=acme${query}`)).status;
    expect(await status("&from=2026-11-21T08:00:00Z")).toBe(400);
    expect(await status("&from=2026-11-21T08:00:00Z&to=2026-11-21T08:00:00Z")).toBe(400);
    expect(await status("&kinds=person,cow")).toBe(400);
  });
});
