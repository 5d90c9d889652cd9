import { expect, test } from "vitest";
import { EngineUnavailableError } from "../../../../shared/kernel/errors.ts";
import { down, gone } from "../support/answers.ts";
import { acme, brief, inBoth, other, ownerOf, ownersWorld, types } from "../support/owners-fixture.ts";

const acmeKey = "Company a";
const inFolderAndShared = [
  { owner: acme, folderId: "f" },
  { owner: other, folderId: null },
];

test("hazard 47: a deletion marks every other owner with a placement dirty, and is published once", async () => {
  const { fixture, source } = ownersWorld();
  source.add("d0", acme);
  source.add("d1", acme, { placements: inBoth() });
  await fixture.see();
  await fixture.see(other);
  expect(fixture.placements(other)).toEqual(["d1#"]);
  source.lose("d1", acme);
  expect(await fixture.see()).toEqual([]);
  expect(brief(await fixture.confirm())).toEqual([
    { type: "document.removed", id: "d1", owner: acmeKey, reason: "journal" },
  ]);
  expect(fixture.dirty).toEqual([other]);
  expect(await fixture.see(other)).toEqual([]);
  expect(fixture.placements(other)).toEqual([]);
  expect(fixture.weighed).toEqual([]);
});

test("a document that never responds doesn't delay others' removals, and is read again", async () => {
  const { fixture, source } = await ownerOf("d0", "d1", "d2");
  source.answer("/document/d0", down);
  for (const id of ["d0", "d1"]) source.lose(id, acme);
  expect(await fixture.see()).toEqual([]);
  expect(brief(await fixture.confirm())).toMatchObject([{ type: "document.removed", id: "d1" }]);
  expect(await fixture.stands()).toMatchObject({ failures: 0 });
  source.answerAsUsual();
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  expect(await fixture.see()).toEqual([]);
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  expect(brief(await fixture.see())).toMatchObject([{ type: "document.removed", id: "d0" }]);
});

test("hazard 34: a vanished owner's documents are confirmed one by one and published as removed, reason cascade", async () => {
  const { fixture, source } = ownersWorld();
  source.addFolder("f", acme);
  source.add("d1", acme);
  source.add("d2", acme);
  const shortcut = source.add("d3", other);
  shortcut.placements.push({ owner: acme, folderId: null });
  await fixture.see(other);
  await fixture.see();
  source.gone.add(acmeKey);
  source.lose("d1");
  source.lose("d2");
  expect(types(await fixture.see())).toEqual(["document.placement_removed"]);
  expect(brief(await fixture.confirm())).toEqual([
    { type: "document.removed", id: "d1", owner: acmeKey, reason: "cascade" },
    { type: "document.removed", id: "d2", owner: acmeKey, reason: "cascade" },
    { type: "folder.removed", id: "f", owner: acmeKey, reason: "cascade" },
  ]);
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "owner_gone" });
  expect(fixture.document("d3").state).toBe("live");
  expect(fixture.wanted).toEqual([]);
});

test("hazard 27: an owner's documents aren't removed before its own removal, for which one walk is requested", async () => {
  const { fixture, source } = ownersWorld();
  source.addFolder("f", acme);
  source.add("d1", acme);
  await fixture.see();
  // As when access to all owners is lost at once.
  fixture.unreported.add("a");
  source.gone.add(acmeKey);
  source.lose("d1");
  expect(await fixture.see()).toEqual([]);
  expect(fixture.wanted).toEqual(["company"]);
  fixture.clock.advance(24 * 3_600_000);
  expect(await fixture.see()).toEqual([]);
  expect(fixture.wanted).toHaveLength(1);
  fixture.unreported.delete("a");
  fixture.clock.advance(24 * 3_600_000);
  expect(await fixture.see()).toEqual([]);
  expect(brief(await fixture.confirm())).toMatchObject([
    { type: "document.removed", id: "d1", reason: "cascade" },
    { type: "folder.removed", id: "f", reason: "cascade" },
  ]);
});

test("an owner that returns has its documents published as restored, though its lists are unchanged", async () => {
  const { fixture, source } = ownersWorld();
  source.addFolder("f", acme);
  const document = source.add("d1", acme);
  await fixture.see();
  source.gone.add(acmeKey);
  source.lose("d1");
  await fixture.see();
  await fixture.confirm();
  expect(await fixture.stands()).toMatchObject({ status: "parked", failures: 1 });
  source.gone.delete(acmeKey);
  source.documents.set("d1", document);
  expect(await fixture.see(), "too early").toEqual([]);
  fixture.clock.advance(15 * 60_000);
  expect(types(await fixture.see())).toEqual(["folder.restored", "document.restored"]);
  expect(await fixture.stands()).toMatchObject({ status: "active", failures: 0 });
});

test("an owner that is missing at its first visit is read normally once it exists", async () => {
  const { fixture, source } = ownersWorld();
  source.gone.add(acmeKey);
  await fixture.see();
  expect(await fixture.stands()).toMatchObject({ status: "parked", lastError: "owner_gone" });
  source.gone.delete(acmeKey);
  source.add("d1", acme);
  fixture.clock.advance(15 * 60_000);
  expect(types(await fixture.see())).toEqual(["document.created"]);
});

test("no removal is concluded without a responding witness, nor from one absence", async () => {
  const { fixture, source } = await ownerOf("d0", "d1");
  source.lose("d1", acme);
  source.answer(/^\/(document\/d|company\/)/, gone);
  for (let round = 0; round < 3; round += 1) expect(await fixture.confirm()).toEqual([]);
  source.answerAsUsual();
  source.add("d1", acme);
  expect(await fixture.confirm()).toEqual([]);
  expect(fixture.document("d1")).toMatchObject({ state: "live" });
  expect(fixture.document("d1")).not.toHaveProperty("missingAt");
});

test("a removed document that is listed again is restored, and published with its new state", async () => {
  const { fixture, source } = ownersWorld();
  source.add("d0", acme);
  const document = source.add("d1", acme);
  await fixture.see();
  source.lose("d1", acme);
  await fixture.see();
  await fixture.confirm();
  source.documents.set("d1", document);
  source.record(acme, { operation: "DOCUMENT_INSERT", documentId: "d1" });
  const events = await fixture.see();
  expect(brief(events)).toEqual([{ type: "document.restored", id: "d1", owner: acmeKey }]);
  expect(events[0]?.data).toMatchObject({ name: "d1.txt" });
});

test.each([true, false])(
  "a document that another owner's list showed first, and that is deleted before its own owner's is read, is removed (recorded elsewhere: %s)",
  async (recorded) => {
    const { fixture, source } = ownersWorld();
    source.add("d0", acme);
    source.add("d1", acme, { placements: inFolderAndShared });
    expect(brief(await fixture.see(other))).toEqual([{ type: "document.created", id: "d1", owner: acmeKey }]);
    source.lose("d1");
    if (recorded) {
      source.record(other, { operation: "DOCUMENT_DELETE", documentId: "d1" });
      // Only its own owner's list decides whether the document stays.
      expect(await fixture.see(other)).toEqual([]);
      expect(fixture.dirty).toEqual([acme]);
    }
    expect(brief(await fixture.see())).toEqual([{ type: "document.created", id: "d0", owner: acmeKey }]);
    expect(brief(await fixture.confirm())).toEqual([
      { type: "document.removed", id: "d1", owner: acmeKey, reason: "not_found_or_no_access" },
    ]);
    expect(fixture.placements(acme)).toEqual(["d0#"]);
  },
);

test("a document that another owner's list showed first isn't news or read by id when its own owner's list shows it", async () => {
  const { fixture, source } = ownersWorld();
  source.add("d1", acme, { placements: inFolderAndShared });
  await fixture.see(other);
  expect(fixture.document("d1").placements).toEqual({ "Person#b": [""] });
  expect(fixture.placements(acme)).toEqual(["d1#"]);
  source.requests.length = 0;
  expect(await fixture.see()).toEqual([]);
  expect(source.requests.filter(({ path }) => path === "/document/d1")).toEqual([]);
  expect(fixture.document("d1").placements).toEqual({ "Company#a": ["f"], "Person#b": [""] });
  expect(fixture.placements(acme)).toEqual(["d1#f"]);
});

test("an owner that keeps losing documents has due removals published, though there are more suspects than requests", async () => {
  const { fixture, source } = ownersWorld();
  const ids = Array.from({ length: 30 }, (_, n) => `d${String(n)}`);
  for (const id of ids) source.add(id, acme);
  await fixture.see();
  for (const id of ids.slice(0, 2)) source.lose(id, acme);
  await fixture.see();
  fixture.clock.advance(fixture.timings.confirmGap);
  for (const id of ids.slice(2)) source.lose(id, acme);
  // One each for the journal, the folders, the list, and for both documents and their witnesses.
  expect(brief(await fixture.see(acme, 7))).toMatchObject([
    { type: "document.removed", id: "d0" },
    { type: "document.removed", id: "d1" },
  ]);
});

test("hazard 27: suspects are read although due removals are held", async () => {
  const { fixture, source, clock, timings } = await ownerOf("d0", "d1");
  const nextPass = () => {
    clock.advance(timings.snapshotPeriod);
    return fixture.see();
  };
  source.lose("d0");
  await nextPass();
  fixture.verdict = { verdict: "held", since: clock.now() + timings.snapshotPeriod };
  source.lose("d1");
  expect(await nextPass()).toEqual([]);
  expect(fixture.weighed).toEqual(["d0"]);
  expect(fixture.document("d1")).toHaveProperty("missingAt");
});

test("a removal that couldn't be stored is stored by a later visit", async () => {
  const { fixture, source, mirror, clock, timings } = await ownerOf("d0", "d1");
  source.lose("d1", acme);
  await fixture.see();
  const put = mirror.put.bind(mirror);
  let isRefused = false;
  mirror.put = async (puts) => {
    if (isRefused || puts.every(({ item }) => item["state"] !== "deleted")) return put(puts);
    isRefused = true;
    throw new EngineUnavailableError("throttled");
  };
  await fixture.confirm().catch(() => undefined);
  expect(isRefused).toBe(true);
  for (let visit = 0; visit < 3; visit += 1) {
    clock.advance(timings.snapshotPeriod);
    await fixture.see().catch(() => undefined);
  }
  expect(types(fixture.events)).toContain("document.removed");
});
