import fc from "fast-check";
import { expect, test } from "vitest";
import { parseExact } from "../../../shared/kernel/exact-json.ts";
import { frozenCopy } from "../../support/frozen-copy.ts";

const parsed = (value: unknown) => parseExact(JSON.stringify(value));

test("a frozen copy is what its JSON says, number for number", () => {
  const number = fc.oneof(fc.double(), fc.constantFrom(-0, 1e125, 1e-125, 1e21, 2 ** 53, Number.NaN));
  const raw = fc.constantFrom("9007199254740993", "1e400", "1.50", "-0", "1e2").map((text) => JSON.rawJSON(text));
  const absent = fc.constantFrom(undefined, Symbol("one"), () => 1, new Date(0));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(number, raw, absent, fc.string({ unit: "binary" }), fc.boolean(), fc.constant(null)),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toJSON", "1")), tie("value"), {
        maxKeys: 3,
      }),
    ),
  }));
  fc.assert(
    fc.property(value, (one) => {
      const [copy, expected] = [frozenCopy({ one }), parsed({ one })];
      expect(copy).toEqual(expected);
      expect(JSON.stringify(copy)).toBe(JSON.stringify(expected));
    }),
    { numRuns: 100 },
  );
});

test("it can't be changed at any depth, and doesn't follow its original", () => {
  const original = { list: [{ name: "a" }], number: JSON.rawJSON("9007199254740993") };
  const copy = frozenCopy(original) as typeof original;
  original.list[0]!.name = "b";
  expect(copy.list[0]!.name).toBe("a");
  expect(() => Object.assign(copy, { more: 1 })).toThrow(TypeError);
  expect(() => Object.assign(copy.list[0]!, { name: "c" })).toThrow(TypeError);
  expect(() => copy.list.push({ name: "c" })).toThrow(TypeError);
});
