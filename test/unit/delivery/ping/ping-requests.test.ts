import { expect, test } from "vitest";
import { PingRequests } from "../../../../shared/delivery/ping/ping-requests.ts";
import { WaitingRequests } from "../../../../shared/partners/waiting-requests.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryQueue } from "../../../support/memory-queue.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent } from "../../fanout/an-event.ts";

function asking() {
  const subscriptions = new MemoryTable("subscriptions");
  const deliver = new MemoryQueue();
  const waiting = faked(WaitingRequests, { wait: async () => undefined });
  const parts = { subscriptions, deliver, deliveries: new MemoryTable("deliveries"), waiting };
  return { requests: new PingRequests({ ...testContext(), ...parts }), subscriptions, deliver };
}

test("each subscription of a partner has its own gap between pings, and all share one queue group", async () => {
  const { requests, deliver } = asking();
  const outcomes: string[] = [];
  for (const id of ["sub_1", "sub_2", "sub_1"]) {
    outcomes.push((await requests.ask("prt_1", id)).outcome);
    outcomes.push((await requests.sendExample("prt_1", id, anEvent())).outcome);
  }
  expect(outcomes).toEqual(["pending", "pending", "pending", "pending", "tooSoon", "tooSoon"]);
  const groups = deliver.sent.map(({ group }) => group);
  expect(new Set(groups)).toEqual(new Set(["prt_1/ping"]));
});

test("a deleted subscription's pings leave nothing behind", async () => {
  const { requests, subscriptions } = asking();
  await requests.ask("prt_1", "sub_1");
  await requests.sendExample("prt_1", "sub_1", anEvent());
  await requests.forget("prt_1", "sub_1");
  expect(subscriptions.items).toEqual([]);
});
