import { expect, test } from "vitest";
import { changesOf, currentPage, normalisations, withNormalisations } from "../../normalisations/normalisations.ts";

test.each(normalisations.same)("no event: when a %s %s becomes %s", (...one) => {
  expect(changesOf(one)).toEqual([]);
});

test.each(normalisations.different)("an event: when a %s %s becomes %s", (...one) => {
  expect(changesOf(one)).toHaveLength(1);
});

test("docs/events.md has the current table of what counts as a change: npm run normalisations", () => {
  expect(currentPage()).toBe(withNormalisations(currentPage()));
});

test("a page without a place for the table is refused", () => {
  expect(() => withNormalisations("# Events\n")).toThrow("has no section between");
});
