import { expect, test } from "vitest";
import { backlogKey } from "../../../../shared/delivery/backlog/backlog.ts";
import { dueShard, endpointKey, limitsKey } from "../../../../shared/delivery/endpoint/endpoint-item.ts";
import { orderPositionOf } from "../../../../shared/delivery/ordered/record-lock.ts";
import { RecordLockStore } from "../../../../shared/delivery/ordered/record-lock-store.ts";
import { ackIdOf } from "../../../../shared/delivery/pull/pull-row.ts";
import { deliveryKey } from "../../../../shared/delivery/rows/delivery-row.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent } from "../../fanout/an-event.ts";

// Detected on 2026-11-21 at 09:00 UTC. The shards and the digest below were computed outside this code base, with
// SHA-256 over each part's length (four bytes, big endian) and its UTF-8.
const event = "evt_01M7YNAYM0008J4CT4ANK7F24S";
const record = "c1314272fcbdddcdadac0f45acd4ea4b";
const delivery = { subscription: "sub_01", partner: "prt_1", instance: "acme", event, run: "0", attempt: 1 };
const position = { record, seq: 12, part: 3 };

test("a delivery's row is stored under its event's day and shard, where rows of earlier versions are found", () => {
  expect(deliveryKey(delivery)).toEqual({ pk: "sub_01#2026-11-21#2", sk: `${event}#0` });
});

test("a backlog row is stored in its event's shard, an ordered one in its record's, sorted by its place", () => {
  expect(backlogKey(delivery)).toEqual({ pk: "sub_01#backlog#2", sk: `${event}#0` });
  expect(backlogKey({ ...delivery, position })).toEqual({
    pk: "sub_01#backlog#9",
    sk: `${record}#000000000012#003#${event}#0`,
  });
});

test("a record's place is its digest, the number of the change and the part", () => {
  const envelope = anEvent({ instance: "acme", subject: { type: "person", id: "7", seq: 12, part: 3 } });
  expect(orderPositionOf(envelope)).toEqual(position);
});

test("a record's lock is stored in the record's shard", async () => {
  const table = new MemoryTable("deliveries");
  const locks = new RecordLockStore({ ...testContext(), table });
  await locks.acquire({ ...delivery, position }, undefined);
  expect(table.items).toMatchObject([{ pk: "sub_01#turns#9", sk: record, seq: 12, part: 3 }]);
});

test("an endpoint and its limits are stored under their partner, its due time in a shard of the index", () => {
  expect(endpointKey(delivery)).toEqual({ pk: "partner#prt_1", sk: "endpoint#sub_01" });
  expect(limitsKey(delivery)).toEqual({ pk: "partner#prt_1", sk: "limits#sub_01" });
  expect(dueShard(delivery)).toBe("due#0");
});

test("an acknowledgement names the event and the run", () => {
  expect(ackIdOf(delivery)).toBe(`${event}.0`);
});
