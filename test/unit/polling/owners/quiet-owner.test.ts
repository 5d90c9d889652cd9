import { expect, test } from "vitest";
import { acme, ownersWorld } from "../support/owners-fixture.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** The requests for a quiet owner in four weeks after its first eight, with one visit per `period`. */
async function fourWeeks(documents: number, period: number): Promise<{ readonly [path: string]: number }> {
  const { fixture, source, clock } = ownersWorld();
  source.pageSize = 100;
  source.addFolder("f", acme);
  for (let index = 0; index < documents; index += 1) source.add(`d${index}`, acme);
  const visits = async (duration: number) => {
    const end = clock.now() + duration;
    while (clock.now() < end) {
      await fixture.poll(acme);
      clock.advance(period);
    }
  };
  await visits(56 * day);
  source.requests.length = 0;
  await visits(28 * day);
  const counts: { [path: string]: number } = {};
  for (const { path } of source.requests) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

const asked = (changes: number, timeline: number, folder: number, cursor: number) => ({
  "/document/changes": changes,
  "/document/timeline": timeline,
  "/document/folder": folder,
  "/document/cursor": cursor,
});

// docs/adr/0006 weighs a snapshot by these figures.
test.each([
  { pages: 1, period: 6 * hour, counts: asked(112, 20, 4, 4) },
  { pages: 1, period: 48 * hour, counts: asked(14, 11, 3, 3) },
  { pages: 3, period: 6 * hour, counts: asked(112, 20, 4, 12) },
])("a quiet owner of $pages pages of documents has them read once a week", async ({ pages, period, counts }) => {
  expect(await fourWeeks(pages * 100, period)).toEqual(counts);
});
