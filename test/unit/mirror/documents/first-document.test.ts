import { expect, test } from "vitest";
import { classifyDocument, firstDocument } from "../../../../shared/mirror/documents/classify-document.ts";
import type { DocumentObservation } from "../../../../shared/mirror/documents/document-observation.ts";
import { projectionOf } from "../../../../shared/mirror/records/projections.ts";
import { acme, context, listed, now, observationOf, other } from "./document-parts.ts";

const later = "2026-01-12T07:00:01Z";
const moment = { beganAt: now - 500, asOf: now };
const first = (body: typeof listed, rest: Partial<DocumentObservation> = {}) =>
  firstDocument(observationOf(body, rest), context);

test("a document is live from its first sight on, with a first entry in its change log", () => {
  expect(first({ ...listed, folderId: "f", entityType: "Person", entityId: "b" })).toEqual({
    ...{ pk: expect.stringContaining("acme#document#"), sk: "d1", instance: "acme", resource: "document", id: "d1" },
    ...{ seq: 1_001, state: "live", rev: 1, asOf: now, observedAt: now, firstSeenAt: now },
    ...{ created: listed["created"], modified: undefined, contentAt: now - 10 },
    lean: projectionOf("document", { ...listed, folderId: "f", entityType: "Person", entityId: "b" }),
    full: undefined,
    changeLog: [
      {
        ...{ seq: 1_001, observedAt: now, timestamp: listed["created"], detectedBy: "snapshot" },
        facts: [{ type: "document.created", key: "", owner: other }],
      },
    ],
    owner: other,
    placements: { "Company#a": ["f"] },
  });
});

test("it can be baseline or updated only in the first pass of an owner that first contact found", () => {
  const updated = { ...listed, modified: later };
  const kindOf = (body: typeof listed, rest: Partial<DocumentObservation>) => {
    const { baseline, changeLog } = first(body, rest);
    const [entry] = changeLog;
    return [entry?.facts[0]?.type, baseline, entry?.baseline, entry?.changesUnknown, entry?.timestamp];
  };
  const both = { draining: true, baseline: true };
  expect(kindOf(listed, both)).toEqual(["document.created", true, true, undefined, listed["created"]]);
  expect(kindOf(updated, both)).toEqual(["document.updated", undefined, undefined, true, later]);
  for (const one of [{ draining: true }, { baseline: true }, {}]) {
    expect(kindOf(listed, one)).toEqual(["document.created", undefined, undefined, undefined, listed["created"]]);
    expect(kindOf(updated, one)).toEqual(["document.created", undefined, undefined, undefined, listed["created"]]);
  }
});

test("outside a first pass it is first read by id, which says more and is newer than the list", () => {
  expect(classifyDocument(undefined, observationOf(listed), context)).toEqual({ classification: "fetch" });
  expect(classifyDocument(undefined, observationOf(listed, { fetched: "gone" }), context)).toEqual({
    classification: "same",
  });
  expect(classifyDocument(undefined, observationOf(listed, { draining: true }), context)).toMatchObject({
    classification: "changed",
  });
  const body = { ...listed, name: "B", tags: ["x"], entityType: "Company", entityId: "a" };
  const placed = { ...body, placements: [{ entityType: "Person", entityId: "b", folderId: "g" }] };
  const seen = first({ ...listed, folderId: "f" }, { owner: other, fetched: { body: placed, moment } });
  expect(seen).toMatchObject({
    ...{ owner: acme, placements: { "Person#b": ["g"] }, asOf: now, contentAt: now - 500 },
    lean: { body: { name: "A" } },
    full: { body: { name: "B", tags: ["x"] } },
  });
  expect(first({ ...listed, folderId: "f" }, { fetched: { body, moment } }).placements).toEqual({ "Company#a": ["f"] });
  expect(seen.full?.digest).toBe(projectionOf("document", placed)?.digest);
});

test("a restored one without a row is at the top of the owner's folders", () => {
  const seen = firstDocument(observationOf(undefined, { fetched: { body: listed, moment } }), context);
  expect(seen).toMatchObject({ owner: acme, placements: { "Company#a": [""] }, full: { body: listed } });
  expect(seen.lean).toBeUndefined();
});

test("a document in the journal is found by the journal, and its recorded replacement isn't published again", () => {
  const replaced = first(listed, { note: { replacedAt: now + 5_000 } });
  expect(replaced.changeLog[0]?.detectedBy).toBe("journal");
  expect(replaced.contentAt).toBe(now + 5_000);
  expect(first(listed, { note: { replacedAt: now - 5_000 } }).contentAt).toBe(now - 10);
  expect(first(listed, { note: {} })).toMatchObject({ contentAt: now - 10, changeLog: [{ detectedBy: "journal" }] });
});
