import { expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { acme, inBoth, other, ownerOf, ownersWorld, published, types } from "../support/owners-fixture.ts";

const room: Owner = { type: "Room", id: "r" };

/** A document of acme's that the other owner shows, both owners read once. */
async function shared() {
  const { fixture, source } = ownersWorld();
  const placements = inBoth();
  const document = source.add("d1", acme, { placements });
  await fixture.see();
  await fixture.see(other);
  return { fixture, source, document };
}

test("a change in one owner's journal hints the others that hold the document, and no further", async () => {
  const { fixture, source, document } = await shared();
  document.name = "new.txt";
  for (const owner of [acme, other])
    source.record(owner, { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", documentId: "d1" });
  await fixture.see();
  expect(fixture.hinted).toEqual(["Person b: document"]);
  await fixture.see(other);
  expect(fixture.hinted, "what the hint led to isn't passed on").toHaveLength(1);
  await fixture.see();
  expect(fixture.hinted, "and an idle visit hints nobody").toHaveLength(1);
});

test("a move, an owner's first pass and a folder's change hint no owner", async () => {
  const { fixture, source } = await shared();
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FOLDER", documentId: "d1" });
  source.record(acme, { operation: "FOLDER_UPDATE", changedField: "FOLDER_NAME" });
  await fixture.see();
  const third: Owner = { type: "Project", id: "p" };
  source.record(third, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  await fixture.see(third);
  expect(fixture.hinted).toEqual([]);
});

test("an unknown document that a room names makes its own owner dirty; in the first pass the source isn't asked", async () => {
  const { fixture, source } = await ownerOf();
  source.record(room, { operation: "DOCUMENT_INSERT", documentId: "d0" });
  await fixture.see(room);
  expect(source.requests.filter(({ path }) => path.startsWith("/document/d"))).toEqual([]);
  source.add("d1", acme, { placements: [] });
  source.record(room, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  await fixture.see(room);
  expect(fixture.dirty).toEqual([acme]);
  expect(published(await fixture.see())).toEqual(["document.created d1"]);
});

test("a room that vanishes makes the owners of all its documents look for losses", async () => {
  const { fixture, source } = await ownerOf("d0", "d1");
  source.record(room, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  await fixture.see(room);
  fixture.dirty.length = 0;
  source.gone.add("Room r");
  source.lose("d1");
  expect(types(await fixture.see(room))).toEqual(["room.unreachable"]);
  expect(fixture.dirty).toEqual([acme]);
  await fixture.see();
  expect(published(await fixture.confirm())).toEqual(["document.removed d1"]);
  fixture.clock.advance(2 * 15 * 60_000);
  await fixture.see(room);
  expect(fixture.dirty, "once, not at every try").toEqual([acme]);
});

test("a document timeline continues where the last one ended", async () => {
  const { fixture, source, clock, timings } = ownersWorld();
  const document = source.add("d1", acme);
  await fixture.see();
  const sinceOfNext = async () => {
    clock.advance(timings.documentTimelinePeriod);
    source.documents.set("d1", { ...document, modified: source.at() });
    clock.advance(60_000);
    source.requests.length = 0;
    await fixture.see();
    return source.requests.find(({ path }) => path === "/document/timeline")?.query?.["since"] ?? "";
  };
  const [first, second, third] = [await sinceOfNext(), await sinceOfNext(), await sinceOfNext()];
  expect([first, second, third].toSorted()).toEqual([first, second, third]);
  expect(new Set([first, second, third]).size).toBe(3);
});
