import { marshall } from "@aws-sdk/util-dynamodb";
import { createPublishHandler } from "../../../functions/publish.ts";
import { EngineUnavailableError } from "../../../shared/kernel/errors.ts";
import type { BusEntry } from "../../../shared/kernel/ports/event-bus.ts";
import type { FailedChanges } from "../../../shared/kernel/ports/failed-changes.ts";
import type { ChangeLogEntry, MirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { before } from "../../support/around.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { memoryEngine } from "../../support/memory-engine.ts";
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
  const logger = new SilentLogger();
  const engine = memoryEngine({ clock: new FakeClock(start), logger, metrics: { record: () => undefined } });
  const { clock } = engine;
  const tables = { events: engine.table("events"), feeds: engine.table("feeds") };
  const recover = engine.queue("recover");
  const published: BusEntry[] = [];
  const refused = new Set<string>();
  const order: string[] = [];
  const broken = new Set<"bus" | "events" | "feeds" | "recover" | "bucket">();
  const breakAt = (part: "bus" | "events" | "feeds" | "recover" | "bucket") => () => {
    if (broken.has(part)) throw new EngineUnavailableError(`${part} is down`);
  };
  before(tables.events, "put", breakAt("events"));
  before(tables.feeds, "put", breakAt("feeds"));
  before(recover, "send", breakAt("recover"));
  /** The records that were set aside. While "bucket" is broken, no record can be. */
  const kept: { readonly sequenceNumber: string; readonly at: number; readonly record: object }[] = [];
  const failedChanges: FailedChanges = {
    keep: async (change) => {
      breakAt("bucket")();
      kept.push(change);
    },
  };
  const bus = {
    publish: async (entries: readonly BusEntry[]) => {
      breakAt("bus")();
      order.push(`bus after ${tables.events.items.length > 0 ? "events" : "nothing"}`);
      const isRefused = ({ detail }: BusEntry) => refused.has(JSON.parse(detail).subject.id);
      published.push(...entries.filter((entry) => !isRefused(entry)));
      return { refused: entries.filter(isRefused).map(({ id }) => id) };
    },
  };
  /** A publish handler in another process, with the same tables and bus. */
  const another = () => createPublishHandler({ ...engine, bus }, failedChanges);
  const handle = another();
  /** The heartbeats that publishing has seen. */
  const beats = () => tables.feeds.items.filter(({ pk }) => pk.endsWith("#beats"));
  const own = { recover, published, refused, broken, logger, order, clock, kept, beats };
  return { ...tables, ...own, bus, handle, another };
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
