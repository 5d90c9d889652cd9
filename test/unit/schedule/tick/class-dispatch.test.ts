import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { levelOfClass } from "../../../../shared/schedule/feeds/wheel-partition.ts";
import { costOfAll } from "../../../../shared/schedule/tick/class-dispatch.ts";
import { before } from "../../../support/around.ts";
import { classWith, feedsOf } from "../class-with.ts";

test.each([
  { name: "timelines", waiting: { wheel: 2 }, sends: ["wheel 1:4", "wheel 1:4"] },
  { name: "rooms", waiting: { wheel: 6 }, sends: ["wheel 5:12", "wheel 1:4"] },
  { name: "rooms", waiting: { now: 6 }, sends: ["now 5:22", "now 1:6"] },
  { name: "owners", waiting: { wheel: 12 }, sends: ["wheel 10:14", "wheel 2:5"] },
  { name: "owners", waiting: { first: 10 }, sends: ["first 10:32"] },
  { name: "owners", waiting: { now: 2, first: 2 }, sends: ["now 2:10", "first 2:8"] },
  { name: "small", waiting: { wheel: 1, now: 1 }, sends: ["now 1:6", "wheel 1:6"] },
  { name: "walks", waiting: { wheel: 2 }, sends: ["wheel 1:10", "wheel 1:10"] },
  { name: "scrubs", waiting: { wheel: 1, now: 1 }, sends: ["now 1:10", "wheel 1:10"] },
] as const)(
  "the cost limit of a message of $name with $waiting follows from why its feeds are polled",
  async ({ name, waiting, sends }) => {
    const feeds = await classWith(name, waiting);
    expect(await feeds.sends(60)).toEqual(sends);
    const exact = sends.reduce((sum, message) => sum + Number(message.split(":")[1]), 0);
    expect(await feeds.sends(exact)).toEqual(sends);
    expect(feedsOf(await feeds.sends(exact - 1))).toBeLessThan(feedsOf(sends));
  },
);

describe("requested timelines and walks, which read on where they stopped,", () => {
  it("share everything that is left among them", async () => {
    const feeds = await classWith("timelines", { now: 3 });
    expect(await feeds.sends(40, 1)).toEqual(["now 1:13", "now 1:13", "now 1:13"]);
  });

  it("share what the wheel's feeds left", async () => {
    const feeds = await classWith("walks", { wheel: 1, now: 1 });
    expect(await feeds.sends(50)).toEqual(["wheel 1:10", "now 1:40"]);
  });

  it("are at most as many as can have a visit's worth each", async () => {
    const feeds = await classWith("timelines", { now: 6 });
    expect(await feeds.sends(15, 1)).toEqual(["now 1:5", "now 1:5", "now 1:5"]);
  });

  it("leave nothing to the wheel, not even the remainder", async () => {
    const feeds = await classWith("timelines", { wheel: 1, now: 5 });
    expect(await feeds.sends(24, 1)).toEqual(Array.from({ length: 5 }, () => "now 1:4"));
  });
});

describe("a budget that isn't enough for the next feeds", () => {
  it("is saved for a whole due pack, though a requested poll would cost less", async () => {
    const feeds = await classWith("rooms", { wheel: 5, now: 1 });
    expect(await feeds.sends(11, 3)).toEqual([]);
    expect(await feeds.sends(12, 3)).toEqual(["wheel 5:12"]);
  });

  it("is saved for a requested poll, though a due one would cost less", async () => {
    const feeds = await classWith("rooms", { wheel: 1, now: 6 });
    expect(await feeds.sends(27)).toEqual(["now 5:22"]);
    expect(await feeds.sends(28)).toEqual(["now 5:22", "now 1:6"]);
  });

  it("sends as many requested feeds as it pays for, and leaves the others", async () => {
    const feeds = await classWith("owners", { now: 5, first: 5 });
    expect(await feeds.sends(14)).toEqual(["now 3:14"]);
    expect(await feeds.sends(14, 1)).toEqual(["first 4:14"]);
  });

  it("leaves a wheel where it is, so that the next tick starts with the feed that wasn't sent", async () => {
    const feeds = await classWith("timelines", { wheel: 3 });
    const { wheel, grants } = await feeds.dispatch(11);
    expect(grants.flatMap(({ feedIds }) => feedIds)).toHaveLength(2);
    expect(wheel).toMatchObject({ tick: 0, credit: 1, after: grants[1]?.feedIds[0] });
    expect(await feeds.dispatch(3)).toMatchObject({ grants: [], wheel: { tick: 0, credit: 1 }, room: 0 });
  });
});

test("a requested feed goes at once and is to be set aside, and a due one waits for its part of the tick", async () => {
  const feeds = await classWith("rooms", { wheel: 1, now: 1 });
  const { grants } = await feeds.dispatch(100);
  const [requested, due] = grants;
  expect(requested).toMatchObject({ feedClass: "rooms", spread: false });
  expect(requested?.requested.map(({ feedId }) => feedId)).toEqual(requested?.feedIds);
  expect(due).toMatchObject({ feedClass: "rooms", spread: true, requested: [] });
  const timelines = await classWith("timelines", { wheel: 1, now: 1 });
  const [first, second] = (await timelines.dispatch(100, 1)).grants;
  expect(first).toMatchObject({ feedClass: "timelines", spread: false, requested: [{ feedId: first?.feedIds[0] }] });
  expect(second).toBeUndefined();
});

test("a wheel that comes twice to the same feeds in one tick sends them in two messages", async () => {
  const feeds = await classWith("rooms", { wheel: 2 });
  const twoRounds = 2 * 2 ** levelOfClass.rooms;
  const { grants } = await feeds.dispatch(100, 0, twoRounds);
  expect(grants).toHaveLength(2);
  expect(grants[0]?.feedIds).toHaveLength(2);
  expect(grants[1]?.feedIds).toEqual(grants[0]?.feedIds);
});

test("the owners' wheel has the room that the budget would have paid for, and counts what was sent if it was short", async () => {
  const few = await classWith("owners", { wheel: 3 });
  expect((await few.dispatch(24)).room).toBe(20);
  const many = await classWith("owners", { wheel: 40 });
  expect((await many.dispatch(30)).room).toBe(20);
  expect((await many.dispatch(3)).room).toBe(0);
});

describe("what a class reads", () => {
  it("follows from its budget, not from the number of requested polls", async () => {
    const feeds = await classWith("owners", { now: 200 });
    let read = 0;
    before(feeds.table, "getAll", (keys) => void (read += keys.length));
    expect(await feeds.sends(14)).toEqual(["now 3:14"]);
    // Three, and one that shows that there are more, from each of the queue's four partitions.
    expect(read).toBeLessThanOrEqual(16);
  });

  it.each(["rooms", "owners"] as const)("is nothing if %s can't pay for the wheel, whose turn it is", async (name) => {
    const feeds = await classWith(name, { now: 1 });
    const { grants, wheel } = await feeds.dispatch(3, 3);
    expect(grants).toEqual([]);
    expect(wheel.tick).toBe(0);
    expect(feeds.queried).toEqual([]);
  });

  it("includes the queue of first visits only for owners, because the others have none and would pay for four queries", async () => {
    const ofFirst = async (name: "rooms" | "small" | "scrubs" | "timelines" | "walks" | "owners") => {
      const feeds = await classWith(name, {});
      for (const turns of [0, 1, 2, 3]) await feeds.dispatch(100, turns);
      return feeds.queried.filter((partition) => partition.includes("#first#")).length;
    };
    for (const name of ["rooms", "small", "scrubs", "timelines", "walks"] as const) expect(await ofFirst(name)).toBe(0);
    expect(await ofFirst("owners")).toBe(4 * 4);
  });
});

test("no class sends more than its budget, or a feed twice, whichever class waits or has its turn", async () => {
  const names = ["timelines", "rooms", "owners", "small", "walks", "scrubs"] as const;
  const few = fc.integer({ min: 0, max: 15 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.record({ wheel: few, now: few, first: few }),
      fc.integer({ min: 0, max: 80 }),
      fc.integer({ min: 0, max: 7 }),
      async (name, waiting, available, turns) => {
        const feeds = await classWith(name, waiting);
        const { grants } = await feeds.dispatch(available, turns);
        const sent = grants.flatMap(({ feedIds }) => feedIds);
        expect(costOfAll(grants)).toBeLessThanOrEqual(available);
        expect(new Set(sent).size).toBe(sent.length);
        for (const { feedIds } of grants) expect(feedIds.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 200 },
  );
});

describe("a requested feed whose visits ran out of requests", () => {
  it.each([
    ["owners", 0, 6],
    ["owners", 1, 10],
    ["owners", 3, 34],
    ["owners", 6, 258],
    ["owners", 8, 258],
    ["rooms", 2, 18],
    ["rooms", 4, 66],
    ["rooms", 8, 66],
  ] as const)(
    "of %s gets twice as many as before with each of these visits, %i of them, so %i",
    async (name, visits, requests) => {
      const feeds = await classWith(name, { shortVisits: [visits] });
      expect(await feeds.sends(1_000)).toEqual([`now 1:${requests}`]);
    },
  );

  it.each(["small", "scrubs"] as const)("of %s gets its usual share", async (name) => {
    const usual = await classWith(name, { now: 1 });
    const short = await classWith(name, { shortVisits: [8] });
    expect(await short.sends(1_000)).toEqual(await usual.sends(1_000));
  });

  it("gets at most half of what its class has left", async () => {
    const feeds = await classWith("owners", { shortVisits: [8], wheel: 12 });
    expect(await feeds.sends(60)).toEqual(["now 1:33", "wheel 10:14", "wheel 2:5"]);
  });

  it("shares its message's requests with feeds that need only the usual ones", async () => {
    const feeds = await classWith("owners", { shortVisits: [0, 2, 1] });
    expect(await feeds.sends(1_000)).toEqual(["now 3:30"]);
  });

  it("leaves nothing to a message behind the one that takes all of it", async () => {
    const feeds = await classWith("rooms", { shortVisits: Array.from({ length: 6 }, () => 8) });
    expect(await feeds.sends(100)).toEqual(["now 5:58", "now 1:6"]);
  });
});
