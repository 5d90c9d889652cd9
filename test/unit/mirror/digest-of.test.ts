import { expect, test } from "vitest";
import { digestOf } from "../../../shared/mirror/records/canonical-record.ts";

// Stored digests are compared with new ones: another framing would make every record look changed at once. These values
// were computed outside the code: SHA-256 over the text after its length, base64url, 27 characters.
test("digests of known bodies are the stored ones", () => {
  expect(digestOf("person", { id: "p1", firstName: "Kari" })).toBe("XNfLlIJdBWKoiJklNZuVvt_cxza");
  expect(digestOf("document", { id: "d1", name: "a.pdf", size: "10", description: "ø" })).toBe(
    "kL5Ar4WPu9dGkljamNihIjvXkXy",
  );
  expect(digestOf("folder", { id: "f1", name: "Contracts", path: "Old/Contracts", parentId: null })).toBe(
    "tLk1fV_5xPDg8jkrRuLXVEfliGW",
  );
});

test("a digest excludes change times, nulls and the order of fields", () => {
  const body = { modified: "2026-01-05T07:30:00Z", note: null, firstName: "Kari", id: "p1" };
  expect(digestOf("person", body)).toBe("XNfLlIJdBWKoiJklNZuVvt_cxza");
});
