import { marshall } from "@aws-sdk/util-dynamodb";
import { describe, expect, it } from "vitest";
import { createPublishHandler } from "../../../functions/publish.ts";
import type { Engine } from "../../../functions/runtime/engine.ts";
import type { BusEntry } from "../../../shared/kernel/ports/event-bus.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { TableName } from "../../../shared/kernel/topology.ts";
import type { MirrorItem } from "../../../shared/mirror/mirror-item.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { MemoryQueue } from "../../support/memory-queue.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SilentLogger } from "../../support/silent-logger.ts";
import { mirrored, rise, start } from "./publishing-fixture.ts";

function publisher() {
  const tables = { events: new MemoryTable("events"), feeds: new MemoryTable("feeds") };
  const recover = new MemoryQueue();
  const published: BusEntry[] = [];
  const refused = new Set<string>();
  const order: string[] = [];
  const engine = {
    table: (name: TableName) => tables[name as "events"],
    queue: () => recover,
    bus: {
      publish: async (entries: readonly BusEntry[]) => {
        order.push(`bus after ${tables.events.items.length > 0 ? "events" : "nothing"}`);
        published.push(...entries.filter(({ detail }) => !refused.has(JSON.parse(detail).subject.id)));
        return {
          refused: entries.filter(({ detail }) => refused.has(JSON.parse(detail).subject.id)).map(({ id }) => id),
        };
      },
    },
    clock: new FakeClock(start),
    logger: new SilentLogger(),
    metrics: { record: () => undefined },
    settings: { timings: defaultTimings },
  } as unknown as Engine;
  return { ...tables, recover, published, refused, order, handle: createPublishHandler(engine) };
}

const image = (item: object) => marshall(item, { removeUndefinedValues: true });
const record = (n: number, after: object | undefined, before?: object) => ({
  eventName:
    after === undefined ? ("REMOVE" as const) : before === undefined ? ("INSERT" as const) : ("MODIFY" as const),
  dynamodb: {
    SequenceNumber: String(n),
    Keys: {},
    ...(after === undefined ? {} : { NewImage: image(after) }),
    ...(before === undefined ? {} : { OldImage: image(before) }),
  },
});
const company = (id: string, rest: Partial<MirrorItem> = {}) => mirrored({ id, sk: id, changeLog: [rise(1)], ...rest });
const beat = (shard: number, beat: number) => ({ pk: `acme#beat#${shard}`, sk: "beat", beat });

describe("the publish handler", () => {
  it("stores events, then puts the same bytes on the bus, in the order of the stream", async () => {
    const { handle, published, events, order } = publisher();
    const answer = await handle({
      Records: [record(1, company("c1")), record(2, company("c2"), mirrored({ seq: 0 }))],
    });
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(published.map(({ type, detail }) => [type, JSON.parse(detail).subject.id])).toEqual([
      ["company.updated", "c1"],
      ["company.updated", "c2"],
    ]);
    const bodies = events.items.flatMap(({ body }) => body ?? []);
    expect(new Set(bodies)).toEqual(new Set(published.map(({ detail }) => detail)));
    expect(order).toEqual(["bus after events"]);
  });

  it("publishes again what comes again: nobody can know whether the bus had it", async () => {
    const { handle, published } = publisher();
    const batch = { Records: [record(1, company("c1"))] };
    await handle(batch);
    await handle(batch);
    expect(published[0]).toEqual(published[1]);
  });

  it("removals, expiry and items without a tale make no events; beats are noted and never taken back", async () => {
    const { handle, published, feeds } = publisher();
    const placement = { pk: "acme#placements#Company#c1", sk: "d1#f1" };
    await handle({ Records: [record(1, undefined, company("c1")), record(2, placement), record(3, beat(4, 20))] });
    await handle({ Records: [record(4, beat(4, 10), beat(4, 5)), record(5, beat(5, 10))] });
    expect(published).toEqual([]);
    expect(feeds.items).toEqual([
      { pk: "acme#beats", sk: "4", beat: 20 },
      { pk: "acme#beats", sk: "5", beat: 10 },
    ]);
  });

  it("stops at the first record the bus refused, and notes no beat behind it", async () => {
    const { handle, refused, feeds } = publisher();
    refused.add("c2").add("c3");
    const Records = [
      record(1, company("c1")),
      record(2, beat(1, 1)),
      record(3, company("c2")),
      record(4, beat(2, 1)),
      record(5, company("c3")),
    ];
    expect(await handle({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "3" }] });
    expect(feeds.items.map(({ sk }) => sk)).toEqual(["1"]);
  });

  it.each([
    ["a mirror item of unknown shape", { pk: "acme#company#1", sk: "x", changeLog: "?" }],
    ["an item without keys", { changeLog: [] }],
  ])("stops before %s; what came before is published", async (_, broken) => {
    const { handle, published } = publisher();
    const Records = [record(1, company("c1")), record(2, broken), record(3, company("c3"))];
    expect(await handle({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
    expect(published).toHaveLength(1);
  });

  it("a change without its new image is not taken for a removal", async () => {
    const { handle } = publisher();
    const broken = { eventName: "MODIFY" as const, dynamodb: { SequenceNumber: "7", Keys: {} } };
    expect(await handle({ Records: [broken] })).toEqual({ batchItemFailures: [{ itemIdentifier: "7" }] });
  });

  it("where a table can't answer, the whole batch comes again", async () => {
    const { handle, events } = publisher();
    events.put = async () => Promise.reject(new Error("throttled"));
    expect(await handle({ Records: [record(1, company("c1"))] })).toEqual({
      batchItemFailures: [{ itemIdentifier: "1" }],
    });
  });
});
