import { describe, expect, it } from "vitest";
import { claimed, contested, fresh, logOver, lost, message, now, type, waiting, without } from "./log-over.ts";

describe("postponing an attempt", () => {
  it("holds a delivery without spending the attempt", async () => {
    const world = logOver(claimed);
    await world.log.hold(message, claimed, undefined);
    const idle = without(claimed, "claimedAt");
    expect(world.row()).toEqual({ ...idle, attempt: 1, state: "held", rev: 3 });
  });

  it("creates the row of a delivery that is held before its first attempt", async () => {
    const world = logOver(undefined);
    await world.log.hold({ ...message, attempt: 1 }, undefined, type);
    expect(world.row()).toEqual({ ...fresh, type, state: "held", rev: 1 });
  });

  it("says until when it waits, and for what", async () => {
    const world = logOver({ ...claimed, state: "held" });
    await world.log.postpone(message, { ...claimed, state: "held" }, { nextAt: now + 7, postponed: "rateLimit" });
    const idle = without(claimed, "claimedAt");
    const later = { nextAt: now + 7, postponed: "rateLimit" };
    expect(world.row()).toEqual({ ...idle, attempt: 1, state: "waiting", ...later, rev: 3 });
  });

  it("writes no row for a delivery without one", async () => {
    const world = logOver(undefined);
    await world.log.postpone(message, undefined);
    expect(world.puts).toBe(0);
  });

  it("keeps what another worker wrote", async () => {
    const other = { ...claimed, rev: 5 };
    const world = contested(claimed, () => other);
    await world.log.hold(message, claimed, type);
    await world.log.postpone(message, claimed);
    await world.log.expire(message, claimed);
    expect(world.row()).toEqual(other);
  });
});

describe("ending a delivery without an attempt", () => {
  it("records that a consumer has it", async () => {
    const world = logOver(undefined);
    await world.log.acknowledge(message, type);
    const done = { ...fresh, type, state: "delivered", rev: 1 };
    expect(world.row()).toEqual(done);
    await world.log.acknowledge(message, "person.removed");
    expect(world.row()).toEqual(done);
  });

  it("waits a slightly longer random time after each write that another worker won", async () => {
    const world = logOver(waiting);
    world.chance = 0.5;
    world.meanwhile = async () => {
      if (world.puts <= 3) await world.stand({ ...waiting, rev: 10 + world.puts });
    };
    await world.log.acknowledge(message, undefined);
    expect(world.slept).toEqual([2.5, 5, 10]);
    const recording = logOver(claimed);
    recording.chance = 0.5;
    recording.meanwhile = async () => {
      if (recording.puts <= 2) await recording.stand({ ...claimed, rev: 10 + recording.puts });
    };
    const answer = { at: now, ms: 1, timing: {}, type, result: "delivered" as const, status: 204 };
    await recording.log.record(message, claimed, answer);
    expect(recording.row()).toMatchObject({ state: "delivered" });
    expect(recording.slept).toEqual([2.5, 5]);
  });

  it("overwrites concurrent writes, and plans no attempt", async () => {
    const world = logOver(waiting);
    world.meanwhile = async () => {
      if (world.puts === 1) await world.stand({ ...waiting, rev: 4 });
    };
    await world.log.acknowledge(message, undefined);
    const idle = without(waiting, "nextAt", "postponed");
    expect(world.row()).toEqual({ ...idle, state: "delivered", rev: 5 });
  });

  it("gives up after five lost races", async () => {
    const world = contested(waiting, (round) => ({ ...waiting, rev: 100 + round }));
    await expect(world.log.acknowledge(message, type)).rejects.toThrow(lost);
    expect(world.puts).toBe(5);
  });

  it("expires a delivery whose event is gone", async () => {
    const world = logOver(undefined);
    await world.log.expire(message, undefined);
    expect(world.row()).toEqual({ ...fresh, state: "expired", rev: 1 });
    const standing = logOver(claimed);
    await standing.log.expire(message, claimed);
    const idle = without(claimed, "claimedAt");
    expect(standing.row()).toEqual({ ...idle, state: "expired", rev: 3 });
  });

  it("keeps a final state: a delivered event isn't reported as expired", async () => {
    const delivered = { ...without(claimed, "claimedAt"), state: "delivered" as const };
    const world = logOver(delivered);
    await world.log.expire(message, delivered);
    expect(world.puts).toBe(0);
    expect(world.row()).toEqual(delivered);
  });
});

describe("recording that a notice quotes a response", () => {
  it("keeps each notice once, and nothing for an unknown delivery", async () => {
    const world = logOver(waiting);
    for (const notice of ["n1", "n2", "n1"]) await world.log.noteQuote(message, notice);
    expect(world.row()).toEqual({ ...waiting, quotedIn: ["n1", "n2"], rev: 3 });
    const unknown = logOver(undefined);
    await unknown.log.noteQuote(message, "n1");
    expect(unknown.puts).toBe(0);
  });

  it("retries if the row was written meanwhile, and says which delivery it gave up", async () => {
    const world = logOver(waiting);
    world.meanwhile = async () => {
      if (world.puts === 1) await world.stand({ ...waiting, quotedIn: ["n0"], rev: 4 });
    };
    await world.log.noteQuote(message, "n1");
    expect(world.row()).toMatchObject({ quotedIn: ["n0", "n1"], rev: 5 });
    const hopeless = contested(waiting, (round) => ({ ...waiting, rev: 100 + round }));
    await expect(hopeless.log.noteQuote(message, "n1")).rejects.toThrow(`the delivery of ${message.event} to sub_1`);
  });
});
