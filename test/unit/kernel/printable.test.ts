import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, printableLine } from "../../../shared/kernel/printable.ts";
import { anyText, steering } from "../../support/steering-text.ts";

test("no text controls a terminal or hides part of itself, and JSON keeps its values", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(printable(text)).not.toMatch(steering);
      expect(printableLine(text)).not.toContain("\n");
      const json = JSON.stringify({ [text]: [text] });
      expect(printable(json)).not.toMatch(steering);
      expect(JSON.parse(printable(json))).toEqual(JSON.parse(json));
    }),
  );
});

test.each([
  ["\u001b]0;owned\u0007", "\\u001b]0;owned\\u0007"],
  ["\u001b[2J", "\\u001b[2J"],
  ["\u009b31m", "\\u009b31m"],
  ["a\rb\tc\u007f", "a\\u000db\\u0009c\\u007f"],
  ["user\u202etxt.exe\u2069", "user\\u202etxt.exe\\u2069"],
  [
    "\u061c\u200e\u200f\u2028\u2029\ufeff\u200b\u2060\u00ad",
    "\\u061c\\u200e\\u200f\\u2028\\u2029\\ufeff\\u200b\\u2060\\u00ad",
  ],
  ["\u{e0041}\u3164", "\\udb40\\udc41\\u3164"],
  ["\ud800", "\\ud800"],
])("%j is shown escaped", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test("ordinary text doesn't change", () => {
  const text = "Kari Nordmann ❤️ 日本語 עברית €\n👍🏽";
  expect(printable(text)).toBe(text);
  expect(printableLine("one\ntwo")).toBe("one\\ntwo");
});
