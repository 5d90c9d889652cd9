import { expect, test } from "vitest";
import { hasChangeLog, type MirrorItem, mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { putOf, writeItem } from "../../../shared/mirror/write-item.ts";
import { incompressible } from "../../support/incompressible.ts";
import { mirrorWith } from "./mirror-fixture.ts";

async function aPerson() {
  const world = mirrorWith();
  await world.see("person", [{ id: "p1", lastName: "Berg", modified: "2026-01-05T08:00:00Z" }]);
  const known = world.item("p1");
  const stood = () => mirrorItem.parse(world.mirror.items.find(({ sk }) => sk === "p1"));
  return { ...world, known, stood };
}

const raised = (item: MirrorItem): MirrorItem => ({ ...item, seq: item.seq + 1, asOf: item.asOf + 1 });

test("the second of two writes over one read of an item is refused", async () => {
  const { mirror, known, stood } = await aPerson();
  expect(await writeItem(mirror, known, raised(known))).toBe("written");
  expect(await writeItem(mirror, known, { ...raised(known), created: "2026-01-01T00:00:00Z" })).toBe("conflict");
  expect(stood().created).toBe(known.created);
});

test("a touch, which keeps seq, refuses writes based on the item before", async () => {
  const { mirror, known } = await aPerson();
  expect(await writeItem(mirror, known, { ...known, asOf: known.asOf + 1 })).toBe("written");
  expect(await writeItem(mirror, known, raised(known))).toBe("conflict");
});

test("a second first sight of an item is refused", async () => {
  const { mirror, known } = await aPerson();
  expect(await writeItem(mirror, undefined, known)).toBe("conflict");
});

test.each(["document", "folder"] as const)(
  "each write of a %s is counted, and refuses writes based on the one before",
  async (resource) => {
    const { mirror, known, stood } = await aPerson();
    const first = { ...known, resource };
    // As the last release wrote it, without a count.
    expect(putOf(first, first)).toMatchObject({ item: { rev: 1 }, when: [{ attribute: "rev", is: "absent" }] });
    expect(await writeItem(mirror, first, first)).toBe("written");
    expect(await writeItem(mirror, first, first)).toBe("conflict");
    expect(await writeItem(mirror, stood(), first)).toBe("written");
    expect(stood().rev).toBe(2);
  },
);

test("writes of a record aren't counted, because seq and time distinguish them", async () => {
  const { known } = await aPerson();
  expect(putOf(known, known)).toMatchObject({ item: expect.not.objectContaining({ rev: expect.anything() }) });
});

test("an item that no table can hold isn't written, and says so", async () => {
  const { mirror, known } = await aPerson();
  const placements = { ["Company#c1"]: [incompressible(400_000)] };
  const before = mirror.items.length;
  expect(await writeItem(mirror, known, { ...raised(known), placements })).toBe("too_large");
  expect(mirror.items).toHaveLength(before);
});

test("the log decides what becomes an event, under its former name too", () => {
  const item = { pk: "p", sk: "s" };
  expect(hasChangeLog({ ...item, changeLog: [] })).toBe(true);
  expect(hasChangeLog({ ...item, told: [] })).toBe(true);
  expect(hasChangeLog(item)).toBe(false);
});

test("a change at the same moment refuses writes based on the item before", async () => {
  const { mirror, known } = await aPerson();
  expect(await writeItem(mirror, known, { ...known, seq: known.seq + 1 })).toBe("written");
  expect(await writeItem(mirror, known, raised(known))).toBe("conflict");
});
