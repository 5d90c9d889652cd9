import { describe, expect, it } from "vitest";
import { answered, DeliveryWorld } from "./delivery-world.ts";

describe("a delivery that its endpoint's limit postpones", () => {
  it("says so in the backlog before its first attempt, and in its row after one", async () => {
    const w = new DeliveryWorld();
    w.subscribe("sub_1", { ratePerSecond: 1 });
    w.answer = () => answered(500);
    const [first, second] = [w.message(1), w.message(2)];
    await w.run(first);
    await w.run(second);
    expect(w.backlogRows()).toMatchObject([{ event: second.event, postponed: "rateLimit" }]);
    const [retry] = w.queued();
    await w.run(retry!.message);
    const [row] = w.rows();
    expect(row).toMatchObject({ event: first.event, state: "waiting", postponed: "rateLimit" });
    w.clock.advance(2_000);
    await w.run({ ...retry!.message, parked: true });
    expect(w.rows()[0]).toMatchObject({ state: "waiting", attempt: 2 });
    expect(w.rows()[0]).not.toHaveProperty("postponed");
  });

  it("says that older ones go first while the backlog is sent", async () => {
    const w = new DeliveryWorld();
    w.subscribe("sub_1", { ratePerSecond: 1 });
    await w.circuits.change({ partner: "prt_1", subscription: "sub_1" }, (circuit) => ({
      ...circuit,
      drain: { at: w.clock.now(), size: 10 },
    }));
    await w.run(w.message(1));
    expect(w.backlogRows()).toMatchObject([{ postponed: "backlog" }]);
  });
});
