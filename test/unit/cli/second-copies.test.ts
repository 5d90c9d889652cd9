import { expect, test } from "vitest";
import { SecondCopies } from "../../../infra/cli/listen/replay-last.ts";

const live = { event: { id: "evt_1" } };
const replayed = { ...live, replay: true };

test.each([
  ["the replay", replayed, live],
  ["the event itself", live, replayed],
])("an event that came first by %s is skipped once when its other copy comes", (_, first, second) => {
  const copies = new SecondCopies(["evt_1"]);
  expect(copies.has(first)).toBe(false);
  copies.taken(first);
  expect([copies.has(second), copies.has(second)]).toEqual([true, false]);
});

test("a copy that the receiver refused leaves the other one to come", () => {
  expect(new SecondCopies(["evt_1"]).has(live)).toBe(false);
});

test("a copy that comes again by the same way, or wasn't in the first replay, isn't a second copy", () => {
  const copies = new SecondCopies(["evt_1"]);
  copies.taken(replayed);
  expect(copies.has(replayed)).toBe(false);
  const others = new SecondCopies([]);
  others.taken(live);
  expect(others.has(replayed)).toBe(false);
});
