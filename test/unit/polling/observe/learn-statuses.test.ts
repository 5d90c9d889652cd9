import { describe, expect, it } from "vitest";
import { learnStatuses } from "../../../../shared/polling/observe/learn-statuses.ts";
import type { SourceAnswer, SourcePage, SourceRequest } from "../../../../shared/source/source.ts";
import { mirrorWith } from "../../mirror/mirror-fixture.ts";

function statuses() {
  const { feeds, source } = mirrorWith();
  const learn = (instance: string, ids: readonly string[]) => learnStatuses(feeds, instance, ids, source);
  return { feeds, source, learn };
}

describe("activity statuses (hazard 30)", () => {
  it("are closed if an inactive activity has them, open if only active ones do, and then remembered", async () => {
    const { learn, source, feeds } = statuses();
    source.inactive.set("done", 1);
    source.active.set("done", 1).set("new", 2);
    const learned = {
      outcome: "ok",
      statuses: new Map([
        ["done", "closed"],
        ["new", "open"],
      ]),
    };
    expect(await learn("acme", ["done", "new"])).toEqual(learned);
    const asked = source.asked.length;
    expect(await learn("acme", ["done", "new"])).toEqual(learned);
    expect(source.asked).toHaveLength(asked);
    expect(await learn("other", ["new"])).toMatchObject({ outcome: "ok" });
    expect(source.asked.length).toBeGreaterThan(asked);
    expect(feeds.items).toContainEqual({ pk: "acme#statuses", sk: "done", closedness: "closed" });
  });

  it("are unknown if no activity has them or the filter is refused, and looked up again next time", async () => {
    const { learn, source, feeds } = statuses();
    const unknown = { outcome: "ok", statuses: new Map([["gone", "unknown"]]) };
    expect(await learn("acme", ["gone"])).toEqual(unknown);
    source.answer = { outcome: "badRequest" };
    expect(await learn("acme", ["gone"])).toEqual(unknown);
    expect(feeds.items).toEqual([]);
  });

  const count = (totalItems: number | undefined): SourceAnswer<SourcePage> => {
    return { outcome: "ok", value: { items: [], nextCursor: undefined, totalItems }, moment: { beganAt: 0, asOf: 0 } };
  };
  const open = { outcome: "incomplete", reason: "exhausted" } as const;
  const unknown = { outcome: "ok", statuses: new Map([["s", "unknown"]]) };

  it.each<[string, inactive: SourceAnswer<SourcePage>, active: SourceAnswer<SourcePage>, object, asked: number]>([
    ["stay open where no request is left for inactive activities", { outcome: "exhausted" }, count(1), open, 1],
    ["stay open where no request is left for active ones", count(0), { outcome: "exhausted" }, open, 2],
    ["are unknown where inactive ones can't be asked for (400)", { outcome: "badRequest" }, count(1), unknown, 1],
    ["are unknown where inactive ones can't be asked for (422)", { outcome: "unprocessable" }, count(1), unknown, 1],
    ["are unknown where inactive ones aren't counted", count(undefined), count(1), unknown, 1],
    ["are unknown where active ones aren't counted", count(0), count(undefined), unknown, 2],
  ])("%s", async (_, inactive, active, expected, asked) => {
    const { feeds, source } = statuses();
    const page = async ({ query }: SourceRequest) => {
      source.asked.push({ path: "/activity", query: query! });
      return query!["isActive"] === "false" ? inactive : active;
    };
    expect(await learnStatuses(feeds, "acme", ["s"], { one: source.one.bind(source), page })).toEqual(expected);
    const queries = ["false", "true"].map((isActive) => ({ statusId: "s", isActive, limit: "1" }));
    expect(source.asked.map(({ query }) => query)).toEqual(queries.slice(0, asked));
  });
});
