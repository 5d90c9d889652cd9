import { marshall } from "@aws-sdk/util-dynamodb";
import { createPublishHandler } from "../../../functions/publish.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { BusEntry } from "../../../shared/kernel/ports/event-bus.ts";
import type { FailedChanges } from "../../../shared/kernel/ports/failed-changes.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { TableName } from "../../../shared/kernel/topology.ts";
import type { ChangeLogEntry, MirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

export const start = Date.UTC(2026, 0, 5, 8);

export const rise = (seq: number, rest: Partial<ChangeLogEntry> = {}): ChangeLogEntry => ({
  seq,
  observedAt: start + seq,
  detectedBy: "timeline",
  facts: [{ type: "company.updated", key: "" }],
  ...rest,
});

export const mirrored = (rest: Partial<MirrorItem> = {}): MirrorItem => ({
  pk: "acme#company#3",
  sk: "c1",
  instance: "acme",
  resource: "company",
  id: "c1",
  seq: 1,
  state: "live",
  asOf: start,
  observedAt: start,
  firstSeenAt: start,
  full: { body: { id: "c1", name: "B" }, digest: "x" },
  changeLog: [],
  ...rest,
});

/** The publish handler over memory. What is named in `broken` throws, and the bus refuses the records in `refused`. */
export function publisher() {
  const tables = { events: new MemoryTable("events"), feeds: new MemoryTable("feeds") };
  const recover = new MemoryQueue();
  const published: BusEntry[] = [];
  const refused = new Set<string>();
  const order: string[] = [];
  const logger = new SilentLogger();
  const broken = new Set<"bus" | "events" | "feeds" | "recover" | "bucket">();
  const breakable = <A extends unknown[], R>(
    part: "events" | "feeds" | "recover",
    call: (...args: A) => Promise<R>,
  ) => {
    return async (...args: A): Promise<R> => {
      if (broken.has(part)) throw new EngineUnavailableError(`${part} is down`);
      return call(...args);
    };
  };
  tables.events.put = breakable("events", tables.events.put.bind(tables.events));
  tables.feeds.put = breakable("feeds", tables.feeds.put.bind(tables.feeds));
  recover.send = breakable("recover", recover.send.bind(recover));
  const clock = new FakeClock(start);
  /** The records that were set aside. While "bucket" is broken, no record can be. */
  const kept: { readonly sequenceNumber: string; readonly at: number; readonly record: object }[] = [];
  const failedChanges: FailedChanges = {
    keep: async (change) => {
      if (broken.has("bucket")) throw new EngineUnavailableError("the bucket is down");
      kept.push(change);
    },
  };
  const engine = {
    table: (name: TableName) => tables[name as "events"],
    queue: () => recover,
    bus: {
      publish: async (entries: readonly BusEntry[]) => {
        if (broken.has("bus")) throw new EngineUnavailableError("bus is down");
        order.push(`bus after ${tables.events.items.length > 0 ? "events" : "nothing"}`);
        published.push(...entries.filter(({ detail }) => !refused.has(JSON.parse(detail).subject.id)));
        return {
          refused: entries.filter(({ detail }) => refused.has(JSON.parse(detail).subject.id)).map(({ id }) => id),
        };
      },
    },
    clock,
    logger,
    metrics: { record: () => undefined },
    settings: { timings: defaultTimings },
  } as unknown as Engine;
  /** A publish handler in another process, with the same tables and bus. */
  const another = () => createPublishHandler(engine, failedChanges);
  const handle = another();
  /** The heartbeats that publishing has seen. */
  const beats = () => tables.feeds.items.filter(({ pk }) => pk.endsWith("#beats"));
  const own = { recover, published, refused, broken, logger, order, clock, kept, beats };
  return { ...tables, ...own, bus: engine.bus, handle, another };
}

const image = (item: object) => marshall(item, { removeUndefinedValues: true });
export const record = (n: number, after: object | undefined, before?: object) => ({
  eventName:
    after === undefined ? ("REMOVE" as const) : before === undefined ? ("INSERT" as const) : ("MODIFY" as const),
  dynamodb: {
    SequenceNumber: String(n),
    Keys: {},
    ...(after === undefined ? {} : { NewImage: image(after) }),
    ...(before === undefined ? {} : { OldImage: image(before) }),
  },
});
export const company = (id: string, rest: Partial<MirrorItem> = {}) =>
  mirrored({ id, sk: id, changeLog: [rise(1)], ...rest });
export const heartbeat = (shard: number, beat: number) => ({ pk: `acme#beat#${shard}`, sk: "beat", beat });
