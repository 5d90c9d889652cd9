import { describe, expect, it, test } from "vitest";
import { pingMessage } from "../../../../shared/delivery/ping/ping-message.ts";
import { AnswerAllowance, decideClaim } from "../../../../shared/delivery/rows/delivery-log.ts";
import { type DeliveryRow, newDeliveryRow } from "../../../../shared/delivery/rows/delivery-row.ts";
import { idOf } from "../../fanout/an-event.ts";
import { answering } from "../answering.ts";
import { answered, type DeliveryWorld, subscribed } from "../delivery-world.ts";
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
    const world = contested(waiting, (round) => ({ ...waiting, rev: 10 + round }), 3);
    world.chance = 0.5;
    await world.log.acknowledge(message, undefined);
    expect(world.slept).toEqual([2.5, 5, 10]);
    const recording = contested(claimed, (round) => ({ ...claimed, rev: 10 + round }), 2);
    recording.chance = 0.5;
    const answer = { at: now, ms: 1, timing: {}, type, result: "delivered" as const, status: 204 };
    await recording.log.record(message, claimed, answer);
    expect(recording.row()).toMatchObject({ state: "delivered" });
    expect(recording.slept).toEqual([2.5, 5]);
  });

  it("overwrites concurrent writes, and plans no attempt", async () => {
    const world = contested(waiting, () => ({ ...waiting, rev: 4 }), 1);
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
    const world = contested(waiting, () => ({ ...waiting, quotedIn: ["n0"], rev: 4 }), 1);
    await world.log.noteQuote(message, "n1");
    expect(world.row()).toMatchObject({ quotedIn: ["n0", "n1"], rev: 5 });
    const hopeless = contested(waiting, (round) => ({ ...waiting, rev: 100 + round }));
    await expect(hopeless.log.noteQuote(message, "n1")).rejects.toThrow(`the delivery of ${message.event} to sub_1`);
  });
});

const claimRetention = 60_000;
const identity = { subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(1), run: "0", attempt: 1 };
const row = (fields: Partial<DeliveryRow>): DeliveryRow => ({ ...newDeliveryRow(identity, now, 1_000), ...fields });

const recorded = row({ attempt: 2, nextAt: now + 5_000 });
const live = row({ attempt: 2, claimedAt: now - claimRetention + 1 });
const dead = row({ attempt: 2, claimedAt: now - claimRetention });

it.each([
  ["nothing is known of it", undefined, 1, 2, "attempt"],
  ["a later attempt that nothing is known of", undefined, 3, 1, "attempt"],
  ["the attempt before is recorded", recorded, 3, 1, "attempt"],
  ["the attempt before was blocked", row({ attempt: 2, state: "blocked" }), 3, 1, "attempt"],
  ["its worker may have died after the record", recorded, 2, 2, "done"],
  ["a duplicate of a recorded attempt", recorded, 2, 1, "skipped"],
  ["a duplicate of an attempt being made", live, 2, 1, "skipped"],
  ["another worker makes it", live, 2, 2, "waiting"],
  ["its worker died during the POST", dead, 2, 2, "attempt"],
  ["a later attempt is recorded", recorded, 1, 2, "skipped"],
  ["an attempt was left out", recorded, 4, 1, "skipped"],
  ["delivered", row({ attempt: 2, state: "delivered" }), 3, 1, "skipped"],
  ["delivered, and repeated by the queue", row({ attempt: 2, state: "delivered" }), 2, 2, "done"],
  ["expired", row({ attempt: 2, state: "expired" }), 3, 1, "skipped"],
  ["held, and released", row({ attempt: 2, state: "held" }), 3, 1, "attempt"],
  ["held before any attempt", row({ state: "held" }), 1, 2, "attempt"],
])("a message's next step %s", (_, standing, attempt, receiveCount, expected) => {
  expect(decideClaim(standing, { attempt, isRepeat: receiveCount > 1 }, { now, claimRetention })).toBe(expected);
});

const large = { ...answered(200), excerpt: "x".repeat(100_000) };
const failed = { ...answered(500), shown: { "x-large": "x".repeat(100_000) }, excerpt: "x" };

/** Bytes of all rows after so many deliveries, every fifth of which fails. */
async function storedAfter(w: DeliveryWorld, events: readonly number[], subscription = "sub_1") {
  w.answer = () => (w.posts.length % 5 === 0 ? failed : large);
  for (const event of events) await w.run(w.message(event, {}, subscription));
  return JSON.stringify(w.deliveries.items).length;
}
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

test("the responses of a partner's endpoints are stored up to an allowance, which refills", async () => {
  const w = subscribed();
  const bytes = await storedAfter(w, numbers(1, 200));
  expect(bytes).toBeGreaterThan(4_000_000);
  expect(bytes).toBeLessThan(6_000_000);
  const rows = w.deliveries.items.filter(({ attempts }) => attempts !== undefined);
  const without = rows.filter((row) => !JSON.stringify(row).includes("xx"));
  expect(without.length).toBeGreaterThan(100);
  expect(new Set(without.map(({ state }) => state))).toEqual(new Set(["delivered", "waiting"]));
  w.clock.advance(60_000);
  const later = await storedAfter(w, numbers(200, 300));
  expect(later - bytes).toBeGreaterThan(900_000);
  expect(later - bytes).toBeLessThan(1_500_000);
});

test("responses to pings count towards the same allowance", async () => {
  const w = answering(failed);
  for (let count = 0; count < 60; count += 1) {
    await w.run(pingMessage("prt_1", "sub_1", w.clock.now()));
    w.clock.advance(10);
  }
  expect(w.rows()).toHaveLength(60);
  expect(JSON.stringify(w.deliveries.items).length).toBeLessThan(5_000_000);
});

test("the allowance doesn't grow in a quiet hour, and loses nothing if a clock is set back", () => {
  const allowance = new AnswerAllowance();
  const answer = {
    result: "delivered",
    type: "person.updated",
    at: 0,
    ms: 1,
    timing: {},
    status: 200,
    excerpt: "x".repeat(1_000_000),
  } as const;
  const keptAt = (now: number) =>
    Array.from({ length: 6 }, () => allowance.kept(answer, "prt_1", now).excerpt).filter(Boolean);
  const hour = 3_600_000;
  expect(keptAt(hour)).toHaveLength(4);
  expect(keptAt(3 * hour)).toHaveLength(4);
  allowance.kept(answer, "prt_2", 3 * hour);
  expect(allowance.kept(answer, "prt_2", hour)).toEqual(answer);
});

test.each(["excerpt", "headers", "sent"] as const)("a response's %s is kept only within the allowance", (part) => {
  const allowance = new AnswerAllowance();
  const text = "x".repeat(3_000_000);
  const rest = { result: "failed", type: "person.updated", at: 0, ms: 1, timing: {}, status: 500 } as const;
  const answer = { ...rest, [part]: part === "excerpt" ? text : { name: text } };
  expect(allowance.kept(answer, "prt_1", 0)).toEqual(answer);
  expect(allowance.kept(answer, "prt_1", 0)).toEqual(rest);
  expect(allowance.kept(rest, "prt_1", 0)).toEqual(rest);
});
