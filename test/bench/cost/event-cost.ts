import type { Item } from "../../../shared/kernel/ports/table.ts";
import { type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { Arrivals } from "./arrivals.ts";
import type { Bill } from "./bill.ts";
import type { CountedEngine } from "./counted-engine.ts";
import { sizeOf } from "./counted-table.ts";
import { prices } from "./prices.ts";
import { openScene } from "./scene.ts";

const ticksPerBurst = 3;
/** The work after a burst of changes takes three ticks, in which the scheduler also does other work. */
const idleBursts = 10;
const burst = 100;
const requestsPerSecond = 5;

/** The cost until an event is on the bus. It doesn't depend on the number of subscribers. */
const ingest = /^(feeds|mirror|bus|source|queue (ticks|poll)|function (clock|tick|poll|publish))\b/;

export type EventCost = {
  /** The bills of one event: everything, and the part behind the bus. */
  readonly all: Bill;
  readonly behindBus: Bill;
  /** Dollars for one event's storage until it expires. */
  readonly storage: number;
  readonly deliveries: number;
};

export type EventCostOptions = {
  /** The subscribers, which all want each event. */
  readonly subscribers: number;
  readonly events: number;
  readonly arrivals: Arrivals;
  /** The bytes of each changed record in addition to the sandbox's. */
  readonly padding?: number;
  /** How many people change first, because the bridge learns only once which hints of an instance lead to something. */
  readonly warmUp?: number;
  /** How many ticks pass then. A change makes the scheduler visit an owner more often for about half an hour. */
  readonly restTicks?: number;
};

/** Changes persons at the source, and bills the cost of their events beyond that of an idle time. */
export async function eventCost(options: EventCostOptions): Promise<EventCost> {
  const { subscribers, events, arrivals, padding = 0, warmUp = 200, restTicks = 120 } = options;
  const scene = await openScene({ records: 3 * (events + warmUp), requestsPerSecond });
  const { engine, pipeline, bill } = scene;
  const ticks = async (count: number) => {
    for (let tick = 0; tick < count; tick += 1) await pipeline.tick();
  };
  try {
    await scene.connect();
    await scene.subscribe(subscribers);
    const partner = await scene.partner();
    const people = engine.stored("mirror").filter(({ resource, state }) => resource === "person" && state === "live");
    if (people.length < events + warmUp) throw new Error(`only ${people.length} people to change`);
    const change = async (some: readonly Item[], fields: (id: string) => object) => {
      for (let at = 0; at < some.length; at += burst) {
        for (const { sk: id } of some.slice(at, at + burst)) await partner.patch(`/person/${id}`, fields(id));
        await ticks(ticksPerBurst);
      }
    };
    await change(people.splice(0, warmUp), (id) => ({ firstName: `Kari ${id}` }));
    const changed = people.slice(0, events);
    if (padding > 0) await change(changed, () => ({ externalReference: "x".repeat(padding) }));
    await ticks(restTicks);
    pipeline.arrivals = arrivals;
    bill.clear();
    await ticks(idleBursts * ticksPerBurst);
    const idle = bill.times(Math.ceil(events / burst) / idleBursts);
    bill.clear();
    const before = { keys: keysOf(engine), deliveries: scene.deliveries() };
    await change(changed, (id) => ({ firstName: `Kari ${id}` }));
    const stored = storedSince(engine, before.keys);
    const found = stored.filter(({ table, item }) => table === "events" && !item.pk.startsWith("ledger#")).length;
    if (found < events) throw new Error(`only ${found} of ${events} changes became events`);
    const all = bill.less(idle).times(1 / found);
    return {
      all,
      behindBus: all.select((line) => !ingest.test(line)),
      storage: stored.reduce((sum, { table, item }) => sum + storageOf(table, item, engine.clock.now()), 0) / found,
      deliveries: (scene.deliveries() - before.deliveries) / found,
    };
  } finally {
    await scene.close();
  }
}

type Stored = { readonly table: TableName; readonly item: Item };

/** The tables to which each event adds items. Items of the others change in place. */
const growing = ["events", "deliveries"] as const satisfies readonly TableName[];

const storedIn = (engine: CountedEngine): readonly Stored[] =>
  growing.flatMap((table) => engine.stored(table).map((item) => ({ table, item })));
const nameOf = ({ table, item }: Stored) => `${table} ${item.pk} ${item.sk}`;
const keysOf = (engine: CountedEngine) => new Set(storedIn(engine).map(nameOf));

function storedSince(engine: CountedEngine, keys: ReadonlySet<string>): readonly Stored[] {
  return storedIn(engine).filter((stored) => !keys.has(nameOf(stored)));
}

/** DynamoDB adds this to each item and index entry. */
const frame = 100;
const monthMs = 30 * 24 * 3_600_000;

/** Dollars for an item until it expires. Indexes hold only keys, and have no backups. */
function storageOf(table: TableName, item: Item, now: number): number {
  const months = (Number(item["expiresAt"]) * 1_000 - now) / monthMs;
  const entries = tables[table].indexes.filter(({ partition }) => item[partition] !== undefined);
  const entryBytes = entries.reduce((sum, { partition, sort }) => {
    const { pk, sk, [partition]: part = "", [sort.attribute]: order = "" } = item;
    return sum + frame + sizeOf({ pk, sk, [partition]: part, [sort.attribute]: order });
  }, 0);
  const gigabytes = (bytes: number) => (bytes / 1e9) * months;
  return gigabytes(frame + sizeOf(item)) * (prices.storage + prices.recovery) + gigabytes(entryBytes) * prices.storage;
}
