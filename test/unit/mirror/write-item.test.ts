import { expect, test } from "vitest";
import { type MirrorItem, mirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { writeItem } from "../../../shared/mirror/write-item.ts";
import { mirrorWith } from "./mirror-fixture.ts";

async function aPerson() {
  const world = mirrorWith();
  await world.see("person", [{ id: "p1", lastName: "Berg", modified: "2026-01-05T08:00:00Z" }]);
  const known = world.item("p1");
  const stood = () => mirrorItem.parse(world.mirror.items.find(({ sk }) => sk === "p1"));
  return { ...world, known, stood };
}

const raised = (item: MirrorItem): MirrorItem => ({ ...item, seq: item.seq + 1, asOf: item.asOf + 1 });

test("of two writes over one read of an item the second is refused", async () => {
  const { mirror, known, stood } = await aPerson();
  expect(await writeItem(mirror, known, raised(known))).toBe("written");
  expect(await writeItem(mirror, known, { ...raised(known), created: "2026-01-01T00:00:00Z" })).toBe("conflict");
  expect(stood().created).toBe(known.created);
});

test("a touch, which leaves seq as it is, refuses what was made of the item before", async () => {
  const { mirror, known } = await aPerson();
  expect(await writeItem(mirror, known, { ...known, asOf: known.asOf + 1 })).toBe("written");
  expect(await writeItem(mirror, known, raised(known))).toBe("conflict");
});

test("a second first sight of an item is refused", async () => {
  const { mirror, known } = await aPerson();
  expect(await writeItem(mirror, undefined, known)).toBe("conflict");
});
