import { describe, expect, it } from "vitest";
import { type FanoutMessage, fanoutMessage } from "../../../shared/fanout/fanout-message.ts";
import { before } from "../../support/around.ts";
import { idOf } from "./an-event.ts";
import { FanoutWorld } from "./fanout-world.ts";

describe("fan-out", () => {
  it("skips an event that can't be read without delaying others", async () => {
    const world = new FanoutWorld({ id: "sub_a" });
    const batch = [world.event(1), world.event(2), world.event(3)];
    world.corrupt = idOf(2);
    const results = await world.fanOut().run(batch);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(world.sent()).toEqual([`sub_a ${idOf(1)}`, `sub_a ${idOf(3)}`]);
  });

  it("delivers an event whose filter takes too long, counts and logs it, and delays no other filter", async () => {
    const world = new FanoutWorld();
    const alternatives = Array.from({ length: 145 }, () => ({ from: [{ exists: false }] }));
    world.subscribe({ id: "sub_a", filter: { changes: { $or: alternatives } } });
    world.subscribe({ id: "sub_b", filter: { changes: { field: ["status"] } } });
    world.subscribe({ id: "sub_c", filter: { changes: { field: ["other"] } } });
    const changes = Array.from({ length: 2_000 }, (_, at) => ({ field: at === 0 ? "status" : `f${at}`, from: at }));
    const large = world.event(1, { changes });
    await world.fanOut().run([large, world.event(2, { changes: changes.slice(0, 200) })]);
    expect(world.sent()).toEqual([`sub_a ${large.id}`, `sub_b ${large.id}`, `sub_b ${idOf(2)}`]);
    const fields = { instance: "acme", eventId: large.id, count: 1, subscriptions: "sub_a" };
    expect(world.logger.lines).toMatchObject([{ event: "fanout.filters_undecided", fields }]);
    expect(world.metrics).toEqual([["fanout.filters_undecided", 1]]);
  });

  it("sends one first attempt per event and subscription, in the group of the partner's subscription", async () => {
    const world = new FanoutWorld({ id: "sub_1" }, { id: "sub_2", eventTypes: ["project.*"] });
    const message = world.event(1);
    await world.fanOut().run([message]);
    expect(world.deliver.sent).toEqual([
      {
        body: JSON.stringify({
          subscription: "sub_1",
          partner: "prt_1",
          instance: "acme",
          event: message.id,
          run: "0",
          attempt: 1,
        }),
        group: "prt_1/sub_1",
      },
    ]);
  });

  it("sends an alert for an endpoint's event to its partner's queue group, with or without a subscriber", async () => {
    const world = new FanoutWorld();
    const paused = world.event(1, { type: "bridge.endpoint_paused", instance: "~prt_1" });
    const stalled = world.event(2, { type: "bridge.feed_stalled" });
    const ping = world.event(3, { type: "bridge.ping", instance: "~prt_1" });
    await world.fanOut().run([paused, stalled, ping, world.event(4)]);
    const body = JSON.stringify({ kind: "event", partner: "prt_1", instance: "~prt_1", event: paused.id });
    expect(world.alerts.sent).toEqual([{ body, group: "prt_1" }]);
  });

  it("sends no second alert with the deliveries that a first message left over", async () => {
    const world = new FanoutWorld();
    world.subscribe({ id: "sub_1", eventTypes: ["bridge.endpoint_paused"] }, "~prt_1");
    world.subscribe({ id: "sub_2", eventTypes: ["bridge.endpoint_paused"] }, "~prt_1");
    await world.fanOut(1).run([world.event(1, { type: "bridge.endpoint_paused", instance: "~prt_1" })]);
    await world.fanOut(1).run(world.fanout.take().map((message) => fanoutMessage.parse(message)));
    expect(world.sent()).toHaveLength(2);
    expect(world.alerts.sent).toHaveLength(1);
  });

  it("marks the deliveries of a repeated message, because they may be in flight or posted", async () => {
    const world = new FanoutWorld({ id: "sub_1" }, { id: "sub_2" });
    await world.fanOut(1).run([{ ...world.event(1), repeated: true }]);
    expect(world.deliver.take()).toMatchObject([{ subscription: "sub_1", parked: true }]);
    expect(world.fanout.take()).toMatchObject([{ after: "sub_1", repeated: true }]);
  });

  it("reads a batch's events together, and none that no subscription wants", async () => {
    const world = new FanoutWorld({ id: "sub_1", eventTypes: ["person.*"] });
    const people = [world.event(1), world.event(2)];
    await world.fanOut().run([...people, world.event(3, { type: "project.created" })]);
    expect(world.reads).toEqual([people.map(({ id }) => id)]);
  });

  it("doesn't read an event that its type alone decides", async () => {
    const world = new FanoutWorld({ id: "sub_1", baseline: true });
    await world.fanOut().run([world.event(1)]);
    expect(world.reads).toEqual([]);
    expect(world.sent()).toHaveLength(1);
  });

  it("gives up an event that is still missing after several receives, because it was erased and a dead letter would stay", async () => {
    const world = new FanoutWorld({ id: "sub_all" }, { id: "sub_some", filter: { type: ["project.created"] } });
    const erased = world.event(1);
    world.events.delete(erased.id);
    const repeated = { ...erased, repeated: true } as const;
    expect(await world.fanOut().run([repeated])).toMatchObject([{ status: "rejected" }]);
    expect(await world.fanOut().run([{ ...repeated, mayBeGone: true }])).toEqual([
      { status: "fulfilled", value: undefined },
    ]);
    expect(world.logger.lines).toMatchObject([{ event: "fanout.event_gone", fields: { eventId: erased.id } }]);
    expect(world.sent()).toEqual([]);
  });

  it("retries an event that isn't readable yet, and no others of its batch", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    const here = world.event(1);
    const notYet = { instance: "acme", id: idOf(2), type: "person.updated" };
    const results = await world.fanOut().run([notYet, here]);
    expect(results).toMatchObject([
      { status: "rejected", reason: { message: `event ${notYet.id} of acme isn't readable yet` } },
      { status: "fulfilled" },
    ]);
    expect(world.sent()).toEqual([`sub_1 ${here.id}`]);
  });

  it("skips an instance whose subscriptions can't be read without delaying others", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    const results = await world.fanOut().run([world.event(1, { instance: "broken" }), world.event(2)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(world.sent()).toHaveLength(1);
  });

  it("keeps ledger entries for eight days", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    const { id } = world.event(1);
    await world.fanOut().run([world.event(1)]);
    const expiresAt = world.clock.now() / 1_000 + 8 * 24 * 3_600;
    expect(world.ledger.items).toEqual([{ pk: `ledger#${id}`, sk: "after#", sent: 1, expiresAt }]);
  });

  it.each([1, 2, 3, 7])("takes as few messages as chunks of %i need", async (chunk) => {
    const world = new FanoutWorld();
    for (let at = 0; at < 7; at += 1) world.subscribe({ id: `sub_${at}` });
    let runs = 0;
    for (let pending: FanoutMessage[] = [world.event(1)]; pending.length > 0; runs += 1) {
      await world.fanOut(chunk).run(pending);
      pending = world.fanout.take().map((body) => fanoutMessage.parse(body));
    }
    expect(runs).toBe(Math.ceil(7 / chunk));
  });

  it("doesn't resend what a worker sent before it died within a large batch", async () => {
    const world = new FanoutWorld();
    for (let n = 0; n < 1_000; n += 1) world.subscribe({ id: `sub_${String(n).padStart(4, "0")}` });
    const batch = Array.from({ length: 100 }, (_, n) => world.event(n + 1));
    let left = 52_500;
    const send = world.deliver.send.bind(world.deliver);
    world.deliver.send = async (messages) => {
      const some = messages.slice(0, left);
      left -= some.length;
      await send(some);
      if (some.length < messages.length) throw new Error("killed");
    };
    await expect(world.fanOut().run(batch)).rejects.toThrow("killed");
    expect(world.deliver.sent.splice(0)).toHaveLength(52_500);
    left = Number.POSITIVE_INFINITY;
    await world.fanOut().run(batch.map((message) => ({ ...message, repeated: true as const })));
    expect(world.deliver.sent).toHaveLength(50_000);
  });

  it("hands over what it has no time for, and progresses however slow the queue is", async () => {
    const world = new FanoutWorld();
    for (const id of ["sub_1", "sub_2", "sub_3"]) world.subscribe({ id });
    const batch = [1, 2, 3].map((n) => world.event(n));
    before(world.deliver, "send", () => {
      world.clock.advance(20_000);
    });
    const sizes: number[] = [];
    for (let pending: FanoutMessage[] = batch; pending.length > 0; ) {
      const results = await world.fanOut(2, 3).run(pending);
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
      sizes.push(world.deliver.sent.length);
      pending = world.fanout.take().map((body) => fanoutMessage.parse(body));
    }
    // Two messages make a slice of four deliveries; the rest and the continuations come in the next batches.
    expect(sizes).toEqual([4, 8, 9]);
    expect(new Set(world.sent()).size).toBe(9);
  });

  it("sends all slices of a batch in one run while it has time", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    const sizes: number[] = [];
    before(world.deliver, "send", (messages) => sizes.push(messages.length));
    await world.fanOut(10, 2).run([1, 2, 3, 4, 5].map((n) => world.event(n)));
    expect(sizes).toEqual([2, 2, 1]);
    expect(world.sent()).toHaveLength(5);
    expect(world.fanout.sent).toEqual([]);
  });

  it("makes no call with nothing to send, look up or record", async () => {
    const world = new FanoutWorld({ id: "sub_1", eventTypes: ["person.*"] });
    const calls: string[] = [];
    for (const name of ["deliver", "fanout", "alerts"] as const) {
      before(world[name], "send", (messages) => calls.push(`${name} ${messages.length}`));
    }
    before(world.ledger, "getAll", (...[keys, options]: [keys: readonly unknown[], options?: unknown]) => {
      // A consistent read would cost twice as much.
      expect(options).toEqual({ consistent: false });
      calls.push(`ledger ${keys.length}`);
    });
    await world.fanOut().run([world.event(1, { type: "project.created" })]);
    expect(calls).toEqual([]);
    await world.fanOut().run([world.event(2), world.event(3, { type: "project.created" })]);
    expect(calls.splice(0)).toEqual(["ledger 1", "deliver 1"]);
    world.subscribe({ id: "sub_2", eventTypes: ["project.*"], filter: { data: { status: ["other"] } } });
    before(world.ledger, "put", (changes) => calls.push(`put ${changes.length}`));
    await world.fanOut().run([world.event(4, { type: "project.created" })]);
    expect(calls).toEqual(["ledger 1"]);
  });

  it("sends the first chunk of a message that repeats within a batch with its own continuation", async () => {
    const world = new FanoutWorld();
    for (const id of ["sub_1", "sub_2", "sub_3"]) world.subscribe({ id });
    const message = world.event(1);
    const results = await world.fanOut(2).run([message, { ...message, after: "sub_2" }]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(world.sent().toSorted()).toEqual(["sub_1", "sub_2", "sub_3"].map((id) => `${id} ${message.id}`));
  });

  it("rejects separately a message whose event isn't readable yet and its continuation", async () => {
    const world = new FanoutWorld({ id: "sub_1" });
    const notYet = { instance: "acme", id: idOf(2), type: "person.updated" };
    const batch = [notYet, world.event(1), { ...notYet, after: "sub_0" }, notYet];
    const results = await world.fanOut().run(batch);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected", "rejected"]);
  });

  it("marks the deliveries of two equal messages if either is a repeat", async () => {
    for (const repeatedAt of [0, 1]) {
      const world = new FanoutWorld({ id: "sub_1" });
      const message = world.event(1);
      await world.fanOut().run([0, 1].map((at) => (at === repeatedAt ? { ...message, repeated: true } : message)));
      expect(world.deliver.take()).toMatchObject([{ subscription: "sub_1", parked: true }]);
    }
  });
});
