import { expect, test, vi } from "vitest";
import { type Candidate, WalkNotes } from "../../../../shared/polling/walks/walk-notes.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { hour, walkWorld } from "../support/walk-world.ts";

const feedId = "acme#company-walk";

test("only pages of former walks are dropped, and no more than 1,000 at once", async () => {
  const table = new MemoryTable("feeds");
  const notes = new WalkNotes(table, new FakeClock());
  for (let page = 0; page < 600; page += 1) {
    await notes.notePage(feedId, 8, page, ["a"]);
    await notes.notePage(feedId, 9, page, ["b"]);
  }
  await notes.notePage(feedId, 10, 0, ["c"]);
  await notes.notePage("acme#person-walk", 3, 0, ["d"]);
  await notes.noteCandidate(feedId, 8, "e");
  await notes.forgetPagesBefore(feedId, 10);
  expect(table.items.length).toBe(203);
  await notes.forgetPagesBefore(feedId, 10);
  expect(table.items.map(({ pk, sk }) => `${pk} ${sk}`).toSorted()).toEqual([
    `${feedId} candidate#e`,
    `${feedId} walk#00000010#00000000`,
    "acme#person-walk walk#00000003#00000000",
  ]);
});

test("the first ids of a walk come from as many of its pages as needed", async () => {
  const table = new MemoryTable("feeds", { pageSize: 1 });
  const notes = new WalkNotes(table, new FakeClock());
  for (let page = 0; page < 4; page += 1) await notes.notePage(feedId, 1, page, [`${page}a`, `${page}b`]);
  const query = vi.spyOn(table, "query");
  expect(await notes.firstIds(feedId, 1, 3)).toEqual(["0a", "0b", "1a"]);
  expect(await notes.firstIds(feedId, 1, 4)).toHaveLength(4);
  expect(query).toHaveBeenCalledTimes(4);
  expect(await notes.firstIds(feedId, 1, 9)).toHaveLength(8);
});

test("a candidate noted twice by one walk keeps what is known of it, and belongs to that walk only", async () => {
  const notes = new WalkNotes(new MemoryTable("feeds"), new FakeClock());
  const candidates = async (generation: number) => {
    const found: Candidate[] = [];
    for await (const candidate of notes.candidates(feedId, generation)) found.push(candidate);
    return found;
  };
  await notes.noteCandidate(feedId, 8, "a");
  await notes.noteCandidate(feedId, 8, "b");
  await notes.noteCandidate(feedId, 9, "a");
  const [first] = await candidates(9);
  await notes.noteMissing(feedId, first!);
  await notes.noteCandidate(feedId, 9, "a");
  expect(await candidates(9)).toEqual([{ id: "a", generation: 9, agreed: true, missing: true }]);
});

test("a walk leaves only its own pages", async () => {
  const { fixture, poll } = walkWorld();
  for (let day = 0; day < 3; day += 1) {
    await poll();
    fixture.clock.advance(24 * hour);
  }
  const pages = fixture.table.items.filter(({ sk }) => sk.startsWith("walk#"));
  expect(new Set(pages.map(({ sk }) => sk.split("#")[1]))).toEqual(new Set(["00000003"]));
});
