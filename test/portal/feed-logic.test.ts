import { describe, expect, it } from "vitest";
import { type BudgetRead, budgetPace, withBudgetRead } from "../../infra/portal/app/logic/budget-pace.ts";
import { className, shownState } from "../../infra/portal/app/logic/feed-words.ts";
import { feedClass } from "../../shared/schedule/feeds/feed.ts";

describe("the pace of a request budget", () => {
  const read = (seconds: number, granted: number, used = granted, givenBack = 0): BudgetRead => ({
    at: seconds * 1_000,
    total: { granted, used, givenBack },
  });
  const after = (...reads: BudgetRead[]) => reads.reduce<readonly BudgetRead[]>(withBudgetRead, []);

  it("is unknown until two reads are a tick apart", () => {
    expect(budgetPace([])).toBeUndefined();
    expect(budgetPace(after(read(0, 100), read(10, 150)))).toBeUndefined();
  });

  it("is the count of new requests over the last five minutes", () => {
    expect(budgetPace(after(read(0, 100, 90, 5), read(10, 150, 140, 5), read(20, 200, 180, 15)))).toEqual({
      ...{ seconds: 20, granted: 5, used: 4.5, givenBack: 0.5 },
    });
    expect(budgetPace(after(read(0, 0), read(100, 1_000), read(400, 1_300)))).toMatchObject({
      seconds: 300,
      granted: 1,
    });
  });

  it("starts over when the totals do", () => {
    expect(after(read(0, 100), read(30, 200), read(60, 3))).toEqual([read(60, 3)]);
  });
});

it("a feed of an unread instance shows the instance's state", () => {
  expect(["active", "connecting", undefined].map((instance) => shownState("backing_off", instance))).toEqual([
    ...["backing_off", "backing_off", "backing_off"],
  ]);
  expect(["paused", "parked"].map((instance) => shownState("active", instance))).toEqual(["paused", "parked"]);
  expect([shownState("parked", "active"), shownState("parked", "paused")]).toEqual(["given_up", "paused"]);
});

it("a feed class is named by what it reads, and an unknown class by its name", () => {
  expect(feedClass.options.map(className).every((name) => /^[A-Z][a-z]/.test(name))).toBe(true);
  expect(className("of-a-later-version")).toBe("of-a-later-version");
});
