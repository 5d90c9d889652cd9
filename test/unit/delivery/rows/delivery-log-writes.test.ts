import { describe, expect, it } from "vitest";
import { type DeliveryRow, deliveryKey } from "../../../../shared/delivery/rows/delivery-row.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import {
  claimed,
  contested,
  delivered,
  failed,
  first,
  fresh,
  logOver,
  lost,
  message,
  now,
  waiting,
  without,
} from "./log-over.ts";

const { claimRetention } = defaultTimings;

describe("checking a message", () => {
  it("waits for another worker's claim to end", async () => {
    const { log } = logOver({ ...claimed, claimedAt: now - 1_000 });
    expect(await log.look(message, true)).toEqual({ outcome: "waiting", ms: claimRetention - 1_000 });
    expect(await log.look(message, false)).toEqual({ outcome: "skipped" });
  });

  it("names the unreadable row", async () => {
    const world = logOver(undefined);
    await world.table.put([{ item: { ...deliveryKey(message), rev: "one" } }]);
    await expect(world.log.find(message)).rejects.toThrow(`delivery ${fresh.pk} ${fresh.sk}`);
  });
});

it("claiming an attempt writes the attempt and its start, and that no other is planned", async () => {
  const world = logOver(waiting);
  expect(await world.log.claim(message, waiting)).toEqual(claimed);
  expect(world.row()).toEqual(claimed);
});

describe("recording a response", () => {
  it("leaves a delivery alone that another worker delivered", async () => {
    const done: DeliveryRow = { ...claimed, state: "delivered", rev: 7 };
    for (const answer of [failed, delivered]) {
      const world = contested(claimed, () => done);
      expect(await world.log.record(message, claimed, answer)).toBeUndefined();
      expect(world.row()).toEqual(done);
    }
  });

  it("leaves the next attempt to the worker whose failure record is stored", async () => {
    const idle = without(claimed, "claimedAt");
    const others: readonly DeliveryRow[] = [
      { ...idle, attempts: [first, { ...first, at: now - 1 }], nextAt: now + 1, rev: 8 },
      { ...claimed, attempt: 3, rev: 8 },
    ];
    for (const other of others) {
      const world = contested(claimed, () => other);
      expect(await world.log.record(message, claimed, failed)).toBeUndefined();
      expect(world.row()).toEqual(other);
    }
  });

  it("recognizes its own record, stored although the table reported a conflict", async () => {
    const world = logOver(claimed);
    world.answer = () => "conflict";
    expect(await world.log.record(message, claimed, failed)).toEqual(world.row());
    expect(world.puts).toBe(1);
  });

  it.each([
    ["an earlier attempt's record", { ...waiting, rev: 9 }, failed],
    ["another worker's claim", { ...claimed, rev: 9 }, failed],
    ["a later claim, if the answer is a success", { ...claimed, attempt: 3, rev: 9 }, delivered],
  ])("writes it over %s", async (_, other, answer) => {
    const world = contested(claimed, () => other, 1);
    expect(await world.log.record(message, claimed, answer)).toMatchObject({ rev: 10 });
    expect(world.row()).toMatchObject({ rev: 10, attempts: [first, { at: now }] });
  });

  it("gives up after five lost races", async () => {
    const world = contested(claimed, (round) => ({ ...claimed, rev: 100 + round }));
    await expect(world.log.record(message, claimed, failed)).rejects.toThrow(lost);
    expect(world.puts).toBe(5);
  });

  it("creates the row again if it is gone", async () => {
    const world = logOver(undefined);
    expect(await world.log.record(message, claimed, failed)).toMatchObject({
      attempt: 2,
      attempts: [{ at: now }],
      rev: 1,
    });
  });
});
