import { expect, test } from "vitest";
import { gone } from "../support/answers.ts";
import { acme, brief, other, ownerOf, ownersWorld, types } from "../support/owners-fixture.ts";

const acmeKey = "Company a";

test("a first pass publishes an owner's documents, except a baseline owner's from before the connection", async () => {
  const { fixture } = ownersWorld();
  fixture.source.addFolder("f", acme);
  fixture.source.add("d1", acme, { created: "2025-01-01T00:00:00Z" });
  fixture.source.add("d2", acme);
  fixture.baseline.add("a");
  const events = await fixture.see();
  expect(brief(events)).toEqual([
    { type: "folder.created", id: "f", owner: acmeKey },
    { type: "document.created", id: "d1", owner: acmeKey },
    { type: "document.created", id: "d2", owner: acmeKey },
  ]);
  expect(events.map(({ baseline }) => baseline)).toEqual([true, true, undefined]);
  expect((await fixture.stands()).drained).toBe(true);
  expect(fixture.source.requests).toHaveLength(3);
});

test("a document that changed between the connection and its owner's first pass is published as updated, like records", async () => {
  const { fixture, source, clock } = ownersWorld();
  clock.advance(3_600_000);
  const created = "2025-01-01T00:00:00Z";
  source.add("renamed", acme, { created, modified: source.at() });
  source.add("untouched", acme, { created, modified: "2025-02-01T00:00:00Z" });
  source.add("uploaded", acme);
  fixture.baseline.add("a");
  const events = await fixture.see();
  expect(
    events.map(({ type, subject, baseline, changesUnknown }) => [subject.id, type, baseline, changesUnknown]),
  ).toEqual([
    ["renamed", "document.updated", undefined, true],
    ["untouched", "document.created", true, undefined],
    ["uploaded", "document.created", undefined, undefined],
  ]);
  expect(events[0]).toMatchObject({ timestamp: "2026-01-05T09:00:00Z", timestampFrom: "source" });
  expect(fixture.document("renamed")).not.toHaveProperty("baseline");
  expect(await fixture.see()).toEqual([]);
});

test("a folder with a change time after the connection isn't baseline in its owner's first pass", async () => {
  const { fixture, source, clock } = ownersWorld();
  clock.advance(3_600_000);
  const created = "2025-01-01T00:00:00Z";
  source.addFolder("renamed", acme, { created, modified: source.at() });
  source.addFolder("untouched", acme, { created });
  source.addFolder("untimed", acme);
  source.addFolder("new", acme, { created: source.at() });
  fixture.baseline.add("a");
  const events = await fixture.see();
  expect(
    events.map(({ type, subject, baseline, changesUnknown }) => [subject.id, type, baseline, changesUnknown]),
  ).toEqual([
    ["renamed", "folder.created", undefined, true],
    ["untouched", "folder.created", true, undefined],
    ["untimed", "folder.created", true, undefined],
    ["new", "folder.created", undefined, undefined],
  ]);
});

test("an idle visit reads only the journal and writes nothing; after the period, an unchanged page isn't compared", async () => {
  const { fixture } = await ownerOf("d1");
  const before = await fixture.stands();
  fixture.source.requests.length = 0;
  await fixture.see();
  expect(fixture.source.requests.map(({ path }) => path)).toEqual(["/document/changes"]);
  expect(await fixture.stands()).toEqual(before);
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  expect(await fixture.see()).toEqual([]);
  expect(await fixture.checkpoint()).toMatchObject({ snapshot: { period: 2 * fixture.timings.snapshotPeriod } });
});

test("hazard 42: a journal entry makes the owner dirty, and everything saved with a rename is published", async () => {
  const { fixture, source } = ownersWorld();
  source.addFolder("f", acme);
  const document = source.add("d1", acme);
  await fixture.see();
  Object.assign(document, { name: "new.txt", modified: source.at(), size: 11, description: "text" });
  document.placements = [{ owner: acme, folderId: "f" }];
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_NAME", documentId: "d1" });
  const events = await fixture.see();
  expect(types(events)).toEqual([
    "document.moved",
    "document.renamed",
    "document.content_replaced",
    "document.described",
  ]);
  expect(events.map(({ subject }) => subject.part)).toEqual([1, 2, 3, 4]);
  expect(new Set(events.map(({ subject }) => subject.seq)).size).toBe(1);
  expect(events[0]?.changes).toEqual([{ field: "folderId", to: "f" }]);
  expect(events[1]).toMatchObject({
    detectedBy: "journal",
    changes: [{ field: "name", from: "d1.txt", to: "new.txt" }],
  });
  expect(await fixture.see()).toEqual([]);
});

test("hazard 43: documents outside folders record nothing; the timeline finds the upload, the snapshot the deletion", async () => {
  const { fixture, source, timings } = ownersWorld();
  source.add("d0", acme, { placements: [] });
  await fixture.see();
  source.add("d1", acme, { placements: [] });
  expect(await fixture.see()).toEqual([]);
  fixture.clock.advance(timings.documentTimelinePeriod);
  const found = await fixture.see();
  expect(found).toMatchObject([{ type: "document.created", subject: { id: "d1" }, detectedBy: "timeline" }]);
  source.lose("d1");
  fixture.clock.advance(timings.snapshotPeriod);
  expect(await fixture.see()).toEqual([]);
  const removed = await fixture.confirm();
  expect(brief(removed)).toEqual([
    { type: "document.removed", id: "d1", owner: acmeKey, reason: "not_found_or_no_access" },
  ]);
  expect(removed[0]?.data).toMatchObject({ name: "d1.txt" });
});

test("hazard 44: the snapshot finds unrecorded descriptions and MIME types; the journal finds equal content of equal size", async () => {
  const { fixture, source } = ownersWorld();
  const document = source.add("d1", acme, { created: "2026-01-04T08:00:00Z" });
  await fixture.see();
  Object.assign(document, { description: "now described", mimeType: "text/plain" });
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  expect(types(await fixture.see())).toEqual(["document.content_replaced", "document.described"]);
  fixture.clock.advance(5_000);
  const changed = source.at();
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", documentId: "d1", size: 10 });
  const replaced = await fixture.see();
  expect(brief(replaced)).toEqual([{ type: "document.content_replaced", id: "d1", owner: acmeKey }]);
  expect(replaced[0]).toMatchObject({ detectedBy: "journal", timestamp: changed, timestampFrom: "source" });
  // The same replacement is recorded once per placement.
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", documentId: "d1", changed });
  expect(await fixture.see()).toEqual([]);
});

test("hazard 56: an upload that replaces is a replacement of the same document, and equal names are different documents", async () => {
  const { fixture, source } = ownersWorld();
  const document = source.add("d1", acme, { name: "same.txt" });
  source.add("d2", acme, { name: "same.txt" });
  expect(types(await fixture.see())).toEqual(["document.created", "document.created"]);
  document.size = 99;
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", documentId: "d1", size: 99 });
  expect(brief(await fixture.see())).toEqual([
    {
      type: "document.content_replaced",
      id: "d1",
      owner: acmeKey,
      changes: [{ field: "size", from: 10, to: 99 }],
    },
  ]);
});

test("hazards 45 and 46: folders are distinguished by id, and a rename moves no path below it", async () => {
  const { fixture, source } = ownersWorld();
  const folder = source.addFolder("f1", acme, { name: "Same" });
  const sibling = source.addFolder("f2", acme, { name: "Same" });
  source.addFolder("f3", acme, { name: "Below", parentId: "f1" });
  source.add("d1", acme, { placements: [{ owner: acme, folderId: "f3" }] });
  await fixture.see();
  folder.name = "Other";
  sibling.parentId = "f1";
  source.record(acme, { operation: "FOLDER_UPDATE", changedField: "FOLDER_NAME", folderPath: ["Other"] });
  expect(brief(await fixture.see())).toEqual([
    { type: "folder.renamed", id: "f1", owner: acmeKey, changes: [{ field: "name", from: "Same", to: "Other" }] },
    { type: "folder.moved", id: "f2", owner: acmeKey, changes: [{ field: "parentId", to: "f1" }] },
  ]);
  source.folders.delete("f2");
  source.record(acme, { operation: "FOLDER_DELETE", previousFolderPath: ["Other", "Same"] });
  expect(brief(await fixture.see())).toEqual([{ type: "folder.removed", id: "f2", owner: acmeKey, reason: "journal" }]);
});

test("a folder that vanishes without a journal entry is removed when two lists lack it", async () => {
  const { fixture } = ownersWorld();
  fixture.source.addFolder("f1", acme);
  await fixture.see();
  fixture.source.folders.delete("f1");
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  expect(await fixture.see()).toEqual([]);
  expect(types(await fixture.confirm())).toEqual(["folder.removed"]);
  fixture.source.addFolder("f1", acme);
  fixture.clock.advance(fixture.timings.snapshotPeriod);
  expect(types(await fixture.see())).toEqual(["folder.restored"]);
});

test.each([true, false])(
  "hazard 48: a relocation is published once, with both owners, and marks the losing owner dirty (responses show placements: %s)",
  async (shows) => {
    const { fixture, source } = ownersWorld();
    source.shows = shows;
    const document = source.add("d1", acme);
    await fixture.see();
    await fixture.see(other);
    Object.assign(document, { owner: other, placements: [{ owner: other, folderId: null }] });
    source.record(other, { operation: "DOCUMENT_INSERT", documentId: "d1" });
    expect(brief(await fixture.see(other))).toEqual([
      {
        type: "document.relocated",
        id: "d1",
        owner: "Person b",
        changes: [{ field: "owner", from: acme, to: other }],
      },
    ]);
    expect(fixture.dirty).toContainEqual(acme);
    expect(await fixture.see()).toEqual([]);
    expect(await fixture.see(other)).toEqual([]);
    expect(fixture.document("d1")).toMatchObject({ owner: other, placements: { "Person#b": [""] } });
    expect(fixture.placements(acme)).toEqual([]);
  },
);

test.each([true, false])(
  "hazard 49: a placement is gained and lost under another owner, and the document stays (responses show placements: %s)",
  async (shows) => {
    const { fixture, source } = ownersWorld();
    source.shows = shows;
    const document = source.add("d1", acme);
    await fixture.see();
    await fixture.see(other);
    document.placements.push({ owner: other, folderId: "f" });
    source.record(other, { operation: "DOCUMENT_INSERT", documentId: "d1" });
    expect(brief(await fixture.see(other))).toMatchObject([
      { type: "document.placement_added", id: "d1", owner: "Person b", changes: [{ field: "folderId", to: "f" }] },
    ]);
    document.placements.pop();
    source.record(other, { operation: "DOCUMENT_DELETE", documentId: "d1" });
    // Without access to its primary owner the document itself looks gone.
    source.answer("/document/d1", gone);
    expect(brief(await fixture.see(other))).toMatchObject([
      { type: "document.placement_removed", id: "d1", owner: "Person b", changes: [{ field: "folderId", from: "f" }] },
    ]);
    expect(await fixture.see()).toEqual([]);
    expect(fixture.document("d1").state).toBe("live");
  },
);

test("hazard 54: unknown operations and fields make the owner dirty, like known ones", async () => {
  const { fixture, source } = ownersWorld();
  const document = source.add("d1", acme);
  await fixture.see();
  document.description = "new";
  source.record(acme, { operation: "DOCUMENT_SIGNED", changedField: "SIGNATURE" });
  expect(types(await fixture.see())).toEqual(["document.described"]);
  expect(fixture.events.filter(({ type }) => type === "document_change.recorded")).toHaveLength(1);
});

test("a pass of many pages continues over visits of few requests, and concludes only once it is complete", async () => {
  const { fixture, source } = ownersWorld();
  source.pageSize = 2;
  for (let count = 0; count < 9; count += 1) source.add(`d${count}`, acme);
  for (let visit = 0; visit < 12; visit += 1) await fixture.see(acme, 4);
  expect(types(fixture.events)).toEqual(Array.from({ length: 9 }, () => "document.created"));
  source.lose("d7", acme);
  for (let visit = 0; visit < 40; visit += 1) await fixture.see(acme, 4);
  expect(types(fixture.events).filter((type) => type === "document.removed")).toHaveLength(1);
  expect(fixture.events.filter(({ type }) => type.startsWith("document.placement"))).toEqual([]);
});
