import { expect, test } from "vitest";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { acme, OwnersFixture, ownerOf, ownersWorld, types } from "../support/owners-fixture.ts";

const room: Owner = { type: "Room", id: "r" };
const day = 24 * 3_600_000;

test("hazard 51: an unreadable room is reported once as unreachable, and again only after it was reachable", async () => {
  const fixture = new OwnersFixture();
  const { source, events } = fixture;
  const reachability = async (gone: boolean) => {
    if (gone) source.gone.add("Room r");
    else source.gone.delete("Room r");
    fixture.clock.advance(day + 1);
    await fixture.see(room);
    return events.map(({ type }) => type);
  };
  await reachability(false);
  expect(await reachability(true)).toEqual(["room.unreachable"]);
  expect(await reachability(true)).toEqual(["room.unreachable"]);
  expect(events[0]).toMatchObject({ subject: { type: "room", id: "r" }, data: { cause: "unknown" } });
  await reachability(false);
  expect(await reachability(true)).toEqual(["room.unreachable", "room.unreachable"]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
});

test("hazard 52: a room's record of a document ends nothing; the document's own list decides", async () => {
  const { fixture, source } = ownersWorld();
  const document = source.add("d1", acme);
  await fixture.see();
  document.description = "changed";
  source.record(room, { operation: "DOCUMENT_DELETE", documentId: "d1" });
  source.record(room, { operation: "DOCUMENT_DELETE", documentId: "unknown" });
  source.intercept = ({ path }) => (path.startsWith("/document/d") ? { outcome: "forbidden" } : undefined);
  expect(await fixture.see(room)).toEqual([]);
  expect(fixture.document("d1").state).toBe("live");
  expect(fixture.dirty).toEqual([acme]);
  source.answerAsUsual();
  expect(types(await fixture.see())).toEqual(["document.described"]);
});

test("hazard 53: a room is read only for its changes, whatever it returns", async () => {
  const { fixture, source } = ownersWorld();
  source.record(room, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  await fixture.see(room);
  source.gone.add("Room r");
  await fixture.see(room);
  expect(new Set(source.requests.map(({ path }) => path))).toEqual(new Set(["/document/changes"]));
});

test("a room that vanishes still names its documents after their entries have lost their bodies", async () => {
  const { fixture, source } = await ownerOf("d1");
  source.record(room, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  await fixture.see(room);
  fixture.clock.advance(100 * day);
  await fixture.see(room);
  const [entry] = fixture.mirror.items.filter(({ pk }) => pk.includes("#document_change#Room#"));
  expect(entry).toMatchObject({ documentId: "d1" });
  expect(entry).not.toHaveProperty("full");
  fixture.dirty.splice(0);
  source.gone.add("Room r");
  fixture.clock.advance(day);
  await fixture.see(room);
  expect(fixture.dirty).toEqual([acme]);
});
