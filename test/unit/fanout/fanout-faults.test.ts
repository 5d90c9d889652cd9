import fc from "fast-check";
import { expect, test } from "vitest";
import { FanoutLedger } from "../../../shared/fanout/fanout-ledger.ts";
import { type FanoutMessage, fanoutMessage } from "../../../shared/fanout/fanout-message.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";
import { FanoutWorld } from "./fanout-world.ts";

/** Where a worker dies; `deliveries` dies after half of them were sent. */
const deaths = ["continuations", "deliveries", "ledger"] as const;
type Death = (typeof deaths)[number];

const step = fc.record({
  /** Which pending messages make the batch. */
  picks: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
  /** The past message that the bus repeats. */
  duplicate: fc.option(fc.nat(20)),
  death: fc.option(fc.constantFrom(...deaths)),
});

/** A queue over a fan-out whose workers die where they should. */
class Deaths extends FanoutWorld {
  #death: Death | null = null;
  #pending: FanoutMessage[];
  readonly #seen: FanoutMessage[] = [];
  readonly #chunk: number;
  readonly #slice: number;
  died = 0;

  constructor(events: number, subscriptions: number, chunk: number, slice: number) {
    super();
    this.#chunk = chunk;
    this.#slice = slice;
    for (let n = 0; n < subscriptions; n += 1) this.subscribe({ id: `sub_${n}` });
    this.#pending = Array.from({ length: events }, (_, n) => this.event(n));
    const { fanout, deliver, ledger } = this;
    const [sendOn, send, put] = [fanout.send.bind(fanout), deliver.send.bind(deliver), ledger.put.bind(ledger)];
    fanout.send = async (messages) => {
      this.#dieAt("continuations");
      await sendOn(messages);
    };
    deliver.send = async (messages) => {
      if (this.#death === "deliveries") await send(messages.slice(0, Math.floor(messages.length / 2)));
      this.#dieAt("deliveries");
      await send(messages);
    };
    ledger.put = async (puts) => {
      this.#dieAt("ledger");
      return put(puts);
    };
  }

  get isIdle(): boolean {
    return this.#pending.length === 0;
  }

  async run(picks: readonly number[], duplicate: number | null = null, death: Death | null = null): Promise<void> {
    const again = duplicate === null ? undefined : this.#seen[duplicate % this.#seen.length];
    if (again !== undefined) this.#pending.push(again);
    const batch = [...new Set(picks)].flatMap((at) => this.#pending[at] ?? []);
    this.#pending = this.#pending.filter((_, at) => !picks.includes(at));
    this.#seen.push(...batch);
    this.#death = death;
    try {
      const results = await this.fanOut(this.#chunk, this.#slice).run(batch);
      batch.forEach((message, at) => {
        if (results[at]?.status !== "fulfilled") this.#pending.push({ ...message, repeated: true });
      });
    } catch {
      this.died += 1;
      this.#pending.push(...batch.map((message) => ({ ...message, repeated: true as const })));
    }
    this.#pending.push(...this.fanout.take().map((body) => fanoutMessage.parse(body)));
  }

  #dieAt(death: Death): void {
    if (this.#death === death) throw new Error(`died before the ${death}`);
  }
}

test("every subscription gets every event, despite repeats, continuations and dying workers", async () => {
  const sizes = fc.record({
    events: fc.integer({ min: 1, max: 2 }),
    subscriptions: fc.integer({ min: 1, max: 7 }),
    chunk: fc.integer({ min: 1, max: 3 }),
    slice: fc.integer({ min: 1, max: 6 }),
  });
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.array(step, { maxLength: 10 }),
      async ({ events, subscriptions, chunk, slice }, steps) => {
        const world = new Deaths(events, subscriptions, chunk, slice);
        for (const { picks, duplicate, death } of steps) await world.run(picks, duplicate, death);
        while (!world.isIdle) await world.run([0, 1, 2]);

        const times = new Map<string, number>();
        for (const one of world.sent()) times.set(one, (times.get(one) ?? 0) + 1);
        expect(times.size).toBe(events * subscriptions);
        for (const [delivery, count] of times) expect(count, delivery).toBeLessThanOrEqual(1 + world.died);
      },
    ),
    { numRuns: 500 },
  );
});

test("a chunk whose continuation can't be sent sends nothing, because all of it repeats", async () => {
  const world = new FanoutWorld();
  for (const id of ["sub_1", "sub_2"]) world.subscribe({ id });
  world.fanout.send = async () => {
    throw new Error("no queue");
  };
  await expect(world.fanOut(1).run([world.event(1)])).rejects.toThrow("no queue");
  expect(world.sent()).toEqual([]);
});

// A version that looked for its entries under another key would redeliver everything that is repeated after a
// deployment.
test.each([
  ["a first chunk", {}, "after#"],
  ["a continuation", { after: "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }, "after#sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB"],
])("the ledger key of %s never changes", async (_, fields, sk) => {
  const table = new MemoryTable("events");
  const ledger = new FanoutLedger({ ...testContext(), table });
  const id = "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB";
  const message = { instance: "acme", id, type: "person.updated", ...fields };
  await ledger.record([{ message, sent: 1 }]);
  expect(table.items).toMatchObject([{ pk: `ledger#${id}`, sk }]);
  expect(await ledger.areDone([message])).toEqual([true]);
});
