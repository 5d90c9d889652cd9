import { expect, test } from "vitest";
import { feedsOfInstance, fixedFeeds, ownerFeed } from "../../../../shared/schedule/feeds/feeds-of-instance.ts";

const lists = fixedFeeds("acme").filter(({ kind }) => kind.endsWith("-timeline") || kind.endsWith("-walk"));
const keysOf = (resource: string) =>
  lists.filter(({ kind }) => kind === `${resource}-timeline`).map(({ query }) => query["key"]);

test("hazard 8: persons and companies are read by both keys, which are always sent", () => {
  expect(keysOf("person")).toEqual(["created", "modified"]);
  expect(keysOf("company")).toEqual(["created", "modified"]);
  expect(keysOf("project")).toEqual([undefined]);
});

test("hazard 9: every query, and every room, is a separate feed", () => {
  const ids = [...lists, ...feedsOfInstance("acme", ["r1", "r2"]).slice(-2)].map(({ feedId }) => feedId);
  expect(new Set(ids).size).toBe(lists.length + 2);
});

test("first contact is the timelines without `modified`, templates, rooms and journals", () => {
  const open = feedsOfInstance("acme", ["r"]).filter(({ drained }) => !drained);
  expect(open.map(({ kind }) => kind)).toEqual([
    ...["person-timeline", "company-timeline", "project-timeline", "activity-timeline"],
    ...["company-template", "project-template", "room"],
  ]);
  expect(ownerFeed("acme", { type: "Person", id: "p1" }).drained).toBe(false);
});

test("hazard 11: timelines and walks have no filters, because a row that leaves a filter would vanish silently", () => {
  const filters = lists.flatMap(({ query }) => Object.keys(query)).filter((name) => name !== "key" && name !== "view");
  expect(filters).toEqual([]);
});

test("an instance's feeds keep their ids, which positions are stored under, and wait in the wheels of their classes", () => {
  expect(fixedFeeds("acme").map(({ feedId, class: feedClass, query }) => [feedId, feedClass, query])).toEqual([
    ["acme#person-timeline#8f40a84f2090", "timelines", { key: "created", view: "full" }],
    ["acme#person-timeline#648cceb3b2aa", "timelines", { key: "modified", view: "full" }],
    ["acme#company-timeline#8f40a84f2090", "timelines", { key: "created", view: "full" }],
    ["acme#company-timeline#648cceb3b2aa", "timelines", { key: "modified", view: "full" }],
    ["acme#project-timeline#fc1212e550a4", "timelines", {}],
    ["acme#activity-timeline#fc1212e550a4", "timelines", {}],
    ["acme#person-walk#d0ddd135aa1f", "walks", { view: "full" }],
    ["acme#company-walk#d0ddd135aa1f", "walks", { view: "full" }],
    ["acme#project-walk#fc1212e550a4", "walks", {}],
    ["acme#activity-walk#fc1212e550a4", "walks", {}],
    ["acme#person-count#fc1212e550a4", "small", {}],
    ["acme#company-count#fc1212e550a4", "small", {}],
    ["acme#project-count#fc1212e550a4", "small", {}],
    ["acme#activity-count#fc1212e550a4", "small", {}],
    ["acme#company-template#fc1212e550a4", "small", {}],
    ["acme#project-template#fc1212e550a4", "small", {}],
    ["acme#project-scrub#fc1212e550a4", "scrubs", {}],
    ["acme#activity-scrub#fc1212e550a4", "scrubs", {}],
    ["acme#document-scrub#fc1212e550a4", "scrubs", {}],
  ]);
});
