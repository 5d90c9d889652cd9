import { beforeEach, expect, test, vi } from "vitest";
import { type BacklogRow, backlogRow, type RowRange } from "../../../../shared/delivery/backlog/backlog.ts";
import { recoverMessage } from "../../../../shared/delivery/backlog/drain-turns.ts";
import { around, before } from "../../../support/around.ts";
import { idOf } from "../../fanout/an-event.ts";
import { DeliveryWorld, endpoint } from "../delivery-world.ts";

const hour = 3_600_000;
const rows = 4_000;

let world: DeliveryWorld;
/** The backlog rows that were read since the test last set it to 0. */
let read: number;

beforeEach(() => {
  begin();
});

/** Begins in a new world, or in a copy of one. */
function begin(after?: DeliveryWorld): void {
  world = new DeliveryWorld({ pageSize: 1_000, drainLimit: 2_000, after });
  world.subscribe();
  read = 0;
  around(world.deliveries, "query", (query) => async (request) => {
    const page = await query(request);
    if (request.pk.includes("#backlog#")) read += page.items.length;
    return page;
  });
}

/** Adds rows, the oldest event first, for as many records as there are rows. */
async function add(count: number, due: number, first = 1, record?: string): Promise<void> {
  for (let n = first; n < first + count; n += 1) {
    const position = record === undefined ? undefined : { record: `${record}${n}`, seq: 1, part: 0 };
    const message = { ...world.message(1), event: idOf(n, world.clock.now() + n), attempt: 2 };
    await world.backlog.add({ ...message, ...(position !== undefined && { position }) }, { due });
  }
}

/** Worlds that only serve as models, by how long their rows wait. */
const models = new Map<number, DeliveryWorld>();

/** Begins in a world with `rows` rows that are due in so many ms. */
async function beginWithRows(wait: number): Promise<void> {
  const model = models.get(wait);
  if (model === undefined) await add(rows, world.clock.now() + wait);
  models.set(wait, model ?? world);
  begin(models.get(wait));
}

async function all(range: RowRange): Promise<BacklogRow[]> {
  const found: BacklogRow[] = [];
  for await (const row of world.backlog.rows("sub_1", range)) found.push(row);
  return found;
}

async function drain(): Promise<void> {
  await world.recovery.run({ kind: "drain", ...endpoint });
}

/** Runs the messages that drains sent, each after its delay, until there are none. Returns how many there were. */
async function follow(most = 1_000): Promise<number> {
  for (let hops = 0; ; hops += 1) {
    const [next] = world.recover.sent.splice(0, 1);
    if (next === undefined || hops === most) return hops;
    world.clock.advance(1_000 * (next.delaySeconds ?? 0));
    await world.recovery.run(recoverMessage.parse(JSON.parse(next.body)));
  }
}

const events = (): string[] => world.queued().map(({ message }) => message.event);

test.each([
  { name: "an endpoint", record: undefined, fields: {} },
  { name: "an endpoint with a limit", record: undefined, fields: { ratePerSecond: 5 } },
  { name: "an endpoint of an ordered subscription", record: "record", fields: { ordered: true as const } },
])("a drain of $name reads part of the rows that aren't due, and the next drains read the rest", async (arm) => {
  if (arm.record === undefined) await beginWithRows(6 * hour);
  else await add(rows, world.clock.now() + 6 * hour, 1, arm.record);
  world.subscribe("sub_1", arm.fields);
  await add(1, world.clock.now(), rows + 1, arm.record);
  await drain();
  expect(read).toBeLessThan(rows * 0.75);
  expect(world.recover.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([1]);
  const hops = await follow(10);
  expect(hops).toBeLessThanOrEqual(10);
  expect(events()).toHaveLength(1);
});

test("no delivery overtakes an earlier one of its record where an ordered drain continues", async () => {
  world.subscribe("sub_1", { ordered: true });
  for (let n = 1; n <= 2_500; n += 1) {
    for (const seq of [1, 2]) {
      const position = { record: `record${n}`, seq, part: 0 };
      const event = idOf(2 * n + seq, world.clock.now() + n);
      const due = seq === 1 ? world.clock.now() + 6 * hour : world.clock.now();
      await world.backlog.add({ ...world.message(1), event, position, attempt: 2 }, { due });
    }
  }
  await drain();
  expect(world.endpoint()).toHaveProperty("drainFrom");
  await follow();
  expect(events()).toEqual([]);
  expect(world.endpoint()).not.toHaveProperty("drainFrom");
});

test("an ordered drain reads few rows behind the first ones of their records", async () => {
  world.subscribe("sub_1", { ordered: true });
  for (let n = 1; n <= 100; n += 1) {
    for (let seq = 1; seq <= 50; seq += 1) {
      const position = { record: `record${n}`, seq, part: 0 };
      await world.backlog.add({ ...world.message(1), position }, { due: world.clock.now() + 6 * hour });
    }
  }
  await world.backlog.announce(endpoint, world.clock.now());
  await drain();
  expect(read).toBeLessThan(2_500);
});

test("while drains read a long backlog, sweeps start no more of them, and afterwards nothing is due early", async () => {
  const due = world.clock.now() + 6 * hour;
  await beginWithRows(6 * hour);
  await world.backlog.announce(endpoint, world.clock.now());
  await drain();
  read = 0;
  for (let sweep = 0; sweep < 4; sweep += 1) await drain();
  expect(read).toBe(0);
  await follow();
  expect(read).toBeLessThan(1.5 * rows);
  expect(world.endpoint()).toMatchObject({ due });
  for (const left of ["drainFrom", "drainAt"]) expect(world.endpoint()).not.toHaveProperty(left);
});

test("a sweep continues a read whose next message was lost", async () => {
  await beginWithRows(6 * hour);
  await add(1, world.clock.now(), rows + 1);
  await drain();
  let sweeps = 0;
  for (; events().length === 0 && sweeps < 10; sweeps += 1) {
    world.recover.take();
    world.clock.advance(15_000);
    await drain();
  }
  expect(sweeps).toBeLessThan(5);
});

test("a row added behind the read position is sent", async () => {
  await add(rows, world.clock.now() + 6 * hour, 2);
  await world.backlog.announce(endpoint, world.clock.now());
  await drain();
  await add(1, world.clock.now(), 1);
  await follow();
  expect(events()).toHaveLength(1);
  expect(world.endpoint()).toMatchObject({ due: expect.any(Number) });
  expect(Number(world.endpoint()?.["due"])).toBeGreaterThan(world.clock.now() + hour);
});

test("a recovered endpoint gets its oldest delivery first, wherever an earlier drain stopped reading", async () => {
  await beginWithRows(6 * hour);
  await world.backlog.announce(endpoint, world.clock.now());
  await drain();
  world.recover.take();
  world.clock.advance(7 * hour);
  const oldest = world
    .backlogRows()
    .map((row) => backlogRow.parse(row).event)
    .sort();
  await world.circuits.follow(endpoint, false);
  await world.circuits.resume(endpoint);
  await drain();
  expect(events().sort()).toEqual(oldest.slice(0, 10).sort());
});

test("deliveries that are due together are sent and removed in small portions, with a pause between drains", async () => {
  await add(900, world.clock.now());
  const { deliver, deliveries } = world;
  const portions: number[] = [];
  before(deliver, "send", (messages) => portions.push(messages.length));
  let [removing, mostRemoving] = [0, 0];
  around(deliveries, "remove", (remove) => async (...call) => {
    removing += 1;
    mostRemoving = Math.max(mostRemoving, removing);
    await Promise.resolve();
    const outcome = await remove(...call);
    removing -= 1;
    return outcome;
  });
  await drain();
  expect(portions).toEqual([100, 100]);
  expect(world.recover.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([1]);
  await drain();
  expect(portions, "a sweep doesn't send more in the same second").toHaveLength(2);
  await follow();
  expect([events().length, world.backlogRows().length]).toEqual([900, 0]);
  expect([Math.max(...portions), mostRemoving]).toEqual([100, 100]);
});

test("concurrent drains of many endpoints send and remove at most one portion together", async () => {
  const ids = Array.from({ length: 20 }, (_, n) => `sub_${n + 1}`);
  for (const id of ids) {
    world.subscribe(id);
    for (let n = 1; n <= 30; n += 1) {
      await world.backlog.add({ ...world.message(n), subscription: id }, { due: world.clock.now() });
    }
  }
  let [sending, most] = [0, 0];
  around(world.deliver, "send", (send) => async (messages) => {
    sending += messages.length;
    most = Math.max(most, sending);
    await new Promise(setImmediate);
    await send(messages);
    sending -= messages.length;
  });
  await Promise.all(ids.map((subscription) => world.recovery.run({ kind: "drain", partner: "prt_1", subscription })));
  expect([events().length, most]).toEqual([600, 90]);
});

test("a portion that can't be sent leaves room for others", async () => {
  await add(2, world.clock.now());
  vi.spyOn(world.deliver, "send").mockRejectedValueOnce(new Error("no queue"));
  await expect(drain()).rejects.toThrow("no queue");
  await add(200, world.clock.now(), 3);
  await drain();
  await follow();
  expect([events().length, world.backlogRows()]).toEqual([202, []]);
});

test("the drains of a partner's endpoints share one allowance", async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `sub_${n + 1}`);
  for (const id of ids) {
    world.subscribe(id);
    for (let n = 1; n <= 201; n += 1) {
      await world.backlog.add({ ...world.message(n), subscription: id }, { due: world.clock.now() });
    }
  }
  for (const subscription of ids) await world.recovery.run({ kind: "drain", partner: "prt_1", subscription });
  const delays = world.recover.sent.map(({ delaySeconds }) => delaySeconds);
  expect([delays.length, delays[0], delays.at(-1)]).toEqual([40, 1, 4]);
});

test("ending a deleted subscription's backlog takes turns with other work", async () => {
  await add(900, world.clock.now() + hour);
  world.endpoints.clear();
  await world.circuits.forget(endpoint);
  await drain();
  expect(world.recover.sent.map(({ delaySeconds }) => delaySeconds)).toEqual([1]);
  const left = world.backlogRows().length;
  await drain();
  expect(world.backlogRows(), "a sweep ends no more in the same second").toHaveLength(left);
  await follow();
  expect([world.backlogRows(), world.endpoint()]).toEqual([[], undefined]);
});

// DynamoDB deletes expired rows within days. Until then, its queries read past them.
test.each([
  { name: "a drain", run: drain },
  { name: "a reader who knows that nothing is ordered", run: () => all({ unordered: true }) },
  { name: "a reader who doesn't know", run: () => all({}) },
  { name: "a reader who begins with the newest", run: () => all({ descending: true }) },
])("$name reads no rows whose events have expired", async ({ run }) => {
  await beginWithRows(0);
  world.clock.advance(world.timings.eventRetention + hour);
  await add(3, world.clock.now(), rows + 1);
  await run();
  expect(read).toBe(3);
});

test("rows of records are read wherever their records' digests are in the order of keys", async () => {
  const digests = ["0", "a", "e", "f"].map((first) => first.repeat(31));
  for (const [at, digest] of digests.entries()) await add(1, world.clock.now(), at + 1, digest);
  await add(2, world.clock.now(), 10);
  expect(await all({})).toHaveLength(6);
  const upwards = (await all({})).map(({ event, position }) => `${position?.record ?? ""}${event}`);
  const downwards = (await all({ descending: true })).map(({ event, position }) => `${position?.record ?? ""}${event}`);
  expect(downwards).toEqual(upwards.toReversed());
});
