import { expect, test } from "vitest";
import { ContentionError } from "../../../../shared/kernel/errors.ts";
import type { CompletedPass } from "../../../../shared/mirror/documents/owner-read.ts";
import { storedItem } from "../../../../shared/mirror/mirror-item.ts";
import { acme, documentItem, listed, now } from "../../mirror/documents/document-parts.ts";
import { candidateIn, confirmGap, mirrorOf, moment, rows } from "../support/missing-documents-world.ts";

test("a candidate is recorded if the journal named its removal, or its owner is gone", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  expect(await candidateIn(fixture)).toMatchObject({ recorded: false, state: "suspected", missingAt: undefined });
  expect(await candidateIn(fixture, { cascade: true })).toMatchObject({ recorded: true });
  expect(await candidateIn(fixture, { notes: { d1: { deleted: "" } } })).toMatchObject({ recorded: true });
  expect(await candidateIn(fixture, { notes: { d1: { replacedAt: 5 } } })).toMatchObject({ recorded: false });
});

test("a candidate is due after the gap, in a pass that began after it was missed, unless its removal is recorded", async () => {
  const stateOf = async (missingAt: number, pass: Partial<CompletedPass> = {}) =>
    (await candidateIn(await mirrorOf(documentItem({ missingAt }), rows), pass)).state;
  expect(await stateOf(now - 5)).toBe("missing");
  expect(await stateOf(now - confirmGap)).toBe("due");
  expect(await stateOf(now - confirmGap, { beganAt: now - confirmGap })).toBe("missing");
  expect(await stateOf(now - confirmGap, { beganAt: now - confirmGap, cascade: true })).toBe("due");
});

test("a candidate's first 404 is stored in its item, and forgotten on an operator's request", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  await (await candidateIn(fixture)).noteMissing();
  expect(fixture.stands()).toMatchObject({ missingAt: now, seq: 1_004, rev: 4, state: "live" });
  const noted = await mirrorOf(documentItem({ missingAt: now - 5 }), rows);
  await (await candidateIn(noted)).forget();
  expect(noted.stands()).toMatchObject({ rev: 4, seq: 1_004 });
  expect(noted.stands()).not.toHaveProperty("missingAt");
});

test("a candidate doesn't change if its response proves nothing", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  await (await candidateIn(fixture)).drop();
  expect(fixture.stands()).toMatchObject({ rev: 3 });
});

test.each([
  ["is as before, and was missing once", documentItem({ missingAt: now - 5 }), listed, 0, { rev: 4, seq: 1_004 }],
  ["has changed", documentItem(), { ...listed, name: "B" }, 1, { rev: 4, seq: 1_005 }],
])(
  "a candidate that responds after all and %s is stored with its response",
  async (_, item, body, changed, expected) => {
    const fixture = await mirrorOf(item, rows);
    const seen = await (await candidateIn(fixture)).notePresent({ id: "d1", body }, moment);
    expect(seen).toEqual({ outcome: "observed", changed });
    expect(fixture.stands()).toMatchObject({ ...expected, state: "live", full: { body } });
    expect(fixture.stands()).not.toHaveProperty("missingAt");
  },
);

const timestamp = "2026-01-12T07:59:00Z";

test.each([
  [{}, "not_found_or_no_access", { detectedBy: "snapshot" }],
  [{ cascade: true }, "cascade", { detectedBy: "snapshot" }],
  [{ notes: { d1: { deleted: timestamp } } }, "journal", { detectedBy: "journal", timestamp }],
] as const)("a removal leaves a tombstone without values, placements and rows: %j", async (pass, reason, entry) => {
  const placements = { "Company#a": ["f1"], "Person#b": ["g"] };
  const item = documentItem({ placements, missingAt: now - confirmGap });
  const fixture = await mirrorOf(item, { ...rows, "Person#b": ["g"] });
  await (await candidateIn(fixture, pass)).noteRemoved(moment);
  expect(fixture.stands()).toMatchObject({
    ...{ state: "deleted", seq: 1_005, asOf: now + 1_000, placements: {}, lean: { body: {} } },
    changeLog: [{ reason, ...entry, facts: [{ type: "document.removed", key: "", owner: acme }] }],
  });
  expect(fixture.stands()).not.toHaveProperty("missingAt");
  expect(fixture.rowsLeft()).toEqual([]);
  expect(fixture.dirty).toEqual(["b"]);
});

test("a document that another worker wrote meanwhile repeats the pass's conclusion", async () => {
  const fixture = await mirrorOf(documentItem(), rows);
  const candidate = await candidateIn(fixture);
  await fixture.mirror.put([{ item: storedItem(documentItem({ rev: 9 })) }]);
  const refused = candidate.noteMissing();
  await expect(refused).rejects.toThrow(ContentionError);
  await expect(refused).rejects.toThrow("document d1 of acme was changed by another worker");
  expect(fixture.stands()).toMatchObject({ rev: 9 });
});
