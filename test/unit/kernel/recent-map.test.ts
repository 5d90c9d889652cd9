import { expect, test } from "vitest";
import { RecentMap } from "../../../shared/kernel/recent-map.ts";

test("the entries that were set last are kept", () => {
  const map = new RecentMap<string>(2);
  map.set("a", "1");
  map.set("b", "1");
  map.set("a", "2");
  expect([map.get("a"), map.get("b")]).toEqual(["2", "1"]);
  map.set("c", "1");
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual(["2", undefined, "1"]);
});
