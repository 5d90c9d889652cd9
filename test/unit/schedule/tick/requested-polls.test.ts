import { describe, expect, it } from "vitest";
import { classWith } from "../class-with.ts";

describe("feeds whose last visit failed", () => {
  it("cost as much as on their wheel, because they may have nothing new", async () => {
    const owners = await classWith("owners", { now: 10, failed: true });
    expect(await owners.sends(40)).toEqual([["now", 10, 14]]);
    const timelines = await classWith("timelines", { now: 2, failed: true });
    expect(await timelines.sends(100)).toEqual([
      ["now", 1, 4],
      ["now", 1, 4],
    ]);
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
