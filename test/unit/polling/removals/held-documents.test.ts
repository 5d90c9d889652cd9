import { expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { ownersWorld, published } from "../support/owners-fixture.ts";

const owners = Array.from({ length: 30 }, (_, at): Owner => ({ type: "Company", id: `c${at}` }));
const heldFrom = 20;
const lost = owners.map(({ id }) => `lost-${id}`);

/** Each of thirty owners has lost one of its two documents, and no journal recorded it: the last ten are held. */
async function lostWorld() {
  const { fixture, source, timings, clock } = ownersWorld();
  const add = (owner: Owner) => source.add(`lost-${owner.id}`, owner);
  for (const owner of owners) {
    source.add(`kept-${owner.id}`, owner);
    add(owner);
  }
  const all = async (which: readonly Owner[] = owners): Promise<string[]> => {
    const reported: string[] = [];
    for (const owner of which) reported.push(...published(await fixture.see(owner)));
    return reported;
  };
  /** Each owner's next pass is due, whatever it waits for. */
  const later = async (which?: readonly Owner[]) => {
    clock.advance(timings.snapshotPeriod);
    return all(which);
  };
  await all();
  for (const id of lost) source.lose(id);
  await later();
  const reported = await later();
  const removed = (ids: readonly string[]) => ids.map((id) => `document.removed ${id}`);
  expect(reported).toEqual(removed(lost.slice(0, heldFrom)));
  const holds = () => fixture.operator.list("acme");
  expect(await holds()).toMatchObject([{ source: "document" }]);
  return { fixture, all, later, holds, removed, add, held: lost.slice(heldFrom), heldOwners: owners.slice(heldFrom) };
}

test("an approval applies to every owner's documents, and the hold ends with the last of them", async () => {
  const { fixture, all, holds, removed, held, heldOwners } = await lostWorld();
  expect(await fixture.operator.decide("acme", "document", "approved")).toBe("decided");
  // The decision makes each of these owners read again at once.
  expect(await all(heldOwners.slice(0, 4))).toEqual(removed(held.slice(0, 4)));
  expect(await holds()).toMatchObject([{ decision: "approved" }]);
  expect(await all(heldOwners.slice(4))).toEqual(removed(held.slice(4)));
  expect(await holds()).toEqual([]);
});

test("a dismissed document isn't removed, whichever owner lacks it, and is live as before", async () => {
  const { fixture, all, later, holds, held, heldOwners, add } = await lostWorld();
  await fixture.operator.decide("acme", "document", "dismissed");
  expect(await all(heldOwners)).toEqual([]);
  expect(await holds()).toEqual([]);
  for (const id of held) expect(fixture.document(id)).not.toHaveProperty("missingAt");
  for (const owner of heldOwners) add(owner);
  expect(await later()).toEqual([]);
  expect(await later()).toEqual([]);
});

test("documents that stay missing after a dismissal are counted from zero", async () => {
  const { fixture, all, later, heldOwners, holds } = await lostWorld();
  await fixture.operator.decide("acme", "document", "dismissed");
  expect(await all(heldOwners)).toEqual([]);
  expect(await later()).toEqual([]);
  expect((await later()).length, "ten are no mass loss").toBe(10);
  expect(await holds()).toEqual([]);
});

test("later losses aren't part of a decision", async () => {
  const { fixture, all, later, holds, removed, held, heldOwners } = await lostWorld();
  await fixture.operator.decide("acme", "document", "approved");
  const [first, ...others] = heldOwners;
  fixture.source.lose(`kept-${first!.id}`);
  expect(await all([first!])).toEqual(removed(held.slice(0, 1)));
  expect(await later([first!]), "it waits until the decision is carried out").toEqual([]);
  expect(await all(others)).toEqual(removed(held.slice(1)));
  expect(await holds()).toEqual([]);
  expect(await later([first!])).toEqual(removed([`kept-${first!.id}`]));
});

test("a later pass that agrees releases what both missed, and nothing lost in between", async () => {
  const { fixture, later, holds, removed, held, heldOwners, add } = await lostWorld();
  const [back, between, ...others] = heldOwners;
  add(back!);
  fixture.clock.advance(fixture.timings.heldReview);
  fixture.source.lose(`kept-${between!.id}`);
  expect(await later([back!])).toEqual([]);
  expect(await later([between!]), "both passes missed this one").toEqual(removed(held.slice(1, 2)));
  expect(await fixture.confirm(between), "this one was missed a minute ago").toEqual([]);
  expect(await later(others)).toEqual(removed(held.slice(2)));
  expect(await holds(), "one owner's document waits still").toHaveLength(1);
  fixture.clock.advance(fixture.timings.heldReview);
  expect(await later([between!])).toEqual(removed([`kept-${between!.id}`]));
  expect(await holds()).toEqual([]);
});

test("a hold ends without a decision when everything it held is back", async () => {
  const { later, holds, heldOwners, add } = await lostWorld();
  for (const owner of heldOwners) add(owner);
  expect(await later()).toEqual([]);
  expect(await holds()).toEqual([]);
});
