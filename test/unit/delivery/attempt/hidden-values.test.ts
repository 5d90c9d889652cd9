import { describe, expect, it } from "vitest";
import { headersWithoutValues, withoutValues } from "../../../../shared/delivery/attempt/hidden-values.ts";

describe("what an endpoint answered is shown without", () => {
  it.each([
    ["a value", "s3cr3t-t0ken-123", "got s3cr3t-t0ken-123, sorry", "got …, sorry"],
    ["a value with its scheme", "Bearer s3cr3t-t0ken-123", "Bearer s3cr3t-t0ken-123 twice", "… twice"],
    ["what is behind a scheme", "Bearer s3cr3t-t0ken-123", '{"error":"token s3cr3t-t0ken-123"}', '{"error":"token …"}'],
    ["a value whose slashes are escaped", "abc/def/ghi", String.raw`{"got":"abc\/def\/ghi"}`, '{"got":"…"}'],
    ["a value whose quotes and backslashes are escaped", 'abc"de\\f', String.raw`{"got":"abc\"de\\f"}`, '{"got":"…"}'],
    ["a value that is escaped by codes", "Basic a+b/c&d==", String.raw`a\u002Bb\/c\u0026d\u003d\u003D`, "…"],
    [
      "nothing that is like a value",
      "a.c+e[f]",
      String.raw`abc\n abce[f] a.cce[f]`,
      String.raw`abc\n abce[f] a.cce[f]`,
    ],
    ["nothing as short as a word", "abcde", "abcde", "abcde"],
    ["nothing short behind a scheme", "Team no 1", "no 1", "no 1"],
  ])("%s", (_, value, text, shown) => {
    expect(withoutValues(text, [value])).toBe(shown);
  });

  it("any of them in headers", () => {
    expect(headersWithoutValues({ "x-echo": "abcdef", "x-other": "1" }, ["Key abcdef"])).toEqual({
      "x-echo": "…",
      "x-other": "1",
    });
  });
});
