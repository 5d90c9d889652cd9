import { expect, test } from "vitest";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import { mergedNotes, withJournalNews } from "../../../../shared/polling/owners/journal-news.ts";
import { ownerDocumentsOf } from "../../../../shared/polling/owners/owner-checkpoint.ts";
import { acme, brief, ownersWorld } from "../support/owners-fixture.ts";

const snapshot = { ...ownerDocumentsOf(undefined, "feed", 1).snapshot, completedAt: 1 };
const entry = (body: JsonObject) => ({ fingerprint: "f", occurrence: 0, baseline: false, body });

test("hazard 39: entries whose time goes backwards are all published, in the feed's order, with their own times", async () => {
  const { fixture } = ownersWorld();
  const times = ["2026-01-05T09:00:00Z", "2019-06-01T00:00:00Z", "2031-01-01T00:00:00Z", "2026-01-05T08:00:00Z"];
  for (const changed of times) fixture.source.record(acme, { operation: "DOCUMENT_INSERT", documentId: "d1", changed });
  await fixture.see();
  const entries = fixture.events.filter(({ type }) => type === "document_change.recorded");
  expect(entries.map(({ timestamp }) => timestamp)).toEqual(times);
  expect(entries.every(({ timestampFrom }) => timestampFrom === "source")).toBe(true);
});

test("notes keep the last replacement and the deletion of each document", () => {
  const news = withJournalNews(snapshot, [
    entry({ documentId: "d1", changedField: "FILE_CONTENT", changed: "1970-01-01T00:00:05Z" }),
    entry({ documentId: "d1", changedField: "FILE_CONTENT", changed: "1970-01-01T00:00:03Z" }),
    entry({ documentId: "d2", operation: "DOCUMENT_DELETE" }),
    entry({ operation: "FOLDER_DELETE" }),
  ]);
  expect(news).toMatchObject({ dirty: true, foldersDeleted: true });
  expect(news.notes).toEqual({ d1: { replacedAt: 5_000 }, d2: { deleted: "" } });
});

test.each([
  [5, 7, "other"],
  [7, 5, "one"],
  [7, 7, "other"],
])("of replacements at %i and then at %i, the %s is kept", (at, then, kept) => {
  const one = { d: { replacedAt: at, replacedSize: "one" } };
  const merged = mergedNotes(one, { d: { replacedAt: then, replacedSize: "other" } });
  expect(merged).toEqual({ d: { replacedAt: 7, replacedSize: kept } });
  expect(mergedNotes(one, { d: { deleted: "" } })).toEqual({ d: { ...one.d, deleted: "" } });
});

test("an entry's time of deletion is noted if it has one, and only folders' deletions are noted as such", () => {
  const deletion = (changed: string | number) => entry({ documentId: "d1", operation: "DOCUMENT_DELETE", changed });
  const { notes, foldersDeleted } = withJournalNews(snapshot, [deletion("2026-01-05T09:00:00.000Z")]);
  expect({ notes, foldersDeleted }).toEqual({
    notes: { d1: { deleted: "2026-01-05T09:00:00Z" } },
    foldersDeleted: false,
  });
  expect(withJournalNews(snapshot, [deletion(5)]).notes).toEqual({ d1: { deleted: "" } });
  expect(withJournalNews({ ...snapshot, foldersDeleted: true }, [deletion(5)]).foldersDeleted).toBe(true);
});

test("nothing is noted before the first pass, which reads everything", () => {
  const first = ownerDocumentsOf(undefined, "feed", 1).snapshot;
  expect(withJournalNews(first, [entry({ documentId: "d1" })])).toBe(first);
  const running = { pass: {} as never };
  expect(withJournalNews({ ...first, ...running }, [entry({ documentId: "d1" })])).toMatchObject({
    ...{ dirty: true, notes: { d1: {} } },
  });
});

test("more documents than a checkpoint can note still make the owner dirty", () => {
  const many = Array.from({ length: 1_500 }, (_, index) => entry({ documentId: `d${index}` }));
  const news = withJournalNews(snapshot, many);
  expect(Object.keys(news.notes)).toHaveLength(1_000);
  expect(news.dirty).toBe(true);
});

test("a worker that dies between counting an entry and putting it leaves the owner dirty, with the entry's notes", async () => {
  const { fixture, source, mirror } = ownersWorld();
  source.add("d1", acme, { created: "2026-01-04T08:00:00Z" });
  await fixture.see();
  fixture.clock.advance(5_000);
  const changed = source.at();
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", documentId: "d1", size: 10 });
  const put = mirror.put.bind(mirror);
  const died = Promise.withResolvers<undefined>();
  mirror.put = async (puts) => {
    if (puts.every(({ item }) => item["resource"] !== "document_change")) return put(puts);
    died.resolve(undefined);
    return new Promise(() => undefined);
  };
  void fixture.poll(acme);
  await died.promise;
  const replacedAt = Date.parse(changed);
  expect(await fixture.checkpoint()).toMatchObject({
    journal: { pending: { entries: [[expect.any(String), 0]] } },
    snapshot: { dirty: true, notes: { d1: { replacedAt } } },
  });
  mirror.put = put;
  expect(brief(await fixture.see())).toEqual([{ type: "document.content_replaced", id: "d1", owner: "Company a" }]);
});

test("an open pass keeps only the notes of what it left undecided", async () => {
  const { fixture, source } = ownersWorld();
  const lose = (id: string) => {
    source.lose(id, acme);
  };
  for (const id of ["d0", "d1", "d2"]) source.add(id, acme);
  await fixture.see();
  source.record(acme, { operation: "DOCUMENT_UPDATE", changedField: "FILE_CONTENT", documentId: "d2" });
  lose("d0");
  await fixture.see();
  lose("d1");
  expect(brief(await fixture.confirm())).toMatchObject([{ type: "document.removed", id: "d0" }]);
  const { snapshot } = ownerDocumentsOf(await fixture.checkpoint(), "feed", 1);
  expect(Object.keys(snapshot.notes)).toEqual(["d1"]);
});

test("notes that two passes left never exceed a checkpoint: the older ones stay", () => {
  const notesOf = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, n) => [`d${String(from + n)}`, { deleted: "" }]));
  const merged = mergedNotes(notesOf(0, 900), notesOf(800, 1_500));
  expect(merged).toEqual(notesOf(0, 1_000));
  expect(mergedNotes(merged, { d0: { replacedAt: 7 }, d1000: {} })["d0"]).toEqual({ deleted: "", replacedAt: 7 });
  // Nor do many characters in a few ids.
  const long = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${"x".repeat(5_998)}${String(n + 10)}`, {}]));
  expect(Object.keys(mergedNotes({}, long))).toHaveLength(10);
});
