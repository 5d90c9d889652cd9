import { describe, expect, it } from "vitest";
import { ActivityStatuses } from "../../../../shared/polling/observe/activity-statuses.ts";
import { mirrorWith } from "../../mirror/mirror-fixture.ts";

function statuses() {
  const { feeds, source } = mirrorWith();
  return { feeds, source, statuses: new ActivityStatuses(feeds) };
}

describe("activity statuses (hazard 30)", () => {
  it("are closed where an inactive activity has them, open where only active ones do, and then remembered", async () => {
    const { statuses: known, source, feeds } = statuses();
    source.inactive.set("done", 1);
    source.active.set("done", 1).set("new", 2);
    const learned = {
      outcome: "known",
      statuses: new Map([
        ["done", "closed"],
        ["new", "open"],
      ]),
    };
    expect(await known.learn("acme", ["done", "new"], source)).toEqual(learned);
    const asked = source.asked.length;
    expect(await known.learn("acme", ["done", "new"], source)).toEqual(learned);
    expect(source.asked).toHaveLength(asked);
    expect(await known.learn("other", ["new"], source)).toMatchObject({ outcome: "known" });
    expect(source.asked.length).toBeGreaterThan(asked);
    expect(feeds.items).toContainEqual({ pk: "acme#statuses", sk: "done", closedness: "closed" });
  });

  it("are unknown where no activity has them any more or the filter is refused, and asked again next time", async () => {
    const { statuses: known, source, feeds } = statuses();
    const unknown = { outcome: "known", statuses: new Map([["gone", "unknown"]]) };
    expect(await known.learn("acme", ["gone"], source)).toEqual(unknown);
    source.answer = { outcome: "badRequest" };
    expect(await known.learn("acme", ["gone"], source)).toEqual(unknown);
    expect(feeds.items).toEqual([]);
  });

  it("leave the question open where the source doesn't answer: the page is read again", async () => {
    const { statuses: known, source } = statuses();
    source.answer = { outcome: "exhausted" };
    expect(await known.learn("acme", ["new"], source)).toEqual({ outcome: "incomplete", reason: "exhausted" });
  });
});
