import { expect, test } from "vitest";
import { type FeedReader, type PassEnd, stepTo } from "../../../../shared/polling/feed-reader.ts";
import { FakeRecords } from "../support/fake-timeline.ts";
import { PollingFixture } from "../support/polling-fixture.ts";

const source = new FakeRecords(0);

/** Asks so many questions, one a step, as long as there is a request for each. */
const asking = (questions: number, end: PassEnd = { outcome: "done" }): FeedReader => ({
  async *read(visit) {
    for (let page = 1; page <= questions; page += 1) {
      if ((await visit.source.page({ path: "/company" })).outcome === "exhausted") return { outcome: "yielded" };
      yield stepTo({ checkpoint: { page } });
    }
    return end;
  },
});

test.each(["owner", "room"] as const)(
  "visits of a feed of kind %s that run out of requests are counted, until one ends otherwise",
  async (kind) => {
    const fixture = new PollingFixture(kind, {}, { type: "Company", id: "a" });
    const shortVisits = async () => (await fixture.stands()).shortVisits;
    const ends: readonly PassEnd[] = [
      { outcome: "done" },
      // News came meanwhile: it goes on at once, and lacked nothing.
      { outcome: "yielded" },
      { outcome: "waiting", until: 0 },
    ];
    for (const end of ends) {
      for (const count of [1, 2]) {
        await fixture.visit(asking(3), source, 2);
        expect(await shortVisits()).toBe(count);
      }
      await fixture.visit(asking(3, end), source, 3);
      expect(await shortVisits()).toBeUndefined();
    }
    await fixture.store.resume(fixture.feed.feedId);
    for (let visit = 1; visit <= 10; visit += 1) await fixture.visit(asking(3), source, 2);
    expect(await shortVisits()).toBe(8);
  },
);

test("a failed visit says nothing about the requests it needs, unless it had none left for a retry", async () => {
  const fixture = new PollingFixture("owner", {}, { type: "Company", id: "a" });
  const shortVisits = async () => (await fixture.stands()).shortVisits;
  const failed = { outcome: "failed", reason: "unavailable_500" } as const;
  await fixture.visit(asking(3, failed), source, 3);
  expect(await shortVisits()).toBeUndefined();
  const failing: FakeRecords = Object.assign(new FakeRecords(0), {
    page: () => Promise.resolve({ outcome: "unavailable", status: 500, retryAfterMs: undefined, cutShort: true }),
  });
  for (const count of [1, 2, 2]) {
    await fixture.store.resume(fixture.feed.feedId);
    await fixture.visit(asking(1, failed), failing, 3);
    expect(await shortVisits()).toBe(count);
    expect(await fixture.stands()).toMatchObject({ failures: 0, status: "backing_off" });
  }
});

test("a feed whose class shares what is left isn't counted, because it gets everything", async () => {
  const fixture = new PollingFixture("project-timeline");
  await fixture.visit(asking(3), source, 2);
  expect(await fixture.stands()).toMatchObject({ checkpoint: { page: 2 } });
  expect(await fixture.stands()).not.toHaveProperty("shortVisits");
});
