import { describe, expect, it, test } from "vitest";
import type { Json, JsonObject } from "../../../../shared/kernel/json.ts";
import { askAgainAt } from "../../../../shared/mirror/records/disagreement.ts";
import { mirrorWith } from "../mirror-fixture.ts";

const at = (minute: number): string => `2026-01-05T07:${minute}:00Z`;

/** What is published when a field that first contact found in a project's list row changes for the first time. */
async function firstDifference(was: Json, is: Json, modified: number): Promise<readonly object[]> {
  const { see, source, events } = mirrorWith();
  const row = (projectYear: Json, minute: number): JsonObject => ({
    ...{ id: "p1", name: "A", created: at(10), modified: at(minute), projectYear },
  });
  await see("project", [row(was, 10)], { draining: true });
  source.records.set("/project/p1", { ...row(is, modified), isChargable: "true" });
  await see("project", [row(is, modified)]);
  return events.slice(1).map(({ changes }) => ({ changes }));
}

describe("the first difference in a field that the contract leaves untyped", () => {
  it.each<[was: Json, is: Json]>([
    [2026, 2027],
    ["2026", 2027],
    [2026, "2027"],
    [true, "false"],
    ["no year", 2027],
    [null, 2027],
    [2026, null],
    [[1], [1, 2]],
  ])("comes with the field, from %j to %j, whether or not the change time moved", async (was, is) => {
    const changes = [{ field: "projectYear", ...(was !== null && { from: was }), ...(is !== null && { to: is }) }];
    for (const modified of [10, 20]) expect(await firstDifference(was, is, modified)).toEqual([{ changes }]);
  });

  it("names no member that is null on one side and absent on the other", async () => {
    expect(await firstDifference({ a: null, c: 2 }, { b: 1, c: 2 }, 10)).toEqual([
      { changes: [{ field: "projectYear.b", to: 1 }] },
    ]);
    expect(await firstDifference({ a: null, c: 2 }, { c: 2 }, 10)).toEqual([]);
  });

  it("names a moment in another spelling, because the contract defines no moments in such a field", async () => {
    const [from, to] = ["2026-01-05T08:00:00+01:00", "2026-01-05T07:00:00Z"];
    expect(await firstDifference({ at: from }, { at: to }, 10)).toEqual([
      { changes: [{ field: "projectYear.at", from, to }] },
    ]);
  });
});

const minute = 60_000;
const day = 24 * 60 * minute;

test.each([
  { lag: 0, wait: minute },
  { lag: 5 * minute, wait: 5 * minute },
  { lag: 30 * day, wait: 7 * day },
])("a record whose read by id has lagged for $lag ms is read again after $wait ms", ({ lag, wait }) => {
  expect(askAgainAt({ fields: ["name"], since: 0, askedAt: lag })).toBe(lag + wait);
});
