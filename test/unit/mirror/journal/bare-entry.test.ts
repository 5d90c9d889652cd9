import { expect, test } from "vitest";
import type { Item } from "../../../../shared/kernel/ports/table.ts";
import {
  bareEntry,
  documentOfEntry,
  entryIdentity,
  knownEntry,
  storedEntry,
} from "../../../../shared/mirror/journal/bare-entry.ts";
import { JournalSink } from "../../../../shared/mirror/journal/journal-sink.ts";
import { storedItem } from "../../../../shared/mirror/mirror-item.ts";
import { testContext } from "../../../support/test-context.ts";
import { mirrorWith } from "../mirror-fixture.ts";

/** A journal entry of a company as it is stored. */
async function entryOf(body: { readonly [name: string]: string | number }): Promise<Item> {
  const { mirror, clock } = mirrorWith();
  const entry = { fingerprint: "f", occurrence: 0, body, baseline: false };
  await new JournalSink({ ...testContext({ clock }), mirror }).record(
    "acme",
    { type: "Company", id: "c1" },
    [entry],
    1,
  );
  return mirror.items[0]!;
}

test("an entry names its document before and after it lost its body", async () => {
  const stored = await entryOf({ operation: "DOCUMENT_INSERT", documentId: "d1", name: "A" });
  expect(documentOfEntry(stored)).toBe("d1");
  const bare = bareEntry(storedEntry(stored));
  const identity = entryIdentity({ operation: "DOCUMENT_INSERT", documentId: "d1" });
  expect(bare).toEqual({ pk: stored.pk, sk: stored.sk, documentId: "d1", identity });
  expect(documentOfEntry(bare)).toBe("d1");
  const known = { fingerprint: "f", identity, documentId: "d1" };
  expect([knownEntry(stored), knownEntry(bare)]).toEqual([known, known]);
  // As earlier versions stored it.
  expect(knownEntry({ pk: bare.pk, sk: bare.sk, documentId: "d1" })).toEqual({ ...known, identity: undefined });
});

test.each([
  ["a folder's entry", { operation: "FOLDER_INSERT" }],
  ["an entry whose document's id is no text", { operation: "DOCUMENT_INSERT", documentId: 7 }],
])("%s names no document, before and after", async (_, body) => {
  const stored = await entryOf(body);
  expect(documentOfEntry(stored)).toBeUndefined();
  const bare = bareEntry(storedEntry(stored));
  expect(bare).toEqual({ pk: stored.pk, sk: stored.sk, identity: entryIdentity(body) });
  expect(documentOfEntry(bare)).toBeUndefined();
  expect(knownEntry(bare)).toMatchObject({ fingerprint: "f", documentId: undefined });
});

test("an entry that was stored without a body names no document", async () => {
  const whole = storedEntry(await entryOf({ documentId: "d1" }));
  const entry = storedItem({ ...whole, full: undefined });
  expect(documentOfEntry(entry)).toBeUndefined();
  expect(bareEntry(storedEntry(entry))).toEqual({ pk: entry.pk, sk: entry.sk });
});

test("an unreadable stored entry is named", async () => {
  const stored = await entryOf({ documentId: "d1" });
  expect(() => storedEntry({ ...stored, seq: "one" })).toThrow(
    `journal entry ${stored.sk} has an unknown shape at seq`,
  );
});
