import { expect, test } from "vitest";
import { ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";
import { gone } from "../support/answers.ts";
import { acme, ownerOf, published } from "../support/owners-fixture.ts";

const day = 86_400_000;

/** An owner whose list shows `d2` before a read by id finds it. */
async function lagging() {
  const { fixture, source } = await ownerOf("d1");
  const finds = { d2: false };
  source.intercept = ({ path }) => (path === "/document/d2" && !finds.d2 ? gone : undefined);
  source.add("d2", acme);
  fixture.clock.advance(day);
  await fixture.see();
  const reported: string[] = [];
  const see = async (after: number, rounds: number) => {
    for (let round = 0; round < rounds; round += 1) {
      fixture.clock.advance(after);
      reported.push(...published(await fixture.see()));
    }
  };
  const asked = () => source.requests.filter(({ path }) => path === "/document/d2").length;
  return { fixture, finds, reported, see, asked };
}

test("a document in its list is published as soon as a read by id finds it, though its list doesn't change", async () => {
  const { finds, reported, see } = await lagging();
  await see(60_000, 2);
  finds.d2 = true;
  await see(60_000, 10);
  expect(reported).toEqual(["document.created d2"]);
});

test("it is also published after days, and if its owner becomes dirty between reads", async () => {
  const { fixture, finds, reported, see } = await lagging();
  await see(day, 3);
  await fixture.store.markDirty([ownerFeed("acme", acme).feedId]);
  await see(1_000, 1);
  finds.d2 = true;
  await see(day, 3);
  expect(reported).toEqual(["document.created d2"]);
});

test("a document that is never found is read once a day in the end, however often its owner's list is read", async () => {
  const { fixture, reported, see, asked } = await lagging();
  await see(day, 15);
  const before = asked();
  for (let minute = 0; minute < 60; minute += 1) {
    await fixture.store.markDirty([ownerFeed("acme", acme).feedId]);
    await see(60_000, 1);
  }
  expect(asked() - before).toBeLessThanOrEqual(1);
  await see(day, 3);
  expect(asked() - before).toBeGreaterThanOrEqual(2);
  expect(reported).toEqual([]);
});
