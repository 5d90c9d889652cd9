import { describe, expect, it, test } from "vitest";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import type { FeedClass } from "../../../../shared/schedule/feeds/feed.ts";
import type { Grant } from "../../../../shared/schedule/tick/class-dispatch.ts";
import { pollMessage, pollMessagesOf } from "../../../../shared/schedule/tick/poll-message.ts";
import { RequestPace } from "../../../../shared/source/request-pace.ts";
import { connectedWorld } from "../schedule-world.ts";

const minute = 60_000;

test("owners of a rich tick share messages, each of which costs an invocation: up to six packs in one, and no feed twice in it", async () => {
  const world = await connectedWorld({ requestsPerSecond: 50, owners: 1_000, run: 10 * minute });
  const before = world.sent.length;
  await world.tick();
  const ofOwners = world.sent.slice(before).filter(({ message }) => message.feedIds.length > 10);
  expect(ofOwners.length).toBeGreaterThan(0);
  for (const { message } of ofOwners) {
    expect(message.feedIds.length).toBeLessThanOrEqual(60);
    expect(new Set(message.feedIds).size).toBe(message.feedIds.length);
    // A message of each pack would have got as much.
    expect(message.allowance).toBe(Math.ceil(message.feedIds.length / 10) * 14);
  }
});

test("timelines due in one tick share a message, and what each would have been granted", async () => {
  const world = await connectedWorld({ requestsPerSecond: 10, run: 10 * minute });
  const before = world.sent.length;
  await world.run(10 * minute);
  const ofTimelines = world.sent
    .slice(before)
    .filter(({ message }) => message.feedIds.some((feedId) => feedId.includes("-timeline")));
  // Six timelines, half of which are due at each of 40 ticks.
  expect(ofTimelines.map(({ message }) => message.feedIds.length)).toEqual(Array.from({ length: 40 }, () => 3));
  expect(new Set(ofTimelines.map(({ message }) => message.allowance))).toEqual(new Set([12]));
});

const { tick, startBy } = defaultTimings;

/** The messages of a tick that grants this many packs of ten feeds each, and when (ms) each may be polled. */
function messagesOf(feedClass: FeedClass, packs: number, now = 0) {
  const grants = Array.from({ length: packs }, (_, pack): Grant => {
    const feedIds = Array.from({ length: 10 }, (_, feed) => `acme#owner#Person#${pack}-${feed}`);
    return { feedClass, feedIds, allowance: 14, requested: [], spread: true };
  });
  return pollMessagesOf("acme", grants, { from: now, now }, { ...defaultTimings, tick, startBy }).map(({ body }) => {
    const { feedIds, startBy: latest } = pollMessage.parse(JSON.parse(body));
    return { feeds: feedIds.length, startAt: latest - startBy };
  });
}

describe("the owners' messages of a tick", () => {
  it("start five seconds apart, each with a third of the feeds", () => {
    expect(messagesOf("owners", 15)).toEqual([
      { feeds: 50, startAt: 0 },
      { feeds: 50, startAt: 5_000 },
      { feeds: 50, startAt: 10_000 },
    ]);
  });

  it.each([
    { rate: 5, packs: 7 },
    { rate: 10, packs: 15 },
    { rate: 50, packs: 75 },
    { rate: 200, packs: 300 },
  ])(
    "make no worker wait for its pace, which would cost money: $packs packs at $rate requests a second",
    ({ rate, packs }) => {
      const pace = new RequestPace(tick);
      const waits: (number | undefined)[] = [];
      for (let now = 0; now < 10 * minute; now += tick) {
        const messages = messagesOf("owners", packs, now);
        expect(messages.length % 3).toBe(0);
        expect(messages.length).toBeLessThan(packs / 2);
        for (const { feeds, startAt } of messages)
          for (let feed = 0; feed < feeds; feed += 1)
            waits.push(pace.reserve("acme", rate, startAt, Number.POSITIVE_INFINITY));
      }
      expect(waits.length).toBe(40 * 10 * packs);
      expect(new Set(waits)).toEqual(new Set([0]));
    },
  );

  it("are no more than there are packs", () => {
    expect(messagesOf("owners", 2).map(({ feeds }) => feeds)).toEqual([10, 10]);
  });
});

describe("the messages of the other classes", () => {
  it("start at the same moments of the tick, a part of them at each", () => {
    expect(messagesOf("rooms", 2).map(({ startAt }) => startAt)).toEqual([0, 5_000]);
    expect(messagesOf("rooms", 4).map(({ startAt }) => startAt)).toEqual([0, 2_000, 7_000, 10_000]);
  });

  it("hold no feed twice: a pack that shares one with the previous pack goes separately", () => {
    const grants = [
      ["a", "b"],
      ["b", "c"],
      ["d", "e"],
    ].map((feedIds): Grant => ({ feedClass: "timelines", feedIds, allowance: 4, requested: [], spread: true }));
    const messages = pollMessagesOf("acme", grants, { from: 0, now: 0 }, { ...defaultTimings, tick, startBy }).map(
      ({ body }) => pollMessage.parse(JSON.parse(body)),
    );
    expect(messages.map(({ feedIds, allowance }) => ({ feedIds, allowance }))).toEqual([
      { feedIds: ["a", "b"], allowance: 4 },
      { feedIds: ["b", "c", "d", "e"], allowance: 8 },
    ]);
  });
});

test("start after a hold in which they were granted, and their latest start moves with it", () => {
  const grant = { feedClass: "timelines" as const, feedIds: ["a"], allowance: 2, requested: [], spread: false };
  const [message] = pollMessagesOf(
    "acme",
    [grant],
    { from: 7_300, now: 5_000 },
    { ...defaultTimings, tick: 15_000, startBy: 60_000 },
  );
  expect(message).toMatchObject({ delaySeconds: 3 });
  expect(JSON.parse(message?.body ?? "")).toMatchObject({ startBy: 5_000 + 3_000 + 60_000 });
});
