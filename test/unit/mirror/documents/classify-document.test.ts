import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { classifyDocument, firstDocument } from "../../../../shared/mirror/documents/classify-document.ts";
import type { DocumentObservation } from "../../../../shared/mirror/documents/document-observation.ts";
import type { MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { storedBodyOf } from "../../../../shared/mirror/records/bodies.ts";
import { acme, context, documentItem, listed, now, observationOf, other } from "./document-parts.ts";

const inF1 = { ...listed, folderId: "f1" };
const fresh = { beganAt: now - 500, asOf: now };

const kindOf = (item: MirrorItem, body: JsonObject | undefined, rest: Partial<DocumentObservation> = {}) =>
  classifyDocument(item, observationOf(body, rest), context).classification;

/** The item after a read by id; its list showed `row`. */
function read(item: MirrorItem, body: JsonObject, rest: Partial<DocumentObservation> & { body?: JsonObject } = {}) {
  const observation = observationOf(inF1, { fetched: { body, moment: fresh }, ...rest });
  const classified = classifyDocument(item, observation, context);
  if (classified.classification !== "changed" && classified.classification !== "touched")
    throw new Error(`unexpected: ${classified.classification}`);
  return classified;
}

const typesOf = ({ item }: { readonly item: MirrorItem }) => item.changeLog.at(-1)?.facts.map(({ type }) => type);

describe("a list's row", () => {
  const stands = documentItem({ lean: storedBodyOf("document", inF1) });

  test("is ignored if nothing changed", () => {
    expect(kindOf(stands, inF1)).toBe("same");
    expect(kindOf(stands, { ...inF1, entityId: "elsewhere" })).toBe("same");
  });

  test("is stored in its new spelling if its content is the same, and publishes nothing", () => {
    const spelled = { ...inF1, custom: { a: 1, b: null }, createdBy: "p1" };
    const known = documentItem({
      lean: storedBodyOf("document", spelled),
      full: storedBodyOf("document", { ...spelled, folderId: "f9", description: "read by id" }),
    });
    const now = { ...spelled, custom: { a: 1 }, createdBy: "p2", entityId: "elsewhere" };
    const seen = classifyDocument(known, observationOf(now), context);
    expect(seen).toMatchObject({ classification: "touched", item: { seq: known.seq, changeLog: known.changeLog } });
    const { lean, full } = "item" in seen ? seen.item : known;
    expect(full?.body).toEqual({
      ...spelled,
      ...{ custom: { a: 1 }, createdBy: "p2", folderId: "f9", description: "read by id" },
    });
    expect(full?.digest).toBe(known.full?.digest);
    expect(lean?.digest).toBe(known.lean?.digest);
    // Another owner's list shows it elsewhere, which is no other spelling, or the two would alternate for ever.
    expect("item" in seen && kindOf(seen.item, { ...now, folderId: "f1", entityId: "again" })).toBe("same");
    expect(kindOf(known, now, { moment: { beganAt: known.asOf - 60_000, asOf: known.asOf } })).toBe("same");
  });

  test.each([
    ["another name", stands, { ...inF1, name: "B" }, {}],
    ["another change time", stands, { ...inF1, modified: "2026-01-12T07:00:00Z" }, {}],
    ["another folder", stands, { ...inF1, folderId: "f2" }, {}],
    ["nothing of it", stands, undefined, {}],
    ["a removed document", documentItem({ lean: stands.lean, state: "deleted" }), inF1, {}],
    ["a document that was missing", documentItem({ lean: stands.lean, missingAt: now - 5 }), inF1, {}],
    ["a document whose list nobody kept", documentItem({ lean: undefined }), inF1, {}],
    ["a content that the journal recorded as replaced", stands, inF1, { note: { replacedAt: now - 50 } }],
    ["a placement under another owner", stands, inF1, { owner: other }],
  ] as const)("that shows %s causes a read by id", (_, item, body, rest) => {
    expect(kindOf(item, body, rest)).toBe("fetch");
  });

  test("that shows a published replacement is ignored; any later one causes a read by id", () => {
    const reported = documentItem({ lean: storedBodyOf("document", { ...inF1, size: 18 }), contentAt: now - 5_000 });
    const kindAt = (replacedAt: number, replacedSize?: string) =>
      kindOf(reported, { ...inF1, size: 18 }, { note: { replacedAt, ...(replacedSize && { replacedSize }) } });
    expect([kindAt(now - 5_000, "16"), kindAt(now - 5_000, "18")]).toEqual(["same", "same"]);
    // A document may be replaced by one of its size within the second in which it was made.
    expect([kindAt(now - 4_999, "18"), kindAt(now - 4_999, "16"), kindAt(now - 4_999)]).toEqual([
      ...["fetch", "fetch", "fetch"],
    ]);
  });

  test("that still shows a document deleted in the journal causes a read by id", () => {
    expect(kindOf(stands, inF1, { note: { deleted: "" } })).toBe("fetch");
  });

  test("of an owner's first pass adds a placement that is new only to us, unless it may be late or moves one", () => {
    const rest = { owner: other, draining: true } as const;
    expect(classifyDocument(stands, observationOf({ ...inF1, folderId: "g" }, rest), context)).toMatchObject({
      classification: "touched",
      item: { asOf: now, placements: { "Company#a": ["f1"], "Person#b": ["g"] }, changeLog: [] },
    });
    const late = { ...rest, moment: { beganAt: stands.asOf + context.lateReadMargin - 1, asOf: stands.asOf } };
    expect(kindOf(stands, inF1, late)).toBe("fetch");
    const inTime = { ...rest, moment: { beganAt: stands.asOf + context.lateReadMargin, asOf: stands.asOf - 1 } };
    expect(classifyDocument(stands, observationOf(inF1, inTime), context)).toMatchObject({
      classification: "touched",
      item: { asOf: stands.asOf },
    });
    expect(kindOf(stands, { ...inF1, folderId: "f2" }, { draining: true })).toBe("fetch");
  });
});

describe("a read by id", () => {
  test("that shows no change publishes nothing, and is stored", () => {
    const touched = read(documentItem({ missingAt: 5, contentAt: 7 }), { ...listed, tags: ["x"] });
    expect(touched).toMatchObject({
      classification: "touched",
      item: { seq: 1_004, asOf: now, full: { body: { tags: ["x"] } }, lean: { body: inF1 }, contentAt: 7 },
    });
    expect(touched.item.missingAt).toBeUndefined();
    const older = documentItem({ asOf: now + 60_000 });
    expect(read(older, listed).item.asOf).toBe(now + 60_000);
    expect(read(older, listed, { row: undefined }).item.lean).toEqual(older.lean);
  });

  test("of a missing document proves nothing: its owner's complete list decides", () => {
    expect(kindOf(documentItem(), { ...listed, name: "B" }, { fetched: "gone" })).toBe("same");
  });

  test("compares like with like: the fields of lists, until a read by id is stored", () => {
    const wide = { ...listed, tags: ["x"], description: "told" };
    expect(read(documentItem(), wide).classification).toBe("touched");
    // A list shows the description for the first time, and the read by id as well.
    const described = { row: { id: "d1", body: { ...inF1, description: "told" } } };
    expect(typesOf(read(documentItem(), wide, described))).toEqual(["document.described"]);
    expect(typesOf(read(documentItem(), { ...wide, name: "B" }, { row: undefined }))).toEqual(["document.renamed"]);
    const full = documentItem({ full: storedBodyOf("document", listed) });
    expect(typesOf(read(full, wide))).toEqual(["document.described", "document.updated"]);
    expect(read(documentItem({ lean: undefined }), wide, { row: undefined }).classification).toBe("touched");
  });

  test("that no longer shows what its list showed under an owner ends that placement", () => {
    const shared = documentItem({ placements: { "Company#a": ["f1"], "Person#b": ["g"] } });
    const placements = [{ entityType: "Company", entityId: "a", folderId: "f1" }];
    const body = { ...listed, entityType: "Company", entityId: "a", placements };
    const seen = read(shared, body, { owner: other });
    expect(typesOf(seen)).toEqual(["document.placement_removed"]);
    expect(seen.item.placements).toEqual({ "Company#a": ["f1"] });
  });

  test("dates a change by the source's change time if that moved, and finds it in the journal if that named it", () => {
    const renamed = { ...listed, name: "B", modified: "2026-01-12T07:59:00Z" };
    expect(read(documentItem(), renamed).item.changeLog).toEqual([
      {
        ...{ seq: 1_005, observedAt: now, detectedBy: "snapshot", timestamp: "2026-01-12T07:59:00Z" },
        facts: [expect.objectContaining({ type: "document.renamed" })],
      },
    ]);
    const [undated] = read(documentItem(), { ...listed, name: "B" }, { note: {}, detectedBy: "timeline" }).item
      .changeLog;
    expect(undated).toMatchObject({ detectedBy: "journal" });
    expect(undated).not.toHaveProperty("timestamp");
    expect(read(documentItem(), renamed, { detectedBy: "timeline" }).item.changeLog[0]?.detectedBy).toBe("timeline");
  });
});

describe("a replacement of content", () => {
  const recordedAt = Date.parse("2026-01-12T07:58:00Z");

  test("that only the journal shows is published once with the journal's time", () => {
    const { item } = read(documentItem(), listed, { note: { replacedAt: recordedAt } });
    expect(item.changeLog.at(-1)).toMatchObject({
      detectedBy: "journal",
      timestamp: "2026-01-12T07:58:00.000Z",
      facts: [{ type: "document.content_replaced" }],
    });
    expect(item.contentAt).toBe(recordedAt);
    expect(read(item, listed, { note: { replacedAt: recordedAt } }).classification).toBe("touched");
  });

  test("that is read together with a rename has its own time, or none if the journal has none", () => {
    const body = { ...listed, name: "B", size: 2, description: "x", modified: "2026-01-12T07:59:00Z" };
    const sized = documentItem({ full: storedBodyOf("document", { ...listed, size: 1 }) });
    const timesOf = (changed: ReturnType<typeof read>) => {
      const { timestamp, facts = [] } = changed.item.changeLog.at(-1) ?? {};
      return [timestamp, facts.map((fact) => [fact.type, fact.timestamp])];
    };
    const recorded = read(sized, body, { note: { replacedAt: recordedAt, replacedSize: "2" } });
    expect(timesOf(recorded)).toEqual([
      undefined,
      [
        ["document.renamed", "2026-01-12T07:59:00Z"],
        ["document.content_replaced", "2026-01-12T07:58:00.000Z"],
        ["document.described", undefined],
      ],
    ]);
    expect(recorded.item.contentAt).toBe(recordedAt);
    const alone = read(sized, { ...body, description: null }, { readOn: [] });
    expect(timesOf(alone)).toEqual([
      undefined,
      [
        ["document.renamed", "2026-01-12T07:59:00Z"],
        ["document.content_replaced", undefined],
      ],
    ]);
  });

  test("that its size shows covers the journal's entry of the same second, and never lowers what is covered", () => {
    const sized = documentItem({ full: storedBodyOf("document", { ...listed, size: 1 }) });
    expect(read(sized, { ...listed, size: 2 }, { readOn: [] }).item.contentAt).toBe(now + 1_000);
    const covered = documentItem({ ...sized, contentAt: now + 60_000 });
    expect(read(covered, { ...listed, size: 2 }, { readOn: [] }).item.contentAt).toBe(now + 60_000);
    const noted = read(sized, { ...listed, size: 2 }, { note: { replacedAt: now + 5_000, replacedSize: "2" } });
    expect(noted.item.contentAt).toBe(now + 5_000);
    // Any other change leaves it alone.
    expect(read(documentItem({ contentAt: 7 }), { ...listed, name: "B" }).item.contentAt).toBe(7);
  });
});

test("a removed document that is readable again is restored where the list shows it, and doesn't expire", () => {
  const gone = documentItem({ state: "deleted", placements: {}, expiresAt: 5 });
  const restored = read(gone, { ...listed, entityType: "Person", entityId: "b" });
  expect(restored).toMatchObject({
    classification: "changed",
    item: {
      ...{ state: "live", seq: 1_005, owner: other, placements: { "Company#a": ["f1"] } },
      changeLog: [{ detectedBy: "snapshot", facts: [{ type: "document.restored", key: "", owner: other }] }],
    },
  });
  expect(restored.item.expiresAt).toBeUndefined();
});

test("a document whose former owner has to be read first isn't written yet", () => {
  const observation = observationOf(inF1, { owner: other, fetched: { body: listed, moment: fresh } });
  expect(classifyDocument(documentItem(), observation, context)).toEqual({
    classification: "askPrevious",
    previous: { type: "Company", id: "a" },
  });
});

const later = "2026-01-12T07:00:01Z";
const moment = { beganAt: now - 500, asOf: now };
const first = (body: typeof listed, rest: Partial<DocumentObservation> = {}) =>
  firstDocument(observationOf(body, rest), context);

test("a document is live from its first sight on, with a first entry in its change log", () => {
  expect(first({ ...listed, folderId: "f", entityType: "Person", entityId: "b" })).toEqual({
    ...{ pk: expect.stringContaining("acme#document#"), sk: "d1", instance: "acme", resource: "document", id: "d1" },
    ...{ seq: 1_001, state: "live", rev: 1, asOf: now, observedAt: now, firstSeenAt: now },
    ...{ created: listed["created"], modified: undefined, contentAt: now - 10 - context.anchorLag },
    lean: storedBodyOf("document", { ...listed, folderId: "f", entityType: "Person", entityId: "b" }),
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
    ...{ owner: acme, placements: { "Person#b": ["g"] }, asOf: now, contentAt: now - 500 - context.anchorLag },
    lean: { body: { name: "A" } },
    full: { body: { name: "B", tags: ["x"] } },
  });
  expect(first({ ...listed, folderId: "f" }, { fetched: { body, moment } }).placements).toEqual({ "Company#a": ["f"] });
  expect(seen.full?.digest).toBe(storedBodyOf("document", placed)?.digest);
});

test("a restored one without a row is at the top of the owner's folders", () => {
  const seen = firstDocument(observationOf(undefined, { fetched: { body: listed, moment } }), context);
  expect(seen).toMatchObject({ owner: acme, placements: { "Company#a": [""] }, full: { body: listed } });
  expect(seen.lean).toBeUndefined();
});

test("a document in the journal is found by the journal, and its recorded replacement isn't published again", () => {
  expect(first(listed, { note: { replacedAt: now + 5_000 } }).contentAt).toBe(now + 5_000);
  const oldest = now - 10 - context.anchorLag;
  expect(first(listed, { note: { replacedAt: oldest - 1 } }).contentAt).toBe(oldest);
  expect(first(listed, { note: {} })).toMatchObject({ contentAt: oldest, changeLog: [{ detectedBy: "journal" }] });
});
