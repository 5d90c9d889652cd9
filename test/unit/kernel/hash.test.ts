import * as fc from "fast-check";
import { expect, test } from "vitest";
import { idInKey, isSameSecret, sha256, sha256Text } from "../../../shared/kernel/hash.ts";
import { anyCharacter } from "../../support/any-character.ts";

const long = fc.nat(300).map((length) => "x".repeat(length));

test("a hash as text is the same hash, for parts of any content and length", () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), long), { maxLength: 4 }), (parts) => {
      expect(sha256Text("hex", ...parts)).toBe(sha256(...parts).toString("hex"));
    }),
  );
  for (const length of [127, 128]) {
    expect(sha256Text("hex", "é".repeat(length / 2))).toBe(sha256("é".repeat(length / 2)).toString("hex"));
    expect(sha256Text("hex", "x".repeat(length))).toBe(sha256("x".repeat(length)).toString("hex"));
  }
});

test.each([
  ["", "", false],
  ["00aa", "00aa", true],
  ["00aa", "00ab", false],
  ["00aa", "00aa00", false],
  // The first has as many characters, but more bytes.
  ["é", "e", false],
  // The first has as many bytes, but fewer characters.
  ["é", "ee", false],
])("the secrets %j and %j are the same: %j", (one, other, isSame) => {
  expect(isSameSecret(one, other)).toBe(isSame);
});

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
