import { expect, test } from "vitest";
import { definedJson } from "../../../../shared/kernel/defined-json.ts";
import type { Source } from "../../../../shared/source/source.ts";
import { before } from "../../../support/around.ts";
import { entry, journalWorld, many } from "../support/journal-world.ts";

/** An owner whose journal comes in pages of `largePage` entries. */
function setUp(largePage: number) {
  const limits = { idlePage: 1, largePage, fresh: 2, counted: 100, replayed: 100 };
  const world = journalWorld({ pageSize: 10, limits });
  const { poll, pollAfter, kept, position } = world;
  const die = async () => {
    await world.die();
    expect((await position()).pending).toBeDefined();
  };
  /** The first pages are old enough for the next passes to start after them. */
  const passAnchor = async () => {
    await poll();
    await pollAfter(3 * 60_000);
    expect((await position()).anchor).toBeGreaterThan(0);
  };
  /** What distinguishes the kept entries that are otherwise equal, in the order of their occurrences. */
  const spellings = () =>
    kept()
      .filter(({ body }) => body["documentId"] === "same")
      .toSorted((one, other) => one.occurrence - other.occurrence)
      .map(({ body }) => ["x", "y"].filter((name) => name in body).join());
  return { ...world, die, passAnchor, spellings };
}

const [same, sameX, sameY] = [entry("same"), entry("same", { x: null }), entry("same", { y: null })];

test("pending entries whose cursor is lost are read from the feed's start, however many entries precede them", async () => {
  const { journal, poll, die, keptIds, position, passAnchor } = setUp(2);
  journal.append(...many(0, 7));
  await passAnchor();
  journal.append(entry("d7"));
  await die();
  expect((await position()).pending?.cursor).not.toBe(null);
  journal.loseCursors();
  await poll();
  expect(keptIds()).toEqual(many(0, 8).map((one) => one["documentId"]));
  expect(await position()).not.toHaveProperty("pending");
});

test("pending entries that no longer come after their cursor are read from the feed's start", async () => {
  const { fixture, journal, sink, poll, die, position, spellings } = setUp(2);
  journal.append(entry("d0"), same, sameX, entry("d1"));
  await die();
  const found = await position();
  const checkpoint = definedJson({ journal: { ...found, pending: { ...found.pending, cursor: "0:2" } } });
  await fixture.table.update({ key: { pk: fixture.feed.feedId, sk: "feed" }, set: { checkpoint } });
  await poll();
  expect(spellings()).toEqual(["", "x"]);
  expect(sink.kept.size).toBe(4);
});

test("pending entries are read in large pages, and no further than the last of them", async () => {
  const { journal, sink, poll, die } = setUp(2);
  journal.append(...many(0, 2));
  await die();
  journal.append(...many(2, 7));
  const already = journal.requests;
  const requests: number[] = [];
  before(sink, "record", () => requests.push(journal.requests - already));
  await poll();
  expect(requests[0]).toBe(1);
  expect(sink.kept.size).toBe(7);
});

test("a visit that can read only some of the pending entries puts those and leaves the others pending", async () => {
  const { journal, poll, die, sink, position } = setUp(1);
  journal.append(...many(0, 3));
  await die();
  const { pending } = await position();
  expect(pending?.entries).toHaveLength(3);
  const recorded: number[] = [];
  before(sink, "record", (_instance, _owner, entries) => recorded.push(entries.length));
  expect(await poll(0)).toEqual({ outcome: "yielded" });
  expect(await position()).toMatchObject({ pending });
  expect(await poll(2)).toEqual({ outcome: "yielded" });
  expect((await position()).pending).toEqual({ ...pending, entries: pending?.entries.slice(2) });
  expect(await poll()).toMatchObject({ outcome: "done" });
  expect(recorded).toEqual([2, 1]);
});

test("a pending entry that the feed renders differently by now is recorded once, in its new form", async () => {
  const { journal, poll, die, kept, position } = setUp(2);
  journal.append(...many(0, 2));
  await die();
  journal.render((body) => (body["documentId"] === "d0" ? { ...body, changedBy: "Ann" } : body));
  await poll();
  expect(kept().map(({ body }) => [body["documentId"], body["changedBy"]])).toEqual([
    ["d1", undefined],
    ["d0", "Ann"],
  ]);
  expect(await position()).not.toHaveProperty("pending");
});

test.each([1, 3])(
  "equal entries that are recorded, pending and new have their own spellings, in pages of %i",
  async (size) => {
    const { journal, poll, die, spellings } = setUp(size);
    journal.append(same);
    await poll();
    journal.append(sameX);
    await die();
    journal.append(sameY);
    await poll();
    expect(spellings()).toEqual(["", "x", "y"]);
  },
);

test("an equal entry before the cursor of a pending one isn't mistaken for it", async () => {
  const { journal, poll, die, passAnchor, spellings } = setUp(3);
  journal.append(same, ...many(0, 3));
  await passAnchor();
  journal.append(sameX);
  await die();
  journal.append(sameY);
  await poll();
  expect(spellings()).toEqual(["", "x", "y"]);
});

test("a source that refuses every cursor fails each visit, and a pending entry on the first page is put", async () => {
  const { fixture, journal, sink, poll, die } = setUp(1);
  const refusing: Source = {
    page: async (request) =>
      request.query?.["cursor"] === undefined ? journal.page(request) : { outcome: "badRequest" },
    one: () => journal.one(),
  };
  journal.append(...many(0, 2));
  const failed = { outcome: "failed", reason: "lost_cursor" };
  expect(await poll(9, refusing)).toEqual(failed);
  expect(sink.kept.size).toBe(0);
  fixture.clock.advance(3_600_000);
  await die();
  expect(await poll(9, refusing)).toEqual(failed);
  expect(sink.kept.size).toBe(1);
});
