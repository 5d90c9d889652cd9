import { expect, test } from "vitest";
import type { SourceAnswer } from "../../../../shared/source/source.ts";
import { unavailable } from "../support/answers.ts";
import { hour, walkWorld } from "../support/walk-world.ts";

type Totals = { readonly false?: number; readonly true?: number; readonly all?: number };

/** A walk of a source with these totals of inactive rows, active rows, and rows without a filter. */
function withTotals(totals: Totals) {
  const world = walkWorld();
  const { source } = world;
  const moment = { beganAt: 0, asOf: 0 };
  source.intercept = ({ path, query }) => {
    if (path !== "/company") return undefined;
    const totalItems =
      totals[query?.["isActive"] === undefined ? "all" : query["isActive"] === "true" ? "true" : "false"];
    const value = { items: [], nextCursor: undefined, totalItems };
    return { outcome: "ok", value, moment } as never;
  };
  const filters = (of: string) =>
    source.requests.flatMap(({ path, query }) => (path === of ? [query?.["isActive"]] : []));
  return { ...world, filters };
}

test("hazard 28: if lists show active rows only, active and inactive ones are walked, and later walks don't ask again", async () => {
  const { source, poll, pollAfter, filters } = withTotals({ false: 2, true: 5, all: 5 });
  // One request per visit.
  for (let visit = 0; visit < 3; visit += 1) expect(await poll(1)).toEqual({ outcome: "yielded" });
  await poll();
  expect(source.requests.slice(0, 3)).toEqual([
    { path: "/company", query: { isActive: "false", limit: "1" } },
    { path: "/company", query: { isActive: "true", limit: "1" } },
    { path: "/company", query: { limit: "1" } },
  ]);
  expect(new Set(filters("/company/cursor"))).toEqual(new Set(["true", "false"]));
  await pollAfter(24 * hour);
  expect(filters("/company")).toHaveLength(3);
});

test.each<[Totals, boolean | undefined, number]>([
  [{ false: 2, true: 5, all: 7 }, false, 3],
  [{ false: 2, true: 5, all: 5 }, true, 3],
  [{ false: 2, true: 5, all: 8 }, undefined, 3],
  [{ false: 0 }, undefined, 1],
  [{}, undefined, 1],
  [{ false: 2 }, undefined, 2],
])("of the totals %j, a walk concludes %s", async (totals, hidesInactive, requests) => {
  const { fixture, poll, filters } = withTotals(totals);
  await poll();
  expect(await fixture.checkpoint()).toMatchObject({
    generation: 1,
    phase: { name: "idle" },
    completedRows: expect.any(Number),
  });
  expect(await fixture.checkpoint()).toEqual(
    hidesInactive === undefined
      ? expect.not.objectContaining({ hidesInactive: expect.anything() })
      : expect.objectContaining({ hidesInactive }),
  );
  expect(filters("/company")).toHaveLength(requests);
});

test.each<[SourceAnswer<never>, unknown]>([
  [{ outcome: "badRequest" }, { outcome: "done" }],
  [unavailable(503), { outcome: "failed", reason: "unavailable_503" }],
])("a list that refuses the filter is walked without one, and a fault ends the visit: %o", async (answer, end) => {
  const { source, poll } = walkWorld();
  source.answer("/company", answer);
  expect(await poll()).toMatchObject(end as object);
});
