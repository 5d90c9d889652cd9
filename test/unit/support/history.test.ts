import { expect, test } from "vitest";
import { History } from "../../simulation/bridge/histories.ts";

test("sequential changes each held in turn, and both held during the later one", () => {
  const history = new History("old");
  history.begin(100, "new").end(200);
  expect(history.during(0, 99)).toEqual(["old"]);
  expect(history.during(150, 150)).toEqual(["old", "new"]);
  expect(history.during(201, 300)).toEqual(["new"]);
});

test("either of two overlapping changes may have been the last to take effect", () => {
  const history = new History("old");
  const resumed = history.begin(100, "resumed");
  history.begin(150, "paused").end(160);
  resumed.end(400);
  expect(history.during(500, 600)).toEqual(["resumed", "paused"]);
  history.begin(700, "paused again").end(710);
  expect(history.during(800, 900)).toEqual(["paused again"]);
});

test("a refused change never held", () => {
  const history = new History("old");
  history.begin(100, "new").refused();
  expect(history.during(150, 300)).toEqual(["old"]);
});
