import { expect, test } from "vitest";
import { type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import { comparePage } from "../../../../shared/polling/owners/observe-documents.ts";
import type { SnapshotPass } from "../../../../shared/polling/owners/owner-checkpoint.ts";
import { facts, later, ownerPassWorld, pageOf, pass, row } from "../support/owner-pass-world.ts";
import { acme } from "../support/owners-fixture.ts";

/** What a pass is after a page that shows `items` and whose rows the mirror answered with `outcome`. */
async function compared(
  outcome: Partial<ObserveOutcome>,
  before: Partial<SnapshotPass> = {},
  items: readonly unknown[] = [row("a")],
) {
  const { parts, visit, kept } = ownerPassWorld();
  const documents = { timeline: {}, snapshot: { ...later, digests: ["none", "x"], pass: { ...pass, ...before } } };
  const read: object[] = [];
  const page = await comparePage(parts, visit, acme, documents, pageOf(items), async (one) => {
    read.push(one);
    return { outcome: "observed", changed: 0, ...outcome } as ObserveOutcome;
  });
  return { page, kept, read, pass: page.outcome === "incomplete" ? undefined : page.documents.snapshot.pass };
}

test.each([
  [{ changed: 1 }, {}, { changed: true, open: false }],
  [{}, { changed: true }, { changed: true, open: false }],
  [{}, {}, { changed: false, open: false }],
  [{ open: true }, {}, { changed: false, open: true }],
  [{}, { open: true }, { changed: false, open: true }],
])("a page that is %o in a pass that is %o makes it %o", async (outcome, before, expected) => {
  const { pass: after } = await compared(outcome, before);
  expect(after).toMatchObject(expected);
  expect(after).not.toHaveProperty("leftOut");
});

test("a page with something open or left out is read again, and left-out documents with notes keep them", async () => {
  const digest = (await compared({})).pass?.digests[0];
  expect(digest).toMatch(/^[\w-]{22}$/);
  expect((await compared({ open: true })).pass?.digests).toEqual([""]);
  const notes = { a: {}, b: {} };
  const { pass: after } = await compared({ leftOut: ["a", "c"] }, { notes, leftOut: ["b"], digests: ["none"] });
  expect(after).toMatchObject({ digests: ["none", ""], leftOut: ["b", "a"] });
  expect((await compared({ leftOut: ["c"] }, { notes })).pass).not.toHaveProperty("leftOut");
});

test("a page that is as it was is skipped, unless the owner is dirty", async () => {
  const skipped = await compared({}, {}, []);
  expect([skipped.read, skipped.pass?.digests]).toEqual([[], ["none"]]);
  expect((await compared({}, { dirty: true }, [])).read).toHaveLength(1);
  expect((await compared({}, { digests: ["none"] }, [])).read).toHaveLength(1);
});

test("rows without a readable id are quarantined and counted, those of the folder list for that list alone", async () => {
  const items = [row("a"), { name: "b" }, "c"];
  const cases: [Partial<SnapshotPass>, number][] = [
    [{}, 0],
    [{ digests: ["none"] }, 2],
    [{ digests: ["none"], unidentified: 3 }, 5],
    [{ unidentified: 3 }, 3],
    [{ unreadable: true }, 1_000_000_000],
  ];
  for (const [before, unidentified] of cases) {
    const { pass: after, kept, read, page } = await compared({}, before, items);
    expect(after).toMatchObject({ unidentified, unreadable: unidentified > 0 });
    expect(kept.map(([, , rows]) => rows)).toEqual([[{ name: "b" }], ["c"]]);
    expect(read).toMatchObject([{ rows: [{ id: "a" }], ids: ["a"], unidentified: 2, read: facts }]);
    expect(page).toMatchObject({ ids: ["a"] });
  }
});
