import { expect, test } from "vitest";
import { fromAttributes, itemFrom, toAttributes } from "../../../shared/adapters/aws/attribute-values.ts";
import { parseExact } from "../../../shared/kernel/exact-json.ts";
import type { JsonObject } from "../../../shared/kernel/json.ts";

const nines = (count: number) => "9".repeat(count);

test.each([
  ["0", "N"],
  ["1e124", "N"],
  ["1e125", "SS"],
  ["1e-129", "N"],
  ["1e-130", "SS"],
  ["-1E+300", "SS"],
  [nines(22), "N"],
  [nines(38), "N"],
  [nines(39), "SS"],
  [`-0.${nines(38)}`, "N"],
  [`-0.${nines(39)}`, "SS"],
])("the number %s is stored as %s, and comes back", (text, type) => {
  const object = parseExact(`{"n":${text}}`) as JsonObject;
  const attributes = toAttributes(object);
  expect(Object.keys(attributes["n"] ?? {})).toEqual([type]);
  expect(JSON.stringify(fromAttributes(attributes))).toBe(JSON.stringify(object));
});

test("every JSON value comes back, and an undefined member is left out", () => {
  const value = { s: "", n: -1.5, t: true, f: false, z: null, l: [[], ["a", null]], m: { m: {} } };
  const absent: { [name: string]: JsonObject[string] | undefined } = { ...value, gone: undefined };
  expect(fromAttributes(toAttributes(absent as JsonObject))).toStrictEqual(value);
});

const foreign: readonly unknown[] = [
  ...[{ S: 1 }, { N: 1 }, { SS: "1" }, { SS: [1] }, { SS: [] }, { BOOL: "true" }, { L: {} }, { M: null }, { M: 7 }],
  ...[{ B: "AA==" }, { NS: ["1"] }, {}, null, 7, "S", undefined],
];
test.each(foreign.map((attribute) => ({ attribute })))("$attribute isn't an attribute of ours", ({ attribute }) => {
  const message = expect.stringMatching(/^an attribute has a type that|^a stored number has no text$/);
  expect(() => fromAttributes({ a: attribute })).toThrow(expect.objectContaining({ code: "corrupt_item", message }));
});

test("an item has a key", () => {
  const [pk, sk] = [{ S: "p" }, { S: "s" }];
  expect(itemFrom({ pk, sk, a: { N: "1" } })).toEqual({ pk: "p", sk: "s", a: 1 });
  for (const damaged of [{ pk }, { sk }, { pk, sk: { N: "1" } }, { pk: { NULL: true }, sk }])
    expect(() => itemFrom(damaged)).toThrow("a stored item has no key");
});
