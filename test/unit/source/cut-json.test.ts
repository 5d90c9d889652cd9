import * as fc from "fast-check";
import { expect, test } from "vitest";
import { cutJson, hasManyValues, mostValues } from "../../../shared/source/cut-json.ts";

function cut(text: string, mostElements = 1_000) {
  const cutting = cutJson(text, mostElements);
  let step = cutting.next();
  while (step.done !== true) step = cutting.next();
  return step.value;
}

/** The value of a text that was cut: each list of the shell gets its elements back. */
function joined(text: string): unknown {
  const pieces = cut(text);
  if (typeof pieces !== "object") throw new Error(`not cut: ${pieces}`);
  const filled = (value: unknown) =>
    Array.isArray(value) ? value.map((place: number) => JSON.parse(pieces.elements[place]!)) : value;
  const shell: unknown = JSON.parse(pieces.shell);
  if (Array.isArray(shell)) return filled(shell);
  return Object.fromEntries(Object.entries(shell as object).map(([name, value]) => [name, filled(value)]));
}

const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>([], {}, "", '"', "\\", '\\"', '[{",', "]", [[]], [{}, []], { items: ["]"] }),
);

test("the pieces of a text, parsed one by one, equal the whole text", () => {
  const list = fc.array(anything, { maxLength: 5 });
  const object = fc.dictionary(fc.constantFrom("items", "nextCursor", 'a"[', "b\\", "c"), fc.oneof(list, anything));
  fc.assert(
    fc.property(fc.oneof(list, object), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
      const text = JSON.stringify(value, undefined, space);
      expect(joined(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

test.each([
  ["[]", []],
  ["[ ]", []],
  ['[1,[2,3],{"a":[4,5]},"]"]', ["1", "[2,3]", '{"a":[4,5]}', '"]"']],
  ['{"items":[{"a":"\\"]"},"\\\\",""],"n":"[1,2]","empty":[\t]}', ['{"a":"\\"]"}', '"\\\\"', '""']],
  ['{"a":{"b":[1,2],"c":3},"items":[[4],[5]],"next":[6]}', ["[4]", "[5]", "6"]],
  ['{"a":1,"b":2}', []],
  ['"[1,2]"', []],
])("%s is cut into its elements, and makes the same value", (text, elements) => {
  expect(cut(text)).toMatchObject({ elements });
  if (text.startsWith('"')) expect(cut(text)).toEqual({ shell: text, elements });
  else expect(joined(text)).toEqual(JSON.parse(text));
});

test("the last of two members with one name counts", () => {
  expect(joined('{"items":[1,2],"items":[{"a":3}]}')).toEqual({ items: [{ a: 3 }] });
});

test("invalid JSON isn't made valid", () => {
  const broken = [
    "[",
    "[1",
    "[1,",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[{]",
    '{"items":[1}',
    '{"items":[1]',
    '["a',
    "[1]]",
    "][",
  ];
  for (const text of [...broken, '{"items":[{"a":1},,]}', '{"items":[}]']) {
    expect(() => joined(text), text).toThrow();
  }
});

test("a text is cut in many steps, whatever it holds, so that its reader can pause", () => {
  for (const text of [
    `[${"1,".repeat(50_000)}1]`,
    `[${"1,".repeat(70_000)}1]`,
    `[${Array.from({ length: 4 }, () => `[${"[],".repeat(9_900)}1]`).join()}]`,
  ]) {
    let steps = 0;
    for (const cutting = cutJson(text, 100_000); cutting.next().done !== true; ) steps += 1;
    expect(steps).toBe(Math.floor(text.length / 65_536));
  }
});

const values = (count: number) => Array.from({ length: count }, () => "0").join();

test.each([
  ["[", "0,", mostValues - 1, false],
  ["[", "0,", mostValues, true],
  ["", "{", mostValues, false],
  ["", "{", mostValues + 1, true],
  ["[", "[],", mostValues, true],
  ['["', ",{[", mostValues, false],
  ['["a\\"', ",{[", mostValues, false],
  ['["a\\\\",', "0,", mostValues, true],
  ['"', "  ", mostValues, false],
])("a text of %s and %s, %i times, has too many values: %j", (begin, part, times, hasMany) => {
  expect(hasManyValues(begin + part.repeat(times).padEnd(2 * mostValues + 1))).toBe(hasMany);
});

test("too many elements aren't read", () => {
  expect(cut("[1,2,3]", 3)).toMatchObject({ elements: ["1", "2", "3"] });
  expect(cut("[1,2,3,4]", 3)).toBeUndefined();
  expect(cut("[1,2,3,4,5]", 3)).toBeUndefined();
});

test("neither an element, a rest nor a whole with too many values is read", () => {
  expect(cut(`{"items":[[${values(mostValues - 10)}]]}`)).toMatchObject({ elements: { length: 1 } });
  expect(cut(`{"items":[[${values(mostValues + 1)}]]}`)).toBe("too_large");
  expect(cut(`{"a":{"b":[${values(mostValues + 1)}]},"items":[]}`)).toBe("too_large");
  const row = `[${values(mostValues - 10)}]`;
  expect(cut(`[${Array.from({ length: 12 }, () => row).join()}]`)).toMatchObject({ elements: { length: 12 } });
  expect(cut(`[${Array.from({ length: 13 }, () => row).join()}]`)).toBe("too_large");
});
