import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { mockClient } from "aws-sdk-client-mock";
import { expect, it } from "vitest";
import { EventBridgeBus } from "../../shared/adapters/aws/event-bridge-bus.ts";
import { LocalBus } from "../../shared/adapters/local/local-bus.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { MemoryQueue } from "../support/memory-queue.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { SilentLogger } from "../support/silent-logger.ts";
import { busEntry, describeEventBus } from "./event-bus-contract.ts";

describeEventBus("one machine", () => {
  const fanout = new MemoryQueue();
  return {
    bus: new LocalBus(fanout),
    taken: async () =>
      fanout.sent.map(({ body, group }) => {
        expect(group).toBe("acme");
        const message: { instance: string; id: string; type: string } = JSON.parse(body);
        expect(message).toEqual({ instance: "acme", id: message.id, type: "person.updated" });
        return message.id;
      }),
  };
});

it("one machine's bus reads the texts of its rule from the event, and refuses an event that isn't an object", async () => {
  const fanout = new MemoryQueue();
  const bus = new LocalBus(fanout);
  const odd = { ...busEntry(1), detail: JSON.stringify({ instance: 7, id: "evt_1", type: ["person.updated"] }) };
  await bus.publish([odd]);
  expect(fanout.sent).toEqual([{ body: JSON.stringify({ id: "evt_1" }), group: "" }]);
  await expect(bus.publish([{ ...odd, detail: "[]" }])).rejects.toThrow("event evt_1");
});

describeEventBus("EventBridge", () => {
  const taken: string[] = [];
  const client = mockClient(new EventBridgeClient({}));
  client.on(PutEventsCommand).callsFake(({ Entries = [] }: PutEventsCommand["input"]) => {
    // The service's limits, which emulators don't enforce.
    const bytes = Entries.reduce((sum, { Detail = "" }) => sum + Buffer.byteLength(Detail), 0);
    if (Entries.length > 10 || bytes > 1_000_000) throw new Error(`${Entries.length} entries of ${bytes} bytes`);
    for (const { Detail = "" } of Entries) taken.push(JSON.parse(Detail).id);
    return { FailedEntryCount: 0, Entries: Entries.map((_, position) => ({ EventId: `aws-${position}` })) };
  });
  const clock = new FakeClock();
  const parts = {
    busName: "feedhook",
    logger: new SilentLogger(),
    clock,
    sleeper: clock,
    randomness: new SeededRandomness(),
  };
  return {
    bus: new EventBridgeBus({ ...parts, client: client as unknown as EventBridgeClient }),
    taken: async () => taken,
  };
});
