import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, isSameJson } from "../../../shared/kernel/canonical-json.ts";
import { json } from "../../../shared/kernel/json.ts";

const anyJson = fc.jsonValue({ depthSize: "small" }).map((value) => json.parse(JSON.parse(JSON.stringify(value))));

test("keys are sorted at every depth and nulls are left out", () => {
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: null, "": "x" })).toBe('{"":"x","b":[{"d":1}]}');
});

test("two values are equal exactly when they have one spelling", () => {
  fc.assert(
    fc.property(anyJson, anyJson, (one, other) => {
      expect(isSameJson(one, other)).toBe(canonicalJson(one) === canonicalJson(other));
    }),
  );
});

test("key order and null for absent make no difference, and any other change does", () => {
  const one = { a: [1, { b: "x", c: null }], d: {} };
  expect(isSameJson(one, { d: { e: null }, a: [1, { b: "x" }] })).toBe(true);
  for (const other of [{ ...one, a: [1] }, { ...one, d: [] }, { a: one.a }, { ...one, e: false }, { ...one, d: "" }])
    expect(isSameJson(one, other)).toBe(false);
  expect(isSameJson({ constructor: null }, {})).toBe(true);
  expect(isSameJson({}, JSON.parse('{"__proto__":1}'))).toBe(false);
});
