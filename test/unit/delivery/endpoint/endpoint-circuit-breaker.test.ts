import { describe, expect, it, vi } from "vitest";
import type { DialOutcome } from "../../../../shared/delivery/attempt/dialer.ts";
import { idOf } from "../../fanout/an-event.ts";
import { answering, sweepAndSend } from "../answering.ts";
import { answered, type DeliveryWorld, endpoint, subscribed } from "../delivery-world.ts";

const minute = 60_000;
const hour = 60 * minute;
const timedOut: DialOutcome = { outcome: "failed", class: "timeout", ms: 3_000, timing: {} };

function aWorld(): DeliveryWorld {
  return subscribed({}, { drainLimit: 2_000 });
}

/** Five deliveries fail, and more are held. */
async function openWorld(held = 3): Promise<DeliveryWorld> {
  const world = answering(500, {}, { drainLimit: 2_000 });
  for (let n = 1; n <= 5; n += 1) await world.run(world.message(n));
  world.queued();
  for (let n = 6; n < 6 + held; n += 1) await world.run(world.message(n));
  return world;
}

const held = (world: DeliveryWorld) => world.backlogRows().filter((row) => row["held"] === true);

describe("an endpoint with an open circuit", () => {
  it("gets nothing: new deliveries are held and listed without a dial", async () => {
    const world = await openWorld(3);
    expect(world.posts).toHaveLength(5);
    expect(world.rows().filter(({ state }) => state === "held")).toMatchObject([
      { attempt: 0, attempts: [] },
      { attempt: 0 },
      { attempt: 0 },
    ]);
    expect(held(world)).toHaveLength(3);
  });

  it("costs one write for all held deliveries of a batch, with both rows of each", async () => {
    const world = await openWorld(0);
    const put = vi.spyOn(world.deliveries, "put");
    await world.run(...[20, 21, 22].map((n) => world.message(n)));
    expect(put.mock.calls.map(([puts]) => puts.length)).toEqual([6]);
    expect(held(world)).toHaveLength(3);
  });

  it("is known as open to every worker by its next failure", async () => {
    const world = await openWorld(0);
    const other = world.sender;
    world.restarted();
    await world.run(world.message(20));
    expect(world.posts).toHaveLength(5);
    expect(other).not.toBe(world.sender);
  });

  it("is probed with the oldest, the newest and the next-oldest in turn, skipping what failed three times", async () => {
    const world = await openWorld(5);
    const ids = [6, 7, 8, 9, 10].map((n) => world.message(n).event).sort();
    const candidates: number[] = [];
    for (let probe = 0; probe < 9; probe += 1) {
      const dialled = await sweepAndSend(world, 31 * minute);
      expect(dialled).toHaveLength(1);
      candidates.push(ids.indexOf(dialled[0]!));
    }
    expect(candidates).toEqual([0, 4, 1, 0, 4, 1, 0, 4, 2]);
    expect(await sweepAndSend(world, 31 * minute)).toEqual([ids[1]]);
    expect(await sweepAndSend(world, 31 * minute)).toEqual([ids[3]]);
  });

  it("isn't kept unhealthy by one poison event", async () => {
    const world = await openWorld(2);
    const poison = [6, 7].map((n) => world.message(n).event).sort()[0];
    world.answer = ({ headers }) => answered(headers["webhook-id"] === poison ? 500 : 200);
    expect(await sweepAndSend(world, 30_000)).toEqual([poison]);
    expect((await world.circuits.read(endpoint)).state).toBe("open");
    await sweepAndSend(world, minute);
    expect((await world.circuits.read(endpoint)).state).toBe("healthy");
    expect(world.notified, "its owner was notified of no outage").toEqual([]);
  });

  it("leaves a delivery that was probed thirty times on its step of the retry schedule", async () => {
    const world = await openWorld(2);
    const [probed] = [6, 7].map((n) => world.message(n).event).sort();
    for (let probe = 0; probe < 30; probe += 1) await sweepAndSend(world, 31 * minute);
    const before = world.rows().find(({ event }) => event === probed)!;
    expect(before.probes).toBeGreaterThan(9);
    // The endpoint has recovered and accepts everything except this one event.
    world.answer = ({ headers }) => answered(headers["webhook-id"] === probed ? 500 : 200);
    const delays: number[] = [];
    for (let probe = 0; probe < 4 && delays.length === 0; probe += 1) {
      world.clock.advance(31 * minute);
      await world.sweep();
      for (let due = world.queued(); due.length > 0; due = world.queued()) {
        for (const { message, delaySeconds } of due) {
          if (message.event === probed && delaySeconds > 0) delays.push(delaySeconds);
          else await world.run(message);
        }
      }
    }
    const after = world.rows().find(({ event }) => event === probed)!;
    expect(after).toMatchObject({ state: "waiting" });
    expect(after.attempt - after.probes!).toBe(1);
    expect(delays).toEqual([expect.toSatisfy((delay: number) => delay >= 5 && delay <= 6)]);
  });

  it("is probed by one of several workers", async () => {
    const world = await openWorld(5);
    world.clock.advance(31_000);
    await Promise.all([1, 2, 3].map(() => world.recovery.run({ kind: "drain", ...endpoint })));
    expect(world.queued()).toHaveLength(1);
  });

  it("is paused after three days, and its waiting deliveries neither expire nor age until it responds", async () => {
    const world = await openWorld(4);
    for (let hours = 0; hours < 74; hours += 1) await sweepAndSend(world, hour);
    const { since, state, notified } = await world.circuits.read(endpoint);
    expect({ state, notified }).toEqual({ state: "paused", notified: "paused" });
    // A delivery that failed alone and waits for its own time, tried so often that no probe takes it.
    const due = world.clock.now() + 10 * hour;
    await world.backlog.add({ ...world.message(30), attempt: 5 }, { due, stopped: 0, probes: 1_000 });
    for (let days = 0; days < 4; days += 1) await sweepAndSend(world, 24 * hour);
    world.answer = () => answered(200);
    await sweepAndSend(world, 6 * hour);
    const { stopped } = await world.circuits.read(endpoint);
    expect(stopped).toBe(world.clock.now() - since);
    await sweepAndSend(world);
    expect(world.backlogRows()).toMatchObject([{ attempt: 5, event: idOf(30) }]);
    const wait = due + stopped - world.clock.now();
    expect(wait).toBeGreaterThan(8 * hour);
    expect(await sweepAndSend(world, wait - 1)).toEqual([]);
    expect(await sweepAndSend(world, 1)).toEqual([idOf(30)]);
    expect(world.rows().every((row) => row.state !== "expired")).toBe(true);
    expect(world.notified.map(({ type }) => type)).toEqual([
      "bridge.endpoint_failing",
      "bridge.endpoint_failing",
      "bridge.endpoint_paused",
      "bridge.endpoint_recovered",
    ]);
  });

  it("is disabled after a two-week pause, and gets everything, oldest first, once it is enabled", async () => {
    const world = await openWorld(3);
    for (let days = 0; days < 18; days += 1) for (let n = 0; n < 4; n += 1) await sweepAndSend(world, 6 * hour);
    expect(world.endpoints.get("sub_1")).toMatchObject({ status: "disabled", disabledReason: "unreachable" });
    expect(world.notified.at(-1)).toMatchObject({ type: "bridge.endpoint_disabled", data: { reason: "unreachable" } });
    expect(await sweepAndSend(world, 24 * hour)).toEqual([]);
    world.answer = () => answered(200);
    world.subscribe();
    await world.circuits.resume(endpoint);
    const sent = await sweepAndSend(world);
    expect(sent).toEqual([6, 7, 8].map((n) => world.message(n).event).sort());
    expect(world.backlogRows()).toEqual([]);
  });

  it("is found within six hours if it was enabled by someone who died before announcing it", async () => {
    const world = aWorld();
    world.subscribe("sub_1", { status: "disabled" });
    await world.run(world.message(1));
    await sweepAndSend(world);
    world.subscribe();
    expect(await sweepAndSend(world, 6 * hour)).toHaveLength(1);
  });
});

describe("a healthy endpoint", () => {
  it("costs no write for its successes, except the one that ends a row of failures", async () => {
    const world = aWorld();
    const update = vi.spyOn(world.subscriptions, "update");
    for (let n = 0; n < 20; n += 1) await world.run(world.message(n));
    expect(update).not.toHaveBeenCalled();
    world.answer = () => answered(500);
    await world.run(world.message(30));
    world.answer = () => answered(200);
    for (let n = 40; n < 60; n += 1) await world.run(world.message(n));
    expect(update).toHaveBeenCalledTimes(2);
    expect(await world.circuits.read(endpoint)).toMatchObject({ failures: 0, state: "healthy" });
  });

  it("stays healthy with many successes between failures, regardless of which worker sees which", async () => {
    const world = aWorld();
    const workers = [world.sender, world.restarted(), world.restarted()];
    for (let n = 0; n < 300; n += 1) {
      world.answer = () => answered(n % 10 === 0 ? 500 : 200);
      world.sender = workers[n % 3]!;
      world.clock.advance(500);
      await world.run(world.message(n));
    }
    expect((await world.circuits.read(endpoint)).state).toBe("healthy");
  });
});

describe("a slow endpoint", () => {
  it("moves to the slow lane for an hour with a longer deadline, and no attempt is spent", async () => {
    const world = aWorld();
    world.subscribe("sub_1", { timeoutSeconds: 25 });
    world.answer = ({ deadline }) => (deadline <= 3_000 ? timedOut : answered(200));
    await world.run(world.message(1));
    expect(world.rows()).toEqual([]);
    const [next] = world.queued();
    expect(next).toMatchObject({ message: { slow: true, attempt: 1 } });
    await world.run(next!.message);
    await world.run(next!.message);
    expect(world.rows()).toMatchObject([{ state: "delivered", attempt: 1, attempts: [{ status: 200 }] }]);
    expect(world.posts.map(({ deadline }) => deadline)).toEqual([3_000, 25_000]);
    expect((await world.circuits.read(endpoint)).failures).toBe(0);

    await world.run(world.message(2));
    expect(world.posts).toHaveLength(2);
    expect(world.queued()).toMatchObject([{ message: { slow: true } }]);
    world.clock.advance(hour);
    await world.run(world.message(3));
    expect(world.posts.at(-1)?.deadline).toBe(3_000);
  });

  it("fails at the slow lane's deadline", async () => {
    const world = answering(timedOut);
    await world.run(world.message(1));
    await world.run(world.queued()[0]!.message);
    expect(world.rows()).toMatchObject([{ state: "waiting", attempt: 1, attempts: [{ error: "timeout" }] }]);
    expect((await world.circuits.read(endpoint)).failures).toBe(1);
  });

  it("keeps the same attempt when a retry moves to the slow lane", async () => {
    const world = answering(500);
    await world.run(world.message(1));
    const [retry] = world.queued();
    world.answer = ({ deadline }) => (deadline <= 3_000 ? timedOut : answered(200));
    world.clock.advance(6_000);
    await world.run(retry!.message);
    expect(world.rows()).toMatchObject([{ state: "waiting", attempt: 1 }]);
    await world.run(world.queued()[0]!.message);
    expect(world.rows()).toMatchObject([{ state: "delivered", attempt: 2 }]);
  });
});
