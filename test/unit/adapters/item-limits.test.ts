import { describe, expect, it } from "vitest";
import { checkItem } from "../../../shared/adapters/items/item-limits.ts";
import { ItemTooLargeError } from "../../../shared/kernel/errors.ts";
import type { Json } from "../../../shared/kernel/json.ts";

const check = (value: Json) => () => {
  checkItem({ pk: "p", sk: "s", v: value });
};
/** pk, sk and v with their one-byte names and values. */
const around = 2 + 1 + 2 + 1 + 1;
const limit = 400 * 1024;

describe("checkItem", () => {
  it("counts names and texts in UTF-8 bytes, to the byte", () => {
    expect(check("x".repeat(limit - around))).not.toThrow();
    expect(check("x".repeat(limit - around + 1))).toThrow(ItemTooLargeError);
    expect(check("é".repeat((limit - around) / 2 + 1))).toThrow(ItemTooLargeError);
    expect(check("é".repeat(Math.floor((limit - around) / 2)))).not.toThrow();
  });

  it("counts a list's overhead: 3 bytes, and 1 per entry beside the entry", () => {
    const entries = Math.floor((limit - around - 3) / 2);
    expect(check(Array.from({ length: entries }, () => true))).not.toThrow();
    expect(check(Array.from({ length: entries + 1 }, () => true))).toThrow(ItemTooLargeError);
  });

  it("counts names inside of maps", () => {
    expect(check({ ["n".repeat(limit)]: null })).toThrow(ItemTooLargeError);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e126, -1e126, 1e-131])(
    "refuses the number %s, at any depth",
    (number) => {
      expect(check({ deep: [{ number }] })).toThrow("number out of DynamoDB's range");
    },
  );

  it.each([0, -0, 1e125, 1e-130, Number.MAX_SAFE_INTEGER])("takes the number %s", (number) => {
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
