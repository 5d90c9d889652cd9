import { expect, test } from "vitest";
import { fixedFeeds } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";

const lists = fixedFeeds("acme").filter(({ kind }) => kind.endsWith("-timeline") || kind.endsWith("-walk"));
const keysOf = (resource: string) =>
  lists.filter(({ kind }) => kind === `${resource}-timeline`).map(({ query }) => query["key"]);

test("hazard 8: persons and companies are read by both keys, which are always sent", () => {
  expect(keysOf("person")).toEqual(["created", "modified"]);
  expect(keysOf("company")).toEqual(["created", "modified"]);
  expect(keysOf("project")).toEqual([undefined]);
});

test("hazard 9: every query is a feed of its own", () => {
  expect(new Set(lists.map(({ feedId }) => feedId)).size).toBe(lists.length);
});

test("hazard 11: a row that leaves a filter would vanish silently, so timelines and walks have none", () => {
  const filters = lists.flatMap(({ query }) => Object.keys(query)).filter((name) => name !== "key" && name !== "view");
  expect(filters).toEqual([]);
});
