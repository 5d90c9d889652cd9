import { expect, test } from "vitest";
import { itemOf, textOf } from "../../../shared/adapters/sqlite/item-text.ts";
import { CorruptItemError } from "../../../shared/kernel/errors.ts";
import { parseExact } from "../../../shared/kernel/exact-json.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";

test.each([`{"pk":"p","sk":"s","n":1.5,"t":" "}`, `{"pk":"p","sk":"s","n":12345678901234567890.123}`])(
  "an item is read as it was written: %s",
  (text) => {
    const item = parseExact(text) as Item;
    expect(JSON.stringify(itemOf(textOf(item)))).toBe(text);
    expect(textOf(item).trimStart()).toBe(text);
  },
);

test.each(["7", "null", `"pk sk"`, "[]", `{"sk":"s"}`, `{"pk":"p"}`, `{"pk":1,"sk":"s"}`, `{"pk":"p","sk":null}`])(
  "a stored text without a key is damaged: %s",
  (text) => {
    expect(() => itemOf(text)).toThrow(new CorruptItemError("a stored item has no key"));
  },
);

test.each(["", `{"pk":"p","sk"`, ` {"pk":"p"`])("a stored text that isn't JSON is damaged: %j", (text) => {
  const fault = { message: "a stored item isn't JSON", cause: expect.any(SyntaxError) };
  expect(() => itemOf(text)).toThrow(expect.objectContaining(fault));
});
