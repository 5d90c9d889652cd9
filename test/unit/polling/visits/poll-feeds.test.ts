import { expect, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { laterBucketOf, laterPartition } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { underWayUntil } from "../../../../shared/schedule/tick/poll-message.ts";
import { down } from "../support/answers.ts";
import { ok, polledInstance } from "../support/polled-instance.ts";

test("every feed of the message is polled, and registration fixes the connection by the server's clock", async () => {
  const { poll, asked, clock, instance, waiting, logger, granted, outcomes } = await polledInstance();
  // The last moment at which it may begin.
  await poll({ startBy: clock.now() });
  expect(asked).toHaveLength(6);
  const { pollDeadline, sourceTimeout } = defaultTimings;
  expect(granted()?.until).toBe(clock.now() + pollDeadline + sourceTimeout);
  expect(outcomes).toEqual([{ visits: 6, faults: 0 }]);
  expect(logger.lines).toEqual([
    { level: "info", event: "poll.done", fields: { instance: "acme", requests: 6, done: 6 } },
  ]);
  expect(instance()?.connectedAt).toBe(clock.now() - 1_000 + 70);
  expect(await waiting()).toBe(0);
});

test("a poll reports its spent requests, and those granted but unspent", async () => {
  const { poll, settled, clock, asked } = await polledInstance();
  await poll();
  expect(asked).toHaveLength(6);
  expect(settled).toEqual([{ spent: 6, unspent: 44 }]);
  await poll({ startBy: clock.now() - 1 });
  expect(settled[1]).toEqual({ spent: 0, unspent: 50 });
});

test("a poll that can't report its requests is done all the same, because a repeat would cost more", async () => {
  const { poll, budget, logger, asked } = await polledInstance();
  budget.settle = async () => {
    throw new Error("throttled");
  };
  await poll();
  expect(asked).toHaveLength(6);
  expect(logger.lines).toContainEqual({
    ...{ level: "error", event: "poll.not_settled" },
    fields: expect.objectContaining({ instance: "acme", spent: 6, unspent: 44 }),
  });
});

test("a poll reports the pages that first visits of owners read, of those that first contact found", async () => {
  const { poll, feeds, settled, addPeople } = await polledInstance();
  const feedIds = await addPeople({ id: "found", knownSince: 1 }, { id: "later" });
  await poll({ feedIds });
  expect(settled).toEqual([{ spent: 2, unspent: 48, documentPages: 1 }]);
  await feeds.save((await feeds.load(feedIds[0]!))!, { drained: true });
  await poll({ feedIds });
  expect(settled[1]).toEqual({ spent: 2, unspent: 48 });
});

test("only visits to owners take places, so that owners hold up no other feed", async () => {
  const { poll, feedIds, asked, placed, addPeople } = await polledInstance();
  await poll({ feedIds: [...feedIds, ...(await addPeople({ id: "one" }, { id: "two" }))] });
  expect(asked).toHaveLength(8);
  expect(placed).toEqual(["acme", "acme"]);
});

test("no request is returned while visits of owners wait long for a place", async () => {
  const { poll, feedIds, settled, line, addPeople } = await polledInstance();
  const people = await addPeople({ id: "one" });
  for (const wait of [10_000, 10_001]) {
    line.waitForPlace = wait;
    await poll({ feedIds: [...feedIds, ...people] });
  }
  expect(settled.map(({ unspent }) => unspent > 0)).toEqual([true, false]);
});

test("no request is returned while others wait long for their turn, so that the queue gets shorter", async () => {
  const { poll, settled, line } = await polledInstance();
  line.isLong = true;
  await poll();
  line.isLong = false;
  await poll();
  expect(settled).toEqual([
    { spent: 6, unspent: 0 },
    { spent: 6, unspent: 44 },
  ]);
});

test("a message past its start-by time requests its feeds again instead of polling", async () => {
  const { poll, clock, asked, waiting, logger } = await polledInstance();
  await poll({ startBy: clock.now() - 1 });
  expect(asked).toEqual([]);
  expect(await waiting()).toBe(6);
  expect(logger.lines).toEqual([{ level: "info", event: "poll.late", fields: { instance: "acme", feeds: 6 } }]);
});

test("a message for an unregistered instance does nothing", async () => {
  const { poll, asked, forget, logger } = await polledInstance();
  forget();
  await poll();
  expect(asked).toEqual([]);
  expect(logger.lines).toEqual([{ level: "warn", event: "poll.unknown_instance", fields: { instance: "acme" } }]);
});

test("a revoked credential parks the instance and notifies the operators", async () => {
  const { poll, reported, instance, logger } = await polledInstance(() => ({ outcome: "revoked" }));
  await poll();
  const fields = { instance: "acme", reason: "invalid_client" };
  expect(logger.lines).toContainEqual({ level: "warn", event: "instance.parked", fields });
  expect(instance()).toMatchObject({ status: "parked", parkedReason: "invalid_client" });
  expect(reported).toEqual(["invalid_client"]);
});

test("hazard 62: refusals park the instance only when two more routes are refused", async () => {
  const one = await polledInstance((path) => (path === "/person-timeline" ? { outcome: "forbidden" } : ok));
  await one.poll();
  expect(one.instance()?.status).toBe("active");
  expect(await one.feeds.load(one.feedIds[0]!)).toMatchObject({ status: "backing_off", lastError: "forbidden" });
  const all = await polledInstance(() => ({ outcome: "forbidden" }));
  await all.poll();
  expect(all.instance()).toMatchObject({ status: "parked", parkedReason: "forbidden" });
  expect(all.asked.slice(-2)).toEqual(["/company", "/project"]);
});

test("a parked instance is probed instead of polled, and resumes by itself", async () => {
  let refuse = true;
  const { poll, reported, asked, waiting, instance, logger } = await polledInstance(() =>
    refuse ? { outcome: "revoked" } : ok,
  );
  await poll();
  asked.length = 0;
  await poll();
  expect(asked).toEqual(["/company"]);
  expect(instance()?.status).toBe("parked");
  refuse = false;
  await poll();
  expect(instance()?.status).toBe("active");
  expect(reported).toEqual(["invalid_client", "recovered"]);
  expect(logger.lines).toContainEqual({ level: "info", event: "instance.resumed", fields: { instance: "acme" } });
  expect(await waiting()).toBe(6);
});

test.each(["on trial", "parked"] as const)(
  "feeds that the tick marked as running are due at once when the instance that was %s resumes",
  async (state) => {
    const { poll, feeds, feedIds, clock, become, waiting, markSent } = await polledInstance();
    become[state]();
    const startBy = clock.now() + 1_000;
    await markSent(startBy + defaultTimings.pollDeadline);
    await poll({ startBy });
    expect(await waiting()).toBe(6);
    for (const feed of await feeds.loadAll(feedIds)) expect(feed).not.toHaveProperty("underWayUntil");
  },
);

test.each(["on trial", "parked"] as const)(
  "requested polls that come while the instance is %s are due when it resumes, not when their message's time is over",
  async (state) => {
    const { poll, feeds, feedIds, clock, become } = await polledInstance(() => down);
    become[state]();
    const [requestedId, pausedId, restingId] = feedIds as [string, string, string];
    await feeds.requestPoll([requestedId]);
    await feeds.pause(pausedId);
    const [requested] = await feeds.loadRequested([requestedId]);
    // The tick sets it aside until its message's time is over.
    await feeds.postpone(requested!, clock.now() + 5 * 60_000);
    const before = await feeds.loadAll(feedIds);
    await poll();
    const after = await feeds.loadAll(feedIds);
    const wheelsOf = (id: string) => [before, after].map((all) => all.find(({ feedId }) => feedId === id)?.wheel);
    expect(wheelsOf(requestedId)[1]).toBe(laterPartition("acme", "timelines", laterBucketOf(clock.now())));
    for (const id of [pausedId, restingId]) expect(wheelsOf(id)[1]).toBe(wheelsOf(id)[0]);
  },
);

test("no request is sent past the poll's deadline, and the feeds continue at the next tick", async () => {
  const { poll, clock, asked, waiting, feeds, logger } = await polledInstance();
  const load = feeds.loadAll.bind(feeds);
  // The worker hangs until its deadline.
  feeds.loadAll = async (...given) => {
    feeds.loadAll = load;
    clock.advance(defaultTimings.pollDeadline);
    return load(...given);
  };
  await poll();
  expect(asked).toEqual([]);
  expect(logger.lines).toMatchObject([{ event: "poll.done", fields: { yielded: 6 } }]);
  expect(await waiting()).toBe(6);
});

test("hazard 61: new credentials are tried at once, and the recovery is published when they are accepted", async () => {
  let refuse = true;
  const { poll, reported, instance, tryNew, asked } = await polledInstance(() =>
    refuse ? { outcome: "revoked" } : ok,
  );
  await poll();
  tryNew();
  asked.length = 0;
  await poll();
  expect(asked).toEqual(["/company"]);
  expect(instance()).toMatchObject({ status: "parked", parkedReason: "invalid_client" });
  tryNew();
  refuse = false;
  await poll();
  expect(instance()?.status).toBe("active");
  expect(reported.at(-1)).toBe("recovered");
});

test("clock skew causes one warning, at the first poll", async () => {
  const { poll, logger, sourceClock, clock } = await polledInstance();
  sourceClock.ahead = -45_000;
  for (let visit = 0; visit < 3; visit += 1) {
    await poll();
    clock.advance(15 * 60_000);
  }
  const warnings = logger.lines.filter(({ event }) => event === "clock.apart");
  expect(warnings).toEqual([
    { level: "warn", event: "clock.apart", fields: { instance: "acme", sourceAheadSeconds: -45 } },
  ]);
});

test("feeds of an instance that stays parked wait as long as they backed off", async () => {
  const { poll, feeds, feedIds, clock, park } = await polledInstance(() => ({ outcome: "forbidden" }));
  park();
  const [feedId = ""] = feedIds;
  const retryAt = clock.now() + 10 * 60_000;
  await feeds.save((await feeds.load(feedId))!, { retryAt });
  await feeds.requestPoll([feedId]);
  await poll({ feedIds: [feedId] });
  expect((await feeds.load(feedId))?.wheel).toBe(laterPartition("acme", "timelines", laterBucketOf(retryAt)));
});

test("no message holds feeds any more that a late message requests again", async () => {
  const { poll, feeds, feedIds, clock, table, markSent } = await polledInstance();
  const startBy = clock.now() - 1;
  await markSent(underWayUntil(startBy, defaultTimings));
  const requested: unknown[] = [];
  const update = table.update.bind(table);
  table.update = async (change) => {
    const outcome = await update(change);
    for (const feed of await feeds.loadAll(feedIds))
      if (feed.wheel.includes("#now#")) requested.push(feed.underWayUntil);
    return outcome;
  };
  await poll({ startBy });
  expect(new Set(requested)).toEqual(new Set([undefined]));
});

test.each(["parked", "active"])(
  "the first unanswered poll of an instance that is %s starts an outage",
  async (state) => {
    const unavailable = { outcome: "unavailable", status: 0, retryAfterMs: undefined } as const;
    const { poll, park, outages, clock, logger } = await polledInstance((asked) => {
      outages.observe("acme", { asked, startedAt: clock.now(), fault: "ECONNREFUSED" });
      return unavailable;
    });
    if (state === "parked") park();
    await poll();
    expect(logger.lines.map(({ event }) => event)).toContain("source.unreachable");
  },
);
