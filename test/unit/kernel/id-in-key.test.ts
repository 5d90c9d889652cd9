import * as fc from "fast-check";
import { expect, test } from "vitest";
import { idInKey } from "../../../shared/kernel/hash.ts";
import { anyCharacter } from "../../support/any-character.ts";

test("an id of up to 256 bytes is in keys unchanged, in any script", () => {
  for (const id of ["p4Kd", "x".repeat(256), "ø".repeat(128), "🦊".repeat(64)]) expect(idInKey(id)).toBe(id);
});

// Computed outside the code: SHA-256 of the id after its length of four bytes.
test("a longer id is replaced by its beginning and a digest, which never changes", () => {
  expect(idInKey("x".repeat(257))).toBe(`${"x".repeat(256)}~P-jJny8dvQUznLzZTDrU1LKEHNqk8KyigrsJhKjvvoM`);
});

test("no two ids share a key, and every key leaves room beside it in 1 KB", () => {
  const ids = fc.string({ unit: anyCharacter, maxLength: 700, size: "max" }).map((text) => text.toWellFormed());
  fc.assert(
    fc.property(ids, ids, (one, other) => {
      expect(idInKey(one) === idInKey(other)).toBe(one === other);
      expect(Buffer.byteLength(idInKey(one))).toBeLessThanOrEqual(300);
      // A key that comes from outside as an id is an id like any other.
      if (idInKey(one) !== one) expect(idInKey(idInKey(one))).not.toBe(idInKey(one));
    }),
  );
});
