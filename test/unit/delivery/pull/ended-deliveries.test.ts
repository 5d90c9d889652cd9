import { describe, expect, it } from "vitest";
import { expiryOf } from "../../../../shared/delivery/pull/pull-row.ts";
import { endingAnywhere } from "../../../support/ending-anywhere.ts";
import { idOf } from "../../fanout/an-event.ts";
import { consumerOf, pullWorld } from "./pull-world.ts";

const day = 86_400_000;

/** The owner may have no instance. */
const withdrawn = async () => ({
  ...{ partner: "prt_1", isActive: true, quotas: undefined, rev: 1 },
  instances: new Set<string>(),
});

describe("a pull subscription", () => {
  it("expires each event in its time", async () => {
    const world = pullWorld();
    const begun = world.clock.now();
    const ids = [0, day].map((after, n) => idOf(n, begun + after));
    for (const [n, id] of ids.entries()) await world.run(world.message(n, { id }));
    const states = () => world.rows().map(({ event, state }) => [event, state]);
    world.clock.advance(30 * day);
    await world.sweep();
    expect(states()).toEqual([[ids[0], "expired"]]);
    world.clock.advance(day);
    await world.sweep();
    expect(states().toSorted()).toEqual(ids.map((id) => [id, "expired"]).toSorted());
  });

  it("expires an event before it is deleted, however short its retention", () => {
    const at = Date.UTC(2026, 10, 21);
    const hours = [1, 1_000].map(
      (hour) => (expiryOf(idOf(1, at), { eventRetention: hour * 3_600_000 }) - at) / 3_600_000,
    );
    expect(hours).toEqual([0.99, 999]);
  });

  it("gives up the events of a withdrawn instance, wherever a worker ends", async () => {
    await endingAnywhere(async (ending) => {
      const world = pullWorld();
      world.subscribe("sub_1", { kind: "pull", url: undefined, status: "disabled" });
      await world.run(world.message(1));
      for (const table of [ending.of(world.deliveries), world.deliveries]) {
        const options = { limit: 10, lease: 60_000, access: withdrawn };
        await consumerOf(world, table)
          .fetch("sub_1", options)
          .catch(() => undefined);
      }
      expect([world.rows().map(({ state }) => state), world.backlogRows()]).toEqual([["expired"], []]);
    });
  });
});
