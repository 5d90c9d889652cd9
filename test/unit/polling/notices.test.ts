import { describe, expect, it } from "vitest";
import { accessNotices, feedNotices, removalNotices } from "../../../functions/runtime/services/polling-notices.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { eventsFrom } from "../../../shared/publishing/events-from.ts";
import type { Feed } from "../../../shared/schedule/feeds/feed.ts";
import { fixedFeeds, ownerFeed } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { StalledOwners } from "../../../shared/schedule/feeds/stalled-owners.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";

const hour = 3_600_000;

/** The notices as polling uses them, and their events. */
function notices() {
  const clock = new FakeClock();
  const events: Envelope[] = [];
  const mirror = new MemoryTable("mirror", {
    onChange: ({ before, after }) =>
      events.push(...eventsFrom(before && mirrorItem.parse(before), mirrorItem.parse(after))),
  });
  const feedsTable = new MemoryTable("feeds");
  const operational = new OperationalEvents({ ...testContext({ clock }), mirror });
  return {
    clock,
    stalledOwners: new StalledOwners(feedsTable),
    reported: () => events.splice(0).map(({ type, instance, data, partner }) => ({ type, instance, data, partner })),
    access: accessNotices(operational, clock),
    feeds: feedNotices(operational, new StalledOwners(feedsTable), clock, { record: () => undefined }),
    removals: removalNotices(operational),
  };
}

const about = (type: string, data: object) => ({ type, instance: "acme", data, partner: undefined });
const [timeline] = fixedFeeds("acme");
const owners = ["a", "b"].map((id): Feed => ownerFeed("acme", { type: "Company", id }));

describe("reading publishes as events of the instance", () => {
  it("access lost and found, once an hour though several workers notice it", async () => {
    const { access, reported, clock } = notices();
    for (let worker = 0; worker < 3; worker += 1) await access.unauthorized("acme", "invalid_client");
    for (let worker = 0; worker < 3; worker += 1) await access.recovered("acme");
    expect(reported()).toEqual([
      about("bridge.instance_unauthorized", { reason: "invalid_client" }),
      about("bridge.instance_recovered", {}),
    ]);
    clock.advance(hour);
    await access.unauthorized("acme", "forbidden");
    expect(reported()).toEqual([about("bridge.instance_unauthorized", { reason: "forbidden" })]);
  });

  it("a stalled feed, once per stall, and its recovery", async () => {
    const { feeds, reported, clock } = notices();
    const since = clock.now();
    const instant = new Date(since).toISOString();
    const stalled: Feed = { ...timeline!, failingSince: since, stalledSince: since };
    const { feedId: feed, kind } = stalled;
    for (let worker = 0; worker < 2; worker += 1) await feeds.stalled(stalled, { reason: "unavailable_500", since });
    for (let worker = 0; worker < 2; worker += 1) await feeds.recovered(stalled);
    expect(reported()).toEqual([
      about("bridge.feed_stalled", { feed, kind, reason: "unavailable_500", since: instant }),
      about("bridge.feed_recovered", { feed, kind, since: instant }),
    ]);
    await feeds.stalled(stalled, { reason: "unavailable_500", since: since + 1 });
    expect(reported(), "another stall").toHaveLength(1);
    const other = { ...stalled, feedId: fixedFeeds("acme")[1]!.feedId };
    await feeds.stalled(other, { reason: "unavailable_500", since });
    await feeds.recovered(other);
    expect(reported(), "another feed since the same moment").toHaveLength(2);
  });

  it("stalled owners' feeds together, per reason per hour, because one cause stalls thousands", async () => {
    const { feeds, reported, clock } = notices();
    for (const one of owners) await feeds.stalled(one, { reason: "forbidden", since: clock.now() });
    expect(reported()).toHaveLength(1);
    await feeds.stalled(owners[0]!, { reason: "access_lost", since: clock.now() });
    clock.advance(hour);
    await feeds.stalled(owners[1]!, { reason: "forbidden", since: clock.now() });
    expect(reported().map(({ data }) => data?.["reason"])).toEqual(["access_lost", "forbidden"]);
  });

  it("nothing per owner, whose stall is stored until it reads again, for the status", async () => {
    const { feeds, stalledOwners, clock } = notices();
    const since = clock.now();
    for (const one of owners) await feeds.stalled(one, { reason: "forbidden", since });
    await feeds.stalled(timeline!, { reason: "forbidden", since });
    expect(await stalledOwners.list("acme", 10)).toEqual({
      owners: owners.map(({ feedId }) => ({ feedId, since })),
      more: false,
    });
    expect(await stalledOwners.list("acme", 1)).toMatchObject({ more: true });
    await feeds.recovered(owners[0]!);
    expect((await stalledOwners.list("acme", 10)).owners).toEqual([{ feedId: owners[1]!.feedId, since }]);
  });

  it("held removals, once per hold", async () => {
    const { removals, reported } = notices();
    const held = { source: "person", since: 0, missing: 21, known: 900 };
    for (let walk = 0; walk < 2; walk += 1) await removals.removalsHeld("acme", held);
    expect(reported()).toEqual([
      about("bridge.removals_held", { source: "person", since: "1970-01-01T00:00:00.000Z", missing: 21, known: 900 }),
    ]);
    await removals.removalsHeld("acme", { ...held, since: 1 });
    await removals.removalsHeld("acme", { ...held, source: "company" });
    expect(reported()).toHaveLength(2);
  });
});
