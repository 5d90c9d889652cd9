import { expect, test } from "vitest";
import { feedIdOf } from "../../../../shared/schedule/feeds/feed.ts";
import {
  laterBucketOf,
  laterPartition,
  pausedPartition,
  requestedPartition,
  slotOf,
  slotPartition,
} from "../../../../shared/schedule/feeds/wheel-partition.ts";

const owner = "acme#owner#Company#c1";

test("known answers: a feed's slot and partitions stay where an earlier version put them", () => {
  // Another hash would leave every stored feed in a partition where no tick looks for it.
  expect(slotOf("owners", 10, owner)).toBe(2);
  expect(slotOf("owners", 20, owner)).toBe(434);
  expect(slotOf("timelines", 2, owner)).toBe(2);
  expect(slotPartition("acme", "owners", 10, owner)).toBe("acme#owners#48#2");
  expect(requestedPartition("acme", "owners", "first", owner)).toBe("acme#owners#first#2");
  expect(requestedPartition("acme", "timelines", "now", "acme#person-timeline#x")).toBe("acme#timelines#now#1");
  expect(slotPartition("acme", "walks", 4, "acme#person-walk#x")).toMatch(/^acme#walks#16#\d+$/);
  expect(pausedPartition("acme")).toBe("acme#paused");
  expect(laterPartition("acme", "walks", laterBucketOf(1_767_600_000_000))).toBe("acme#walks#later#117840000");
});

test("known answers: a feed's id depends on its query's content, not on the order of its members", () => {
  const query = { view: "full", key: "created" };
  const id = "acme#person-timeline#8f40a84f2090";
  expect(feedIdOf({ instance: "acme", kind: "person-timeline", query })).toBe(id);
  expect(feedIdOf({ instance: "acme", kind: "person-timeline", query: { key: "created", view: "full" } })).toBe(id);
  expect(feedIdOf({ instance: "acme", kind: "project-walk", query: {} })).toBe("acme#project-walk#fc1212e550a4");
  expect(feedIdOf({ instance: "acme", kind: "owner", owner: { type: "Company", id: "c1" }, query: {} })).toBe(owner);
});
