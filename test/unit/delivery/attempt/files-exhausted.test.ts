import { expect, it } from "vitest";
import { answered, DeliveryWorld } from "../delivery-world.ts";

it("an attempt without a free file descriptor blames no endpoint: the message comes again and is sent then", async () => {
  const w = new DeliveryWorld();
  w.subscribe("sub_1");
  w.answer = () => ({ outcome: "failed", class: "connect", detail: "EMFILE", ms: 1, timing: {} });
  for (let times = 0; times < 12; times += 1) {
    expect(await w.run(w.message())).toEqual(["rejected"]);
    w.clock.advance(1_000);
  }
  w.answer = () => answered(200);
  w.clock.advance(120_000);
  expect(await w.run(w.message())).toEqual(["fulfilled"]);
  expect(w.posts).toHaveLength(13);
  expect(w.logger.lines.filter(({ event }) => event === "delivery.attempt_failed")).toEqual([]);
  expect(w.logger.lines.filter(({ event }) => event === "endpoint.state")).toEqual([]);
});
