import { describe, expect, it } from "vitest";
import { FanOut } from "../../../shared/fanout/fan-out.ts";
import { FanoutLedger } from "../../../shared/fanout/fanout-ledger.ts";
import { type FanoutMessage, fanoutMessage } from "../../../shared/fanout/fanout-message.ts";
import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import type { Envelope } from "../../../shared/kernel/envelope.ts";
import { CorruptItemError } from "../../../shared/kernel/errors.ts";
import type { ProjectedSubscription } from "../../../shared/subscriptions/subscription.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { anEvent, idOf } from "./an-event.ts";

/** Fan-out over memory: events by id, copies and stamp per instance, all counted. */
class World {
  readonly clock = new FakeClock();
  readonly deliver = new MemoryQueue();
  readonly fanout = new MemoryQueue();
  readonly ledger = new MemoryTable("events");
  readonly events = new Map<string, Envelope>();
  readonly reads: string[][] = [];
  readonly copies = new Map<string, ProjectedSubscription[]>();
  readonly stamps = new Map<string, number>();
  readonly logger = new SilentLogger();
  builds = 0;
  corrupt: string | undefined;

  /** As a process that starts anew: nothing remembered but the tables. */
  fanOut(chunk = 1_000): FanOut {
    const { clock, logger } = this;
    const copies = {
      versionOf: async (instance: string) => {
        if (instance === "broken") throw new Error("no such table");
        return this.stamps.get(instance) ?? 0;
      },
      subscriptionsOf: async (instance: string) => {
        this.builds += 1;
        return this.copies.get(instance) ?? [];
      },
    };
    return new FanOut({
      indexes: new IndexCache({ copies, clock, sleeper: clock, logger, maxAge: 60_000 }),
      events: {
        getMany: async (addresses) => {
          this.reads.push(addresses.map(({ id }) => id));
          return addresses.map(({ id }) => {
            if (id === this.corrupt) throw new CorruptItemError(`event ${id} has an unknown shape`);
            const envelope = this.events.get(id);
            return envelope === undefined ? undefined : { envelope, body: JSON.stringify(envelope) };
          });
        },
      },
      ledger: new FanoutLedger({ table: this.ledger, clock, retention: 8 * 24 * 3_600_000 }),
      deliver: this.deliver,
      fanout: this.fanout,
      chunk,
    });
  }

  event(n: number, fields: Partial<Envelope> = {}): FanoutMessage {
    const event = anEvent({ id: idOf(n), ...fields });
    this.events.set(event.id, event);
    return { instance: event.instance, id: event.id, type: event.type };
  }

  subscribe(fields: Partial<ProjectedSubscription> & { id: string }, instance = "acme"): void {
    const copy = { partner: "prt_1", eventTypes: ["*"], baseline: false, status: "active" as const, ...fields };
    this.copies.set(instance, [...(this.copies.get(instance) ?? []), copy]);
    this.stamps.set(instance, (this.stamps.get(instance) ?? 0) + 1);
  }

  /** `subscription event` of every delivery sent since the last look. */
  sent(): string[] {
    return this.deliver.take().map((body) => {
      const { subscription, event } = body as { subscription: string; event: string };
      return `${subscription} ${event}`;
    });
  }
}

describe("fan-out", () => {
  it("lets an event that can't be read hold up nothing but itself", async () => {
    const world = new World();
    world.subscribe({ id: "sub_a" });
    const batch = [world.event(1), world.event(2), world.event(3)];
    world.corrupt = idOf(2);
    const results = await world.fanOut().run(batch);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(world.sent()).toEqual([`sub_a ${idOf(1)}`, `sub_a ${idOf(3)}`]);
  });

  it("sends one first attempt per event and subscription, grouped by subscription", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    world.subscribe({ id: "sub_2", eventTypes: ["project.*"] });
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
        group: "sub_1",
      },
    ]);
  });

  it("marks the deliveries of a message that came before: they may be on their way, or posted", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    world.subscribe({ id: "sub_2" });
    await world.fanOut(1).run([{ ...world.event(1), repeated: true }]);
    expect(world.deliver.take()).toMatchObject([{ subscription: "sub_1", parked: true }]);
    expect(world.fanout.take()).toMatchObject([{ after: "sub_1", repeated: true }]);
  });

  it("reads the events of a batch at once, and none that nobody asked for", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1", eventTypes: ["person.*"] });
    const people = [world.event(1), world.event(2)];
    await world.fanOut().run([...people, world.event(3, { type: "project.created" })]);
    expect(world.reads).toEqual([people.map(({ id }) => id)]);
  });

  it("doesn't read an event that its type alone decides", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1", baseline: true });
    await world.fanOut().run([world.event(1)]);
    expect(world.reads).toEqual([]);
    expect(world.sent()).toHaveLength(1);
  });

  it("an event that isn't readable yet comes again, the others of its batch don't", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    const here = world.event(1);
    const notYet = { instance: "acme", id: idOf(2), type: "person.updated" };
    const results = await world.fanOut().run([notYet, here]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(world.sent()).toEqual([`sub_1 ${here.id}`]);
  });

  it("an instance whose subscriptions can't be read doesn't hold up another", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    const results = await world.fanOut().run([world.event(1, { instance: "broken" }), world.event(2)]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(world.sent()).toHaveLength(1);
  });

  it("a repeat sends nothing, in another process and within one batch", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    const message = world.event(1);
    const results = await world.fanOut().run([message, message]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    await world.fanOut().run([message]);
    expect(world.sent()).toHaveLength(1);
  });

  it("sends again after a crash between the sends and the ledger, rather than never", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    const message = world.event(1);
    const put = world.ledger.put.bind(world.ledger);
    world.ledger.put = async () => Promise.reject(new Error("crash"));
    await expect(world.fanOut().run([message])).rejects.toThrow("crash");
    world.ledger.put = put;
    await world.fanOut().run([message]);
    expect(world.sent()).toEqual([`sub_1 ${message.id}`, `sub_1 ${message.id}`]);
  });

  it("keeps ledger entries for eight days", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    const { id } = world.event(1);
    await world.fanOut().run([world.event(1)]);
    const expiresAt = world.clock.now() / 1_000 + 8 * 24 * 3_600;
    expect(world.ledger.items).toEqual([{ pk: `ledger#${id}`, sk: "after#", sent: 1, expiresAt }]);
  });

  it.each([1, 2, 3, 7])("in chunks of %i every match gets its delivery once", async (chunk) => {
    const world = new World();
    const ids = Array.from({ length: 7 }, (_, at) => `sub_${at}`);
    for (const id of ids) world.subscribe({ id });
    world.subscribe({ id: "sub_3x", filter: { type: ["project.created"] } });
    const message = world.event(1);
    let pending: FanoutMessage[] = [message];
    let runs = 0;
    while (pending.length > 0) {
      await world.fanOut(chunk).run(pending);
      runs += 1;
      pending = world.fanout.take().map((body) => fanoutMessage.parse(body));
    }
    expect(world.sent()).toEqual(ids.map((id) => `${id} ${message.id}`));
    expect(runs).toBe(Math.ceil(7 / chunk));
    await world.fanOut(chunk).run([message]);
    expect(world.sent()).toEqual([]);
  });
});

describe("the compiled index", () => {
  it("is kept while the stamp stands, and rebuilt when it moves", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    const fanOut = world.fanOut();
    await fanOut.run([world.event(1)]);
    await fanOut.run([world.event(2)]);
    expect(world.builds).toBe(1);
    world.subscribe({ id: "sub_2" });
    await fanOut.run([world.event(3)]);
    expect(world.builds).toBe(2);
    expect(world.sent()).toHaveLength(4);
  });

  it("of a large instance is rebuilt once a second, for all changes of that second, and no event goes by", async () => {
    const world = new World();
    for (let n = 0; n < 2_000; n += 1) world.subscribe({ id: `sub_${n}`, eventTypes: ["project.*"] });
    const fanOut = world.fanOut();
    await fanOut.run([world.event(1)]);
    for (let n = 0; n < 10; n += 1) {
      world.subscribe({ id: `new_${n}`, eventTypes: ["person.*"] });
      await Promise.all([fanOut.run([world.event(2 * n + 2)]), fanOut.run([world.event(2 * n + 3)])]);
      expect(new Set(world.sent().map((one) => one.split(" ")[0]))).toHaveLength(n + 1);
    }
    expect(world.builds).toBe(11);
    expect(world.clock.slept).toEqual(Array.from({ length: 10 }, () => 1_000));
  });

  it("is rebuilt after 60 s although the stamp stands", async () => {
    const world = new World();
    const fanOut = world.fanOut();
    await fanOut.run([world.event(1)]);
    world.clock.advance(59_999);
    await fanOut.run([world.event(2)]);
    expect(world.builds).toBe(1);
    world.clock.advance(1);
    await fanOut.run([world.event(3)]);
    expect(world.builds).toBe(2);
  });

  it("reads stamp and copies once for a batch of one instance", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1" });
    await world.fanOut().run([world.event(1), world.event(2), world.event(3)]);
    expect(world.builds).toBe(1);
  });

  it("says which subscriptions have a broken filter", async () => {
    const world = new World();
    world.subscribe({ id: "sub_1", filter: { type: "x" } });
    await world.fanOut().run([world.event(1)]);
    expect(world.logger.lines).toMatchObject([
      { event: "fanout.filter_broken", fields: { instance: "acme", subscriptions: "sub_1" } },
    ]);
  });
});
