import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { rereadDocument } from "../../../../shared/mirror/documents/classify-document.ts";
import type { MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { storedBodyOf } from "../../../../shared/mirror/records/bodies.ts";
import { context, documentItem, listed, now } from "./document-parts.ts";

const row = { ...listed, folderId: "f1" };
const document = (full: JsonObject | undefined, rest: Partial<MirrorItem> = {}) =>
  documentItem({ lean: storedBodyOf("document", row), full: storedBodyOf("document", full), ...rest });

const reread = (item: MirrorItem, body: JsonObject) =>
  rereadDocument(item, { body, moment: { beganAt: now, asOf: now } }, context);

test("a field that no list shows is published as found by the scrub, and the document's placement doesn't change", () => {
  const before = { ...row, tags: ["x"], isLocked: false };
  const after = { ...row, tags: ["x"], isLocked: true, folderId: "f9", placements: [] };
  expect(reread(document(before), after)).toMatchObject({
    classification: "changed",
    item: {
      seq: 1_005,
      placements: { "Company#a": ["f1"] },
      changeLog: [
        {
          detectedBy: "scrub",
          facts: [{ type: "document.updated", changes: [{ field: "isLocked", from: false, to: true }] }],
        },
      ],
    },
  });
  expect(reread(document(before), { ...before, folderId: "f9" })).toBeUndefined();
});

test("the first read by id only adds fields; those that a list shows too are compared", () => {
  expect(reread(document(undefined), { ...row, tags: ["x"] })).toMatchObject({
    classification: "touched",
    item: { seq: 1_004, full: { body: { tags: ["x"] } } },
  });
  expect(reread(document(undefined), { ...row, name: "B", tags: ["x"] })).toMatchObject({
    item: { changeLog: [{ facts: [{ type: "document.renamed", changes: [{ field: "name", from: "A", to: "B" }] }] }] },
  });
});

test("new content counts as published, so that the journal doesn't publish it again", () => {
  const judged = reread(document({ ...row, size: 1 }), { ...row, size: 2 });
  expect(judged?.item.contentAt).toBe(now + 1_000);
  expect(judged?.item.changeLog[0]?.facts[0]?.type).toBe("document.content_replaced");
});

test("a document that is being settled, or was written meanwhile, is left to others", () => {
  const changed = { ...row, name: "B" };
  expect(reread(document(row, { missingAt: 1 }), changed)).toBeUndefined();
  expect(reread(document(row, { state: "deleted" }), changed)).toBeUndefined();
  expect(reread(document(row, { asOf: now - 1_000 }), changed)).toBeUndefined();
});

test("a read by id that began as soon as it may is accepted, with its moment", () => {
  const stands = document(row, { asOf: now - 2_000 });
  expect(reread(stands, { ...row, name: "B" })?.item.asOf).toBe(now);
});

test("a document's placement is no change while only its list was read, nor if it wasn't stored", () => {
  expect(reread(document(undefined), { ...row, folderId: "f9", placements: [] })?.classification).toBe("touched");
  const unread = document(undefined, { lean: undefined });
  expect(reread(unread, row)).toMatchObject({ classification: "touched", item: { full: { body: row } } });
});

test("new content counts as published beside other changes too, and no other change counts as new content", () => {
  const sized = document({ ...row, size: 1 });
  const both = reread(sized, { ...row, name: "B", size: 2 });
  expect(both?.item.changeLog[0]?.facts.map(({ type }) => type)).toEqual([
    "document.renamed",
    "document.content_replaced",
  ]);
  expect(both?.item.contentAt).toBe(now + 1_000);
  expect(reread(document(row, { contentAt: 7 }), { ...row, name: "B" })?.item.contentAt).toBe(7);
  expect(reread(document(row), { ...row, name: "B" })?.item.contentAt).toBeUndefined();
});

test("a change is dated by the document's change time only if that moved", () => {
  const modified = "2026-01-12T07:59:00Z";
  expect(reread(document(row), { ...row, name: "B", modified })?.item.changeLog[0]).toMatchObject({
    timestamp: modified,
  });
  expect(reread(document(row), { ...row, name: "B" })?.item.changeLog[0]).not.toHaveProperty("timestamp");
});
