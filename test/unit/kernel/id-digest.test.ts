import fc from "fast-check";
import { expect, it } from "vitest";
import { digestText, noIds, sumOf, withId } from "../../../shared/kernel/id-digest.ts";

const digestOf = (ids: readonly string[]) => ids.reduce(withId, noIds);
const [one, other] = ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", "evt_01KAJ3N6Q1V5Y1R8C4T7W2X9ZB"];

it.each([
  [[], "0000000000000000000000000000000000000000000000000000000000000000"],
  [[one], "045ab1f3db91561b3efac6ca82eceef2b9edccab419b387009f2d78fe4f812f5"],
  [[one, other], "88d7764e6e0f95354d45bcd0adf6b54b322679bdd3a9bac2570a172cbe8f2ffd"],
])("of %j is the specified one", (ids, text) => {
  expect(digestText(digestOf(ids))).toBe(text);
});

it("ignores the order, and adds up", () => {
  const someIds = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 });
  fc.assert(
    fc.property(someIds, fc.nat(), (ids, at) => {
      const [early, late] = [ids.slice(0, at % 41), ids.slice(at % 41)];
      expect(digestOf(ids.toReversed())).toEqual(digestOf(ids));
      expect(sumOf(digestOf(early), digestOf(late))).toEqual(digestOf(ids));
      expect(digestText(digestOf(ids))).toMatch(/^[\da-f]{64}$/);
    }),
  );
});

it("differs if an id is missing, added or doubled", () => {
  const text = (ids: readonly string[]) => digestText(digestOf(ids));
  const all = [text([one]), text([one, other]), text([one, one]), text([])];
  expect(new Set(all).size).toBe(4);
});
