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

const listed = Math.floor((limit - around - 3) / 2);
const mapped = Math.floor((limit - around - 3) / 8);
const numbered = Math.floor((limit - around - 3) / 7);
const list = (length: number, entry: Json = true) => Array.from({ length }, () => entry);
const map = (count: number) => Object.fromEntries(list(count).map((value, n) => [`n${10_000 + n}`, value]));
const mapWith = (name: number): Json => ({ ...map(mapped - 1), ["n".repeat(name + ((limit - around - 3) % 8))]: true });
const named = (count: number): Json =>
  Object.fromEntries(list(count, null).map((value, n) => [`${n}${"n".repeat(60_000)}`, value]));

describe("checkItem", () => {
  it.each<[string, Json, Json]>([
    ["a text", "x".repeat(limit - around), "x".repeat(limit - around + 1)],
    ["UTF-8 bytes", "é".repeat(Math.floor((limit - around) / 2)), "é".repeat((limit - around) / 2 + 1)],
    ["a list: 3 bytes, plus 1 per entry", list(listed), list(listed + 1)],
    ["a map: 3 bytes, plus 1 per entry", map(mapped), mapWith(7)],
    ["a map with a longer name", mapWith(6), mapWith(7)],
    ["names inside maps", named(6), named(9)],
    ["a number's sign, and a byte for two digits", list(numbered, -1_234_567), list(numbered + 1, -1_234_567)],
  ])("counts exactly: %s", (_, fits, isTooLarge) => {
    expect(check(fits)).not.toThrow();
    expect(check(isTooLarge)).toThrow(ItemTooLargeError);
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
