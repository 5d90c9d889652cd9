import { describe, expect, it } from "vitest";
import { checkItem } from "../../../shared/adapters/items/item-limits.ts";
import { InvalidInputError, ItemTooLargeError } from "../../../shared/kernel/errors.ts";
import { parseExact } from "../../../shared/kernel/exact-json.ts";
import type { Json } from "../../../shared/kernel/json.ts";

const check = (value: Json) => () => {
  checkItem({ pk: "p", sk: "s", v: value });
};
/** pk, sk and v with their one-byte names and values. */
const around = 2 + 1 + 2 + 1 + 1;
const limit = 400 * 1024;

describe("checkItem", () => {
  it("counts names and texts in UTF-8 bytes, exactly", () => {
    expect(check("x".repeat(limit - around))).not.toThrow();
    expect(check("x".repeat(limit - around + 1))).toThrow(ItemTooLargeError);
    expect(check("é".repeat((limit - around) / 2 + 1))).toThrow(ItemTooLargeError);
    expect(check("é".repeat(Math.floor((limit - around) / 2)))).not.toThrow();
  });

  it("counts a list's overhead: 3 bytes, plus 1 per entry", () => {
    const entries = Math.floor((limit - around - 3) / 2);
    expect(check(Array.from({ length: entries }, () => true))).not.toThrow();
    expect(check(Array.from({ length: entries + 1 }, () => true))).toThrow(ItemTooLargeError);
  });

  it("counts a map's overhead: 3 bytes, plus 1 per entry", () => {
    const entries = Math.floor((limit - around - 3) / 8);
    const map = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`n${10_000 + n}`, true]));
    expect(check(map(entries))).not.toThrow();
    expect(check({ ...map(entries - 1), ["n".repeat(6 + ((limit - around - 3) % 8))]: true })).not.toThrow();
    expect(check({ ...map(entries - 1), ["n".repeat(7 + ((limit - around - 3) % 8))]: true })).toThrow(
      ItemTooLargeError,
    );
  });

  it("counts names inside maps", () => {
    const names = Array.from({ length: 9 }, (_, number) => [`${number}${"n".repeat(60_000)}`, null] as const);
    expect(check(Object.fromEntries(names))).toThrow(ItemTooLargeError);
    expect(check(Object.fromEntries(names.slice(3)))).not.toThrow();
  });

  it("counts a number's sign, and a byte for two digits", () => {
    const numbers = (entries: number) => Array.from({ length: entries }, () => -1_234_567);
    const entries = Math.floor((limit - around - 3) / 7);
    expect(check(numbers(entries))).not.toThrow();
    expect(check(numbers(entries + 1))).toThrow(ItemTooLargeError);
  });

  it("refuses lists and maps more than 31 deep", () => {
    const deep = (levels: number) => Array.from({ length: levels }).reduce<Json>((value) => [value], 1);
    expect(check(deep(31))).not.toThrow();
    expect(check(deep(32))).toThrow("more than 31 deep");
    expect(check(deep(32))).toThrow(InvalidInputError);
    const exact = parseExact("[".repeat(31) + "12345678901234567890" + "]".repeat(31)) as Json;
    expect(check(exact)).not.toThrow();
    expect(check({ n: deep(31) })).toThrow("more than 31 deep");
  });

  it("refuses empty names and names of 64 KiB, at any depth", () => {
    expect(check([{ "": 1 }])).toThrow("a name of 0 characters");
    expect(check({ ["n".repeat(65_535)]: 1 })).not.toThrow();
    expect(check({ ["é".repeat(32_768)]: 1 })).toThrow("a name of 32768 characters");
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e126, -1e126, 1e-131])(
    "refuses the number %s, at any depth",
    (number) => {
      expect(check({ deep: [{ number }] })).toThrow("number outside DynamoDB's range");
    },
  );

  it.each([0, -0, 1e125, 1e-130, Number.MAX_SAFE_INTEGER])("accepts the number %s", (number) => {
    expect(check(number)).not.toThrow();
  });

  it("limits keys in bytes", () => {
    const key = (pk: string, sk: string) => () => {
      checkItem({ pk, sk });
    };
    expect(key("é".repeat(1_024), "é".repeat(512))).not.toThrow();
    expect(key("é".repeat(1_025), "a")).toThrow("pk: has 2050 bytes");
    expect(key("a", "é".repeat(513))).toThrow("sk: has 1026 bytes");
  });
});
