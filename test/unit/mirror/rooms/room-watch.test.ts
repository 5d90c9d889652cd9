import { expect, test } from "vitest";
import type { Put } from "../../../../shared/kernel/ports/table.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import { RoomWatch } from "../../../../shared/mirror/rooms/room-watch.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { testContext } from "../../../support/test-context.ts";
import { mirrorWith, seqFloor } from "../mirror-fixture.ts";

function roomsWith() {
  const { mirror, instances, clock, events } = mirrorWith();
  const rooms = new RoomWatch({ ...testContext({ clock }), mirror, instances });
  const room = () => mirror.items.find(({ sk }) => sk === "r");
  return { mirror, instances, clock, events, rooms, room };
}

test("an unreachable room is published above the instance's floor, at the time of the visit, without a cause", async () => {
  const { rooms, room, events, clock } = roomsWith();
  await rooms.unreachable("acme", "r");
  expect(room()).toMatchObject({
    ...{ state: "unlisted", seq: seqFloor + 1, asOf: clock.now(), observedAt: clock.now(), firstSeenAt: clock.now() },
    full: { body: { cause: "unknown" } },
    changeLog: [{ detectedBy: "journal", facts: [{ type: "room.unreachable", key: "" }] }],
  });
  expect(events).toMatchObject([
    { type: "room.unreachable", subject: { type: "room", id: "r", seq: seqFloor + 1, part: 1 }, detectedBy: "journal" },
  ]);
});

test("a room of an unregistered instance is published too, in its own order", async () => {
  const { rooms, events } = roomsWith();
  await rooms.unreachable("left", "r");
  expect(events).toMatchObject([{ instance: "left", subject: { id: "r", seq: 1 } }]);
});

test("a room that becomes reachable is written once, and one that always was isn't written", async () => {
  const { rooms, room, clock } = roomsWith();
  await rooms.reachable("acme", "r");
  expect(room()).toBeUndefined();
  await rooms.unreachable("acme", "r");
  clock.advance(1_000);
  await rooms.reachable("acme", "r");
  const written = room();
  expect(written).toMatchObject({ state: "live", asOf: clock.now(), seq: seqFloor + 1 });
  clock.advance(1_000);
  await rooms.reachable("acme", "r");
  expect(room()).toEqual(written);
});

test("a room that another worker wrote since it was read is left to the next visit, with an error that names it", async () => {
  const { mirror, instances, clock, rooms, room } = roomsWith();
  await rooms.unreachable("acme", "r");
  const before = room();
  const late = new RoomWatch({
    ...testContext({ clock }),
    mirror: faked(MemoryTable, { get: async () => undefined, put: (puts: readonly Put[]) => mirror.put(puts) }),
    instances,
  });
  await expect(late.unreachable("acme", "r")).rejects.toMatchObject({
    code: "contention",
    message: "room r of acme was changed by another worker",
  });
  expect(room()).toEqual(before);
});

test("an unreadable stored room is named", async () => {
  const { mirror, rooms } = roomsWith();
  await mirror.put([{ item: { ...recordKey("acme", "room", "r"), instance: "acme", resource: "room", id: "r" } }]);
  await expect(rooms.reachable("acme", "r")).rejects.toThrow("room r has an unknown shape at seq, state");
});
