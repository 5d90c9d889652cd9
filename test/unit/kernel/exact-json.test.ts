import * as fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, isSameJson } from "../../../shared/kernel/canonical-json.ts";
import { definedJson } from "../../../shared/kernel/defined-json.ts";
import { decimalOf, isExactNumber, numberFrom, parseExact } from "../../../shared/kernel/exact-json.ts";
import { isJsonObject, json } from "../../../shared/kernel/json.ts";

const parsed = (text: string) => json.parse(parseExact(text));

test.each([
  "9007199254740993",
  "-9007199254740993",
  "12345678901234567890.123456789",
  "0.1234567890123456789",
  "1e400",
  "1E-400",
  "1e200",
  "5e-324",
])("%s keeps its text", (text) => {
  expect(JSON.stringify(parsed(`{"a":[ ${text}]}`))).toBe(`{"a":[${text}]}`);
  expect(isExactNumber(numberFrom(text))).toBe(true);
});

test.each([
  ["9007199254740992", 9_007_199_254_740_992],
  ["1.50", 1.5],
  ["1e2", 100],
  ["-0", -0],
  ["0.0000000000000000000", 0],
  ["1000000000000000000000", 1e21],
])("%s is a plain number", (text, number) => {
  expect(numberFrom(text)).toBe(number);
  expect(parsed(`{"a":${text}}`)).toEqual({ a: number });
});

test("an exact number is a value, not an object", () => {
  const { a = null } = definedJson({ a: numberFrom("9007199254740993") });
  expect(isJsonObject(a)).toBe(false);
  expect(JSON.stringify(a)).toBe("9007199254740993");
  expect(isJsonObject(parsed('{"rawJSON":"9007199254740993"}'))).toBe(true);
});

test.each([
  ["-12.50", "-125e-1"],
  ["12.5", "125e-1"],
  ["1250", "125e1"],
  ["0.00", "0e0"],
])("the decimal of %s is %s", (text, decimal) => {
  expect(decimalOf(text)).toBe(decimal);
});

test("two numbers are equal exactly when their decimals are", () => {
  const same = (one: string, other: string) => {
    expect(isSameJson(parsed(`[${one}]`), parsed(`[${other}]`))).toBe(decimalOf(one) === decimalOf(other));
    expect(canonicalJson(parsed(`[${one}]`)) === canonicalJson(parsed(`[${other}]`))).toBe(
      decimalOf(one) === decimalOf(other),
    );
  };
  same("9007199254740993", "9007199254740992");
  same("9007199254740993", "9007199254740993.0");
  same("1e400", "10e399");
  same("1e400", "2e400");
  const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][-+]?[0-9]{1,3})?$/);
  fc.assert(fc.property(digits, digits, same));
  fc.assert(
    fc.property(digits, (text) => {
      expect(decimalOf(JSON.stringify(parsed(`[${text}]`)).slice(1, -1))).toBe(decimalOf(text));
    }),
    { numRuns: 1_000 },
  );
});

test("each of many numbers is as exact as its text, whatever is beside it", () => {
  const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,20})(\.[0-9]{1,20})?([eE][-+]?[0-9]{1,3})?$/);
  const computed = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value));
  const spaced = fc
    .tuple(fc.oneof(digits, computed), fc.constantFrom("", " ", "\n"))
    .map(([number, gap]) => gap + number);
  fc.assert(
    fc.property(fc.array(spaced), (numbers) => {
      const texts = [`[${numbers.join(",")}]`, `{"a":{"b":[${numbers.map((number) => `{"c":${number}}`).join(",")}]}}`];
      const exact = numbers.map((number) => numberFrom(number.trim()));
      expect(JSON.stringify(parseExact(texts[0] ?? ""))).toBe(JSON.stringify(exact));
      expect(JSON.stringify(parseExact(texts[1] ?? ""))).toBe(JSON.stringify({ a: { b: exact.map((c) => ({ c })) } }));
    }),
    { numRuns: 1_000 },
  );
});

test("digits in texts don't change, and dangerous-looking names stay", () => {
  const text = '{"a":", 9007199254740993","__proto__":{"b":[9007199254740993]}}';
  expect(JSON.stringify(parsed(text))).toBe(text);
});

test("an exponent of more than a thousand digits isn't evaluated", () => {
  const [longest, longer] = [`10e${"9".repeat(1_000)}`, `10e${"9".repeat(1_001)}`];
  expect(decimalOf(longest)).toBe(`1e1${"0".repeat(1_000)}`);
  expect(decimalOf(longer)).toBe(longer);
  expect(isExactNumber(numberFrom(longer))).toBe(true);
});
