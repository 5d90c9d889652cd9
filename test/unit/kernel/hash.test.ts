import fc from "fast-check";
import { expect, test } from "vitest";
import { sha256, sha256Text } from "../../../shared/kernel/hash.ts";
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

test("where one part ends and the next begins matters", () => {
  expect(sha256Text("hex", "ab", "c")).not.toBe(sha256Text("hex", "a", "bc"));
  expect(sha256Text("hex", "a")).not.toBe(sha256Text("hex", "a", ""));
});
