import { expect, test } from "vitest";
import { toSlot } from "../../../../shared/schedule/feeds/feed-write.ts";
import { laterBucketOf, laterPartition } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { scriptedVisits } from "../support/scripted-visits.ts";

const failed = { outcome: "failed", reason: "unavailable_500" } as const;
const minute = 60_000;

test("a worker that lost the feed to another one writes nothing more", async () => {
  const { fixture, visit } = scriptedVisits();
  const observed: string[] = [];
  const other = async () => {
    await fixture.store.save(await fixture.stands(), { checkpoint: { by: "the other" } });
    return undefined;
  };
  const more = async () => {
    observed.push("more");
    return undefined;
  };
  const steps = [{ observe: other, checkpoint: { by: "us" } }, { observe: more }];
  expect(await visit(steps)).toEqual({ outcome: "conflict" });
  expect(observed).toEqual([]);
  expect(await fixture.stands()).toMatchObject({ checkpoint: { by: "the other" }, rev: 1 });
});

test("a requested poll that lost to a visit from before the request runs again soon, not when its message's time is over", async () => {
  const { fixture, visit } = scriptedVisits();
  await fixture.store.leave(fixture.feed, toSlot(fixture.feed));
  const before = await fixture.stands();
  await fixture.store.requestPoll([before.feedId]);
  const requested = await fixture.stands();
  // The tick sets it aside until its message's time is over.
  await fixture.store.postpone(requested, fixture.clock.now() + 5 * 60_000);
  const other = async () => {
    await fixture.store.save(before, { checkpoint: {} }, toSlot(before));
    return undefined;
  };
  expect(await visit([{ observe: other, checkpoint: { by: "us" } }])).toEqual({ outcome: "conflict" });
  const due = laterPartition("acme", "timelines", laterBucketOf(fixture.clock.now()));
  expect((await fixture.stands()).wheel).toBe(due);
  // One that was in its slot stays there: it comes round by itself.
  await fixture.store.leave(await fixture.stands(), toSlot(requested));
  const inSlot = await fixture.stands();
  const again = async () => {
    await fixture.store.save(inSlot, { checkpoint: { by: "another" } });
    return undefined;
  };
  expect(await visit([{ observe: again, checkpoint: {} }])).toEqual({
    outcome: "conflict",
  });
  expect((await fixture.stands()).wheel).toBe(inSlot.wheel);
});

test("a step is saved only after its rows are in the mirror", async () => {
  const { fixture, visit } = scriptedVisits();
  const observe = () => Promise.reject(new Error("the mirror is away"));
  const steps = [{ checkpoint: { page: 1 } }, { checkpoint: { page: 2 }, observe }];
  expect(await visit(steps)).toEqual({ outcome: "failed", reason: "internal_error" });
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 1 }, status: "backing_off", failures: 1 });
});

test("an empty step is written with the next one or the visit's end, and never after a newer one", async () => {
  const { fixture, visit } = scriptedVisits();
  const idle = { checkpoint: { page: 1 }, mayWait: true } as const;
  const revs: number[] = [];
  const next = {
    checkpoint: { page: 2 },
    observe: async () => {
      revs.push((await fixture.stands()).rev);
      return undefined;
    },
  };
  await visit([idle, next], { outcome: "yielded" });
  expect(revs).toEqual([0]);
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 2 }, rev: 1 });
  await visit([idle, { checkpoint: { page: 2 } }], { outcome: "yielded" });
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 2 }, rev: 1 });
  await visit([idle]);
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 1 }, polledAt: fixture.clock.now(), rev: 2 });
});

test("a poll request that came during the visit isn't undone by its end", async () => {
  const { fixture, visit } = scriptedVisits();
  const wish = async () => {
    await fixture.store.requestPoll([fixture.feed.feedId]);
    return undefined;
  };
  await visit([{ observe: wish }]);
  expect((await fixture.stands()).wheel).toContain("#now#");
  await visit([]);
  expect((await fixture.stands()).wheel).not.toContain("#now#");
});

test("a poll request for a feed that is backing off waits for its next attempt when a visit comes too early", async () => {
  const { fixture, visit } = scriptedVisits("owner", { type: "Company", id: "c1" });
  await visit([]);
  await visit([], failed);
  await fixture.store.requestPoll([fixture.feed.feedId]);
  expect(await visit([])).toEqual({ outcome: "skipped" });
  const { wheel, retryAt = 0 } = await fixture.stands();
  expect(wheel).toBe(`acme#owners#later#${laterBucketOf(retryAt)}`);
});

test("a feed in its slot stays there when its visit comes before its next attempt", async () => {
  const { fixture, visit } = scriptedVisits("owner", { type: "Company", id: "c1" });
  await visit([], failed);
  const { wheel } = await fixture.stands();
  expect(await visit([])).toEqual({ outcome: "skipped" });
  expect((await fixture.stands()).wheel).toBe(wheel);
});

test("a feed that fails for an hour is reported as stalled once, and as recovered once it reads again", async () => {
  const { fixture, visit } = scriptedVisits();
  const began = fixture.clock.now();
  for (let failures = 0; failures < 8; failures += 1) {
    await visit([], failed);
    fixture.clock.advance(16 * minute);
  }
  expect(fixture.reported).toEqual([{ reason: "unavailable_500", since: began }]);
  expect((await fixture.stands()).stalledSince).toBe(began + 64 * minute);
  await visit([], { outcome: "yielded" });
  expect(fixture.reported).toHaveLength(1);
  await visit([]);
  expect(fixture.reported).toHaveLength(2);
  expect(fixture.reported[1]).toBe("recovered");
  const healthy = await fixture.stands();
  expect([healthy.status, healthy.failingSince, healthy.stalledSince]).toEqual(["active", undefined, undefined]);
});

test("the counts of visits are added up, and written with other writes", async () => {
  const { fixture, visit } = scriptedVisits();
  const counts = { rows: 3, duplicates: 2, missed: 0, quarantined: 0 };
  const observe = async () => ({ outcome: "observed", changed: 1, counts }) as const;
  const steps = [{ observe, checkpoint: { page: 1 } }];
  await visit(steps);
  expect((await fixture.stands()).stats).toEqual(counts);
  const { rev } = await fixture.stands();
  await visit(steps);
  await visit(steps);
  expect((await fixture.stands()).rev).toBe(rev);
  fixture.clock.advance(minute);
  await visit(steps);
  expect((await fixture.stands()).stats).toEqual({ rows: 12, duplicates: 8, missed: 0, quarantined: 0 });
});

test("the text of an unreadable page is stored, and its feed backs off", async () => {
  const { fixture, visit } = scriptedVisits();
  await visit([], { outcome: "failed", reason: "unreadable_page", unreadable: '{"items":[{' });
  expect(fixture.poison).toEqual(['{"items":[{']);
  expect(await fixture.stands()).toMatchObject({ status: "backing_off", lastError: "unreadable_page" });
});

test("a visit is recorded in the writes it makes anyway, and each replaces the one before", async () => {
  const { fixture, visit } = scriptedVisits();
  const observe = async () => ({ outcome: "observed", changed: 2 }) as const;
  const steps = [
    { checkpoint: { page: 1 }, observe },
    { checkpoint: { page: 2 }, observe },
  ];
  await visit(steps);
  const [first, ...others] = (await fixture.stands()).visits ?? [];
  expect(others).toEqual([]);
  expect(first?.slice(2)).toEqual([1, 0, 0, 4, 4, "done"]);
  const { rev } = await fixture.stands();
  await visit([]);
  const after = await fixture.stands();
  expect([after.rev, after.visits]).toEqual([rev, [first]]);
});

test("a last position that is too large to store fails its feed visibly, and keeps what was saved before", async () => {
  const { fixture, visit } = scriptedVisits();
  const steps = [{ checkpoint: { page: 1 } }, { checkpoint: { page: "2".repeat(410_000) }, mayWait: true as const }];
  expect(await visit(steps)).toEqual({ outcome: "failed", reason: "item_too_large" });
  expect(await fixture.stands()).toMatchObject({
    ...{ checkpoint: { page: 1 }, failures: 1, lastError: "item_too_large" },
    visits: [[expect.anything(), expect.anything(), 1, 0, 0, 0, 0, "failed:item_too_large"]],
  });
  expect(fixture.logger.lines).toMatchObject([{ level: "error", event: "feed.failed" }]);
});

test("an engine that takes no write at all fails the message, so that its feeds are polled again", async () => {
  const { fixture, visit } = scriptedVisits();
  fixture.table.update = () => Promise.reject(new Error("the engine is away"));
  await expect(visit([{ checkpoint: { page: 1 }, mayWait: true }])).rejects.toThrow("the engine is away");
});

test.each(["unavailable", "exhausted"] as const)(
  "earlier failures still count if a visit ends at the same step as each before it: %s",
  async (reason) => {
    const { fixture, visit } = scriptedVisits();
    const failing = { observe: async () => ({ outcome: "incomplete", reason }) as const, opening: true as const };
    const unavailable = {
      ...failing,
      observe: async () => ({ outcome: "incomplete", reason: "unavailable" }) as const,
    };
    await visit([{ checkpoint: { page: 1 } }, unavailable]);
    fixture.clock.advance(600_000);
    await visit([{ checkpoint: { page: 2 } }, failing]);
    expect((await fixture.stands()).failures).toBe(reason === "exhausted" ? 1 : 2);
    fixture.clock.advance(600_000);
    await visit([{ checkpoint: { page: 3 } }]);
    expect((await fixture.stands()).failures).toBe(0);
  },
);
