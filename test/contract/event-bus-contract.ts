import { describe, expect, it } from "vitest";
import type { BusEntry, EventBus } from "../../shared/kernel/ports/event-bus.ts";

export type EventBusHarness = {
  readonly bus: EventBus;
  /** The ids of the events that reached the bus, in any order. */
  readonly taken: () => Promise<readonly string[]>;
};

export function busEntry(number: number, filler = ""): BusEntry {
  const id = `evt_${number}`;
  const type = "person.updated";
  return { id, type, time: 1_760_000_000_000, detail: JSON.stringify({ instance: "acme", id, type, filler }) };
}

/** The contract of every bus. */
export function describeEventBus(name: string, makeHarness: () => EventBusHarness): void {
  describe(`EventBus on ${name}`, () => {
    it("accepts any number of events, including large ones", async () => {
      const { bus, taken } = makeHarness();
      const entries = Array.from({ length: 37 }, (_, number) => busEntry(number, "x".repeat(200_000)));
      expect(await bus.publish(entries)).toEqual({ refused: [] });
      expect((await taken()).toSorted()).toEqual(entries.map(({ id }) => id).toSorted());
    });

    it("accepts an event of exactly 256 KB", async () => {
      const { bus, taken } = makeHarness();
      const filler = "x".repeat(256 * 1_024 - busEntry(1).detail.length);
      expect(await bus.publish([busEntry(1, filler)])).toEqual({ refused: [] });
      expect(await taken()).toEqual(["evt_1"]);
    });

    it("accepts an empty list", async () => {
      const { bus, taken } = makeHarness();
      expect(await bus.publish([])).toEqual({ refused: [] });
      expect(await taken()).toEqual([]);
    });

    it("refuses a list with an event above 256 KB before it publishes any", async () => {
      const { bus, taken } = makeHarness();
      const entries = [busEntry(1), busEntry(2, "é".repeat(140_000))];
      await expect(bus.publish(entries)).rejects.toMatchObject({
        ...{ code: "item_too_large", message: expect.stringContaining("evt_2") },
      });
      expect(await taken()).toEqual([]);
    });
  });
}
