import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { Backlog } from "../../../../shared/delivery/backlog/backlog.ts";
import { BacklogDrain } from "../../../../shared/delivery/backlog/backlog-drain.ts";
import { DrainTurns, recoverMessage } from "../../../../shared/delivery/backlog/drain-turns.ts";
import { UnhealthyEndpoints } from "../../../../shared/delivery/backlog/unhealthy-endpoints.ts";
import { CircuitStore } from "../../../../shared/delivery/endpoint/circuit-store.ts";
import { newCircuit } from "../../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { EndpointNotices } from "../../../../shared/delivery/endpoint/endpoint-notices.ts";
import { PullQueue } from "../../../../shared/delivery/pull/pull-queue.ts";
import { Recovery } from "../../../../shared/delivery/recovery.ts";
import { DeliveryLog } from "../../../../shared/delivery/rows/delivery-log.ts";
import { deliveryShards } from "../../../../shared/delivery/rows/delivery-row.ts";
import { type DeliveryMessage, deliveryMessage } from "../../../../shared/fanout/delivery-message.ts";
import { BatchWriter } from "../../../../shared/kernel/batch-writer.ts";
import { bucketOf } from "../../../../shared/kernel/hash.ts";
import type { OutgoingMessage } from "../../../../shared/kernel/ports/queue.ts";
import type { Table } from "../../../../shared/kernel/ports/table.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";
import { PartnerRegistry } from "../../../../shared/partners/partner-registry.ts";
import { SubscriptionStore } from "../../../../shared/subscriptions/subscription-store.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { faked } from "../../../support/faked.ts";
import { MemoryQueue } from "../../../support/memory-queue.ts";
import { MemoryTable } from "../../../support/memory-table.ts";
import { noSleep } from "../../../support/no-sleep.ts";
import { testContext } from "../../../support/test-context.ts";
import { idOf } from "../../fanout/an-event.ts";
import { aSubscription, DeliveryWorld, endpoint } from "../delivery-world.ts";

const message = (n: number, attempt = 5): DeliveryMessage => ({
  ...endpoint,
  instance: "acme",
  event: idOf(n),
  run: "0",
  attempt,
});

const active = aSubscription();

const usedShards = new Set([0, 1, 2].map((n) => `sub_1#backlog#${bucketOf(idOf(n), deliveryShards)}`));

/** The table with a gate before every operation: who goes first is the scheduler's choice. */
function gated(table: Table, gate: () => Promise<void>): Table {
  return {
    get: async (...call) => gate().then(async () => table.get(...call)),
    getAll: async (...call) => gate().then(async () => table.getAll(...call)),
    // Reading a shard that is always empty can't race with anything; leaving it out makes the races dense.
    query: async (query) =>
      (usedShards.has(query.pk) ? gate() : Promise.resolve()).then(async () => table.query(query)),
    queryIndex: async (...call) => gate().then(async () => table.queryIndex(...call)),
    put: async (...call) => gate().then(async () => table.put(...call)),
    update: async (...call) => gate().then(async () => table.update(...call)),
    remove: async (...call) => gate().then(async () => table.remove(...call)),
  };
}

class Ground {
  readonly clock = new FakeClock();
  readonly deliver = new MemoryQueue();
  readonly recover = new MemoryQueue();
  readonly deliveries = new MemoryTable("deliveries");
  readonly subscriptions = new MemoryTable("subscriptions");

  /** `inTurns`: drains send one row and read one row that isn't due, and don't pause. */
  workers(gate: () => Promise<void> = () => Promise.resolve(), inTurns = false) {
    const subscriptions = gated(this.subscriptions, gate);
    const deliveries = gated(this.deliveries, gate);
    const writer = new BatchWriter(deliveries, noSleep);
    const { clock, recover } = this;
    const backlog = new Backlog({ ...testContext({ clock }), deliveries, writer, subscriptions });
    const circuits = new CircuitStore({ ...testContext({ clock, sleeper: noSleep }), table: subscriptions });
    const deliver = {
      send: async (messages: readonly OutgoingMessage[]) => gate().then(async () => this.deliver.send(messages)),
    };
    const timings = inTurns ? { ...defaultTimings, drainStep: 0 } : defaultTimings;
    const turns = new DrainTurns({
      ...testContext({ clock, timings }),
      table: subscriptions,
      recover,
      pace: undefined,
    });
    const limits = inTurns ? { limit: 1, mostWaiting: 1 } : { limit: 100, mostWaiting: 2_000 };
    const drain = new BacklogDrain({
      ...testContext({ clock, timings }),
      backlog,
      circuits,
      turns,
      deliver,
      ...limits,
    });
    const unhealthy = faked(UnhealthyEndpoints, {});
    const recovery = new Recovery({
      ...testContext({ clock }),
      ...{ table: subscriptions, backlog, circuits, turns, recover, drain, unhealthy, ordered: { drain, unhealthy } },
      ...{ notices: faked(EndpointNotices, {}), log: faked(DeliveryLog, {}), pull: faked(PullQueue, {}) },
      subscriptions: faked(SubscriptionStore, { find: async () => active }),
      partners: faked(PartnerRegistry, {
        accessOf: async (partner) => ({ partner, isActive: true, instances: "all", quotas: undefined, rev: 1 }),
      }),
    });
    return { backlog, circuits, recovery };
  }

  async sweep(inTurns = false): Promise<void> {
    const { recovery } = this.workers(undefined, inTurns);
    await recovery.run({ kind: "sweep" });
    for (let drains = this.recover.take(); drains.length > 0; drains = this.recover.take()) {
      for (const drain of drains) await recovery.run(recoverMessage.parse(drain));
    }
  }

  sent(): DeliveryMessage[] {
    return this.deliver.take().map((body) => deliveryMessage.parse(body));
  }
}

describe("the backlog", () => {
  it("keeps the endpoint's due time at the earliest row", async () => {
    const ground = new Ground();
    const { backlog, circuits } = ground.workers();
    for (const [n, due] of [5_000, 9_000, 2_000, 2_000].entries()) await backlog.add(message(n), { due });
    expect(await circuits.find(endpoint)).toEqual({ circuit: newCircuit, backlogRev: 4, due: 2_000 });
  });

  it("updates its endpoint once for a row that isn't due before the others", async () => {
    const ground = new Ground();
    const { backlog, circuits } = ground.workers();
    await backlog.add(message(0), { due: 2_000 });
    const update = vi.spyOn(ground.subscriptions, "update");
    for (const [n, due] of [2_000, 9_000].entries()) await backlog.add(message(n + 1), { due });
    expect(update).toHaveBeenCalledTimes(2);
    expect(await circuits.find(endpoint)).toEqual({ circuit: newCircuit, backlogRev: 3, due: 2_000 });
  });

  it("isn't set back by a repeated earlier attempt", async () => {
    const ground = new Ground();
    const { backlog } = ground.workers();
    await backlog.add(message(1, 6), { due: 9_000 });
    await backlog.add(message(1, 5), { due: 1_000 });
    expect(ground.deliveries.items).toMatchObject([{ attempt: 6, due: 9_000 }]);
  });

  it("sends what is due, oldest first, and knows when it is due again", async () => {
    const ground = new Ground();
    const { backlog, circuits } = ground.workers();
    const now = ground.clock.now();
    for (let n = 40; n > 0; n -= 1) await backlog.add({ ...message(n), event: idOf(n, now + n) }, { due: now });
    await backlog.add(message(99, 7), { due: now + 5_000 });
    await ground.sweep();
    expect(ground.sent().map(({ event }) => event)).toEqual(
      Array.from({ length: 40 }, (_, n) => idOf(n + 1, now + n + 1)),
    );
    expect(await circuits.find(endpoint)).toMatchObject({ due: now + 5_000 });
    await ground.sweep();
    expect(ground.sent()).toEqual([]);
    ground.clock.advance(5_000);
    await ground.sweep();
    expect(ground.sent()).toEqual([message(99, 7)]);
    expect(await circuits.find(endpoint)).not.toHaveProperty("due");
    expect(ground.deliveries.items).toEqual([]);
  });

  it("loses only one read to a stale index", async () => {
    const ground = new Ground();
    const { recovery, backlog } = ground.workers();
    await recovery.run({ kind: "drain", ...endpoint });
    expect(ground.sent()).toEqual([]);
    expect(ground.subscriptions.items).toEqual([]);
    await backlog.add(message(1), { due: ground.clock.now() + 1 });
    const reads = vi.spyOn(ground.deliveries, "query");
    await recovery.run({ kind: "drain", ...endpoint });
    expect(reads).not.toHaveBeenCalled();
  });

  it("sweeps every due endpoint, page after page", async () => {
    const world = new DeliveryWorld();
    for (let n = 0; n < 20; n += 1) {
      await world.backlog.add({ ...message(1), subscription: `sub_${n}` }, { due: world.clock.now() - n });
    }
    await world.backlog.add({ ...message(1), subscription: "sub_later" }, { due: world.clock.now() + 1 });
    await world.recovery.run({ kind: "sweep" });
    const drained = world.recover.take().map((drain) => (drain as { subscription: string }).subscription);
    expect(drained.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `sub_${n}`).sort());
  });
});

/** Workers take turns as a plan says, so many operations at a time: a whole drain fits between two steps of a parking. */
class Turns {
  /** One worker may wait with several operations at once. */
  readonly #waiting: { readonly worker: number; readonly go: () => void }[] = [];

  gate(worker: number): Promise<void> {
    return new Promise((go) => {
      this.#waiting.push({ worker, go });
    });
  }

  async play(plan: readonly { readonly worker: number; readonly operations: number }[]): Promise<void> {
    await setImmediate();
    for (const { worker, operations } of plan) {
      for (let done = 0; done < operations; done += 1) {
        const at = this.#waiting.findIndex((one) => one.worker === worker);
        if (at >= 0) await this.#step(at);
      }
    }
    while (this.#waiting.length > 0) await this.#step(0);
  }

  async #step(at: number): Promise<void> {
    for (const { go } of this.#waiting.splice(at, 1)) go();
    await setImmediate();
  }
}

/** `RUNS=2000 npx vitest run test/unit/delivery/backlog/backlog.test.ts` tests more. */
const runs = Number(process.env["RUNS"] ?? 800);

const workers = 5;
const work = fc.oneof(
  fc.constant({ kind: "drain" } as const),
  fc.record({
    kind: fc.constant("park" as const),
    n: fc.integer({ min: 0, max: 2 }),
    attempt: fc.integer({ min: 5, max: 7 }),
    due: fc.integer({ min: -2, max: 2 }),
  }),
);
const turn = fc.record({
  worker: fc.nat({ max: workers - 1 }),
  operations: fc.constantFrom(1, 1, 2, 3, 5, 8),
});
const deaths = fc.array(fc.record({ worker: fc.nat({ max: workers - 1 }), after: fc.nat({ max: 10 }) }), {
  maxLength: 2,
});

it.each([
  { name: "at once", inTurns: false, numRuns: runs },
  { name: "in turns", inTurns: true, numRuns: Math.ceil(runs / 2) },
])(
  "concurrent adds and drains drained $name, in every interleaving, with workers dying anywhere, no delivery is forgotten",
  async ({ inTurns, numRuns }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(work, { minLength: 2, maxLength: workers }),
        fc.array(turn, { maxLength: 20 }),
        deaths,
        async (planned, plan, dying) => {
          const ground = new Ground();
          const now = ground.clock.now();
          // Something stands already, so that drains have work from the start.
          await ground.workers().backlog.add(message(0), { due: now - 1 });
          const acknowledged: DeliveryMessage[] = [message(0)];

          const turns = new Turns();
          const gateOf = (worker: number) => {
            let left = dying.find((death) => death.worker === worker)?.after ?? Number.POSITIVE_INFINITY;
            return async () => {
              await turns.gate(worker);
              left -= 1;
              if (left < 0) throw new Error("the worker died");
            };
          };
          const running = planned.map(async (task, worker) => {
            const { backlog, recovery } = ground.workers(gateOf(worker), inTurns);
            if (task.kind === "drain") return recovery.run({ kind: "drain", ...endpoint });
            await backlog.add(message(task.n, task.attempt), { due: now + task.due });
            acknowledged.push(message(task.n, task.attempt));
          });
          const settled = Promise.allSettled(running);
          await turns.play(plan);
          await settled;

          ground.clock.advance(10);
          await ground.sweep(inTurns);
          const sent = ground.sent();
          for (const { event, attempt } of acknowledged) {
            // A later attempt of the same delivery stands for it: there is one row per delivery.
            expect(sent.some((one) => one.event === event && one.attempt >= attempt)).toBe(true);
          }
        },
      ),
      { numRuns },
    );
  },
  120_000,
);
