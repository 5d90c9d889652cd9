import { describe, expect, it } from "vitest";
import { answered, subscribed } from "./delivery-world.ts";

describe.each([
  ["a replayed delivery", "rpl_1", { slow: true }],
  ["a live delivery", "0", {}],
] as const)("%s takes the lane of its run", (_, run, lane) => {
  it.each([
    ["when it waits for its turn in an ordered subscription", true, 1],
    ["when it is sent again", false, 2],
  ])("%s", async (__, ordered, attempt) => {
    const world = subscribed({ ordered });
    world.answer = () => answered(500);
    expect(await world.run({ ...world.message(1), run, ...lane })).toEqual(["fulfilled"]);
    const lanes = [world.deliver.take(), world.deliverSlow.take()];
    const expected = [expect.objectContaining({ run, attempt, ...lane })];
    expect(lanes).toEqual(run === "0" ? [expected, []] : [[], expected]);
  });
});
