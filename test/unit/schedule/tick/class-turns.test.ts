import { describe, expect, it } from "vitest";
import { classWith } from "../class-with.ts";

describe("with a budget for one message, turn after turn", () => {
  it.each(["timelines", "walks"] as const)("%s take one from the wheel and a requested one in turn", async (name) => {
    const feeds = await classWith(name, { wheel: 1, now: 1 });
    const [wheel, requested] = ["wheel", "now"];
    expect(await feeds.placesByTurn(name === "timelines" ? 4 : 10)).toEqual(
      [0, 1, 2, 3].flatMap(() => [wheel, requested]),
    );
  });

  it.each([
    { name: "rooms", pays: 6 },
    { name: "small", pays: 6 },
    { name: "scrubs", pays: 10 },
  ] as const)("$name poll requested feeds, and every fourth time a due one", async ({ name, pays }) => {
    const feeds = await classWith(name, { wheel: 1, now: 1 });
    const fourTurns = ["now", "now", "now", "wheel"];
    expect(await feeds.placesByTurn(pays)).toEqual([...fourTurns, ...fourTurns]);
  });

  it("owners poll requested feeds every second time, and otherwise a first visit or a due one", async () => {
    const feeds = await classWith("owners", { wheel: 1, now: 1, first: 1 });
    const fourTurns = ["now", "first", "now", "wheel"];
    expect(await feeds.placesByTurn(6)).toEqual([...fourTurns, ...fourTurns]);
  });

  it.each([
    { name: "owners", waiting: { wheel: 1, first: 1 }, fourTurns: ["first", "first", "first", "wheel"] },
    { name: "owners", waiting: { wheel: 1, now: 1 }, fourTurns: ["now", "now", "now", "wheel"] },
    { name: "owners", waiting: { now: 1, first: 1 }, fourTurns: ["now", "first", "now", "now"] },
    { name: "owners", waiting: { first: 1 }, fourTurns: ["first", "first", "first", "first"] },
    { name: "rooms", waiting: { now: 1 }, fourTurns: ["now", "now", "now", "now"] },
    { name: "rooms", waiting: { wheel: 1 }, fourTurns: ["wheel", "wheel", "wheel", "wheel"] },
  ] as const)(
    "an unused turn goes to the next in order, if $waiting of $name wait",
    async ({ name, waiting, fourTurns }) => {
      const feeds = await classWith(name, waiting);
      expect(await feeds.placesByTurn(6)).toEqual([...fourTurns, ...fourTurns]);
    },
  );

  it("a turn has passed once something was sent, and not before", async () => {
    const idle = await classWith("rooms", {});
    expect((await idle.dispatch(100, 5)).wheel.turns).toBe(5);
    const busy = await classWith("rooms", { now: 1 });
    expect((await busy.dispatch(5, 5)).wheel.turns).toBe(5);
    expect((await busy.dispatch(6, 5)).wheel.turns).toBe(6);
  });
});

describe("feeds whose last visit failed", () => {
  it("cost as much as on their wheel, because they may have nothing new", async () => {
    const owners = await classWith("owners", { now: 10, failed: true });
    expect(await owners.sends(40)).toEqual(["now 10:14"]);
    const timelines = await classWith("timelines", { now: 2, failed: true });
    expect(await timelines.sends(100)).toEqual(["now 1:4", "now 1:4"]);
  });
});

describe("requested polls that are too many for a tick", () => {
  it.each(["owners", "small", "timelines"] as const)("of %s are all granted in turn", async (name) => {
    const feeds = await classWith(name, { now: 12 });
    const granted: string[] = [];
    let after: string | undefined;
    // None of them leaves the queue, as if each is requested again at once.
    for (let tick = 0; tick < 12; tick += 1) {
      const { grants, requestedAfter } = await feeds.dispatch(14, 0, 0, after);
      granted.push(...grants.flatMap(({ feedIds }) => feedIds));
      after = requestedAfter;
    }
    expect(new Set(granted).size).toBe(12);
  });

  it("start from the beginning once all were granted", async () => {
    const feeds = await classWith("owners", { now: 3 });
    expect((await feeds.dispatch(100)).requestedAfter).toBeUndefined();
  });
});
