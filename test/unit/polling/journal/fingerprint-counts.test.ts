import { expect, test } from "vitest";
import { fingerprintOf } from "../../../../shared/polling/journal/fingerprint-counts.ts";

test("known answer: the fingerprint of an entry is the one under which earlier versions recorded it", () => {
  const entry = { operation: "DOCUMENT_INSERT", documentId: "d1", changed: "2026-01-05T09:00:00Z" };
  expect(fingerprintOf(entry)).toBe("AQwwxw1_F1uAo9HU");
  expect(fingerprintOf(Object.fromEntries(Object.entries(entry).reverse()))).toBe("AQwwxw1_F1uAo9HU");
});
