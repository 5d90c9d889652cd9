import type { Engine } from "../../../functions/runtime/engine.ts";
import { EmfMetrics } from "../../../shared/adapters/aws/emf-metrics.ts";
import { inBatches } from "../../../shared/adapters/aws/in-batches.ts";
import { createJsonLogger } from "../../../shared/adapters/logging/json-logger.ts";
import type { OutgoingMessage, QueueSender } from "../../../shared/kernel/ports/queue.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import type { Timings } from "../../../shared/kernel/timings.ts";
import { type QueueName, queues, type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import { FakeKeyWrapper } from "../../support/fake-key-wrapper.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import type { Arrivals } from "./arrivals.ts";
import { perRequest } from "./arrivals.ts";
import type { Bill } from "./bill.ts";
import { CountedTable } from "./counted-table.ts";
import { Pollers } from "./pollers.ts";
import { pollRequestBytes, prices } from "./prices.ts";

/** A message in a queue, which became visible this long after it was sent. */
export type Waiting = Pick<OutgoingMessage, "body" | "delaySeconds">;

export type Changed = { readonly before: Item | undefined; readonly after: Item | undefined };

/** An engine in memory that bills every call, packed like those of the AWS adapters. */
export type CountedEngine = Engine & {
  /** Receives all messages of a queue, and bills the requests for sending and receiving them. */
  take(name: QueueName, arrivals: Arrivals): readonly Waiting[];
  /** The names of the metrics written since the last call. */
  takeMetrics(): ReadonlySet<string>;
  /** Returns the mirror's new stream records. */
  takeChanges(): readonly Changed[];
  stored(name: TableName): readonly Item[];
  /** Returns the number of requests that polls made. */
  takeRequests(): number;
  /** Returns the number of empty receives at all queues since the last call. */
  takeEmptyReceives(): number;
  /** Runs what the end of an invocation does. */
  flush(): void;
};

const chunkBytes = 64 * 1_024;
const chunks = (bytes: number) => Math.max(1, Math.ceil(bytes / chunkBytes));

export function createCountedEngine(bill: Bill, clock: FakeClock, partnerUrl: string, timings: Timings): CountedEngine {
  const changes: Changed[] = [];
  const memory = new Map<TableName, MemoryTable>();
  const counted = new Map<TableName, CountedTable>();
  for (const name of tableNames) {
    const onChange = (change: Changed) => void changes.push(change);
    const table = new MemoryTable(name, { pageSize: 1_000, ...(tables[name].streamed ? { onChange } : {}) });
    memory.set(name, table);
    counted.set(name, new CountedTable(name, table, bill));
  }
  const waiting = new Map<QueueName, Waiting[]>();
  let pollers = pollersOfAll(clock.now());
  const queue = (name: QueueName): QueueSender => ({
    send: async (messages: readonly OutgoingMessage[]) => {
      const limits = { count: 10, bytes: 1_024 * 1_024 };
      const size = ({ body }: OutgoingMessage) => Buffer.byteLength(body);
      for (const pack of inBatches(messages, limits, size)) {
        bill.queueRequests(name, chunks(pack.reduce((sum, message) => sum + size(message), 0)));
      }
      waiting.set(name, [...(waiting.get(name) ?? []), ...messages]);
    },
  });
  const written = new Set<string>();
  const write = (line: string) => {
    for (const [, name] of line.matchAll(/\{"Name":"([^"]+)"/g)) written.add(name!);
    bill.add("logs and metrics: GB", Buffer.byteLength(line) / 1e9, prices.logs);
    // A figure with failures in it would be wrong.
    if (line.includes('"level":"error"')) console.error(line);
  };
  const metrics = new EmfMetrics({ write, clock, stage: "prod" });
  let requests = 0;
  return {
    table: (name) => counted.get(name)!,
    queue,
    bus: {
      publish: async (entries) => {
        for (const { detail } of entries) {
          const { instance, id, type } = JSON.parse(detail) as { instance: string; id: string; type: string };
          bill.add("bus: events", chunks(Buffer.byteLength(detail)), prices.busEvents / 1e6);
          // The rule sends each event separately.
          bill.queueRequests("fanout", 1);
          waiting.set("fanout", [...(waiting.get("fanout") ?? []), { body: JSON.stringify({ instance, id, type }) }]);
        }
        return { refused: [] };
      },
    },
    keys: new FakeKeyWrapper(),
    clock,
    // Waits cost nothing that is counted, and would advance time by fractions.
    sleeper: { sleep: () => Promise.resolve() },
    randomness: new SeededRandomness(5),
    logger: createJsonLogger(write, clock),
    metrics: {
      record: (name, value, instance) => {
        if (name === "source.requests") {
          requests += value;
          bill.add("source, egress: GB", (value * pollRequestBytes) / 1e9, prices.egress);
        }
        metrics.record(name, value, instance);
      },
    },
    settings: { partnerUrl, allowInsecureEndpoints: true, operatorKeyHash: "", timings },
    take: (name, arrivals) => {
      const taken = waiting.get(name) ?? [];
      waiting.set(name, []);
      const deletedAtOnce = Math.min(perRequest, arrivals.batchOf(name));
      const receives = Math.ceil(taken.length / arrivals.perReceive(name));
      pollers.get(name)?.received(receives, clock.now());
      bill.queueRequests(name, receives);
      bill.queueRequests(name, Math.ceil(taken.length / deletedAtOnce));
      return taken;
    },
    takeMetrics: () => {
      const names = new Set(written);
      written.clear();
      return names;
    },
    takeChanges: () => changes.splice(0),
    stored: (name) => memory.get(name)!.items,
    flush: () => {
      metrics.flush();
    },
    takeEmptyReceives: () => {
      const now = clock.now();
      const empty = [...pollers.values()].reduce((sum, one) => sum + one.empty(now), 0);
      pollers = pollersOfAll(now);
      return empty;
    },
    takeRequests: () => {
      const made = requests;
      requests = 0;
      return made;
    },
  };
}

const pollersOfAll = (now: number): ReadonlyMap<string, Pollers> =>
  new Map(Object.keys(queues).map((name) => [name, new Pollers(now)]));

const tableNames = ["feeds", "mirror", "events", "subscriptions", "deliveries"] as const satisfies readonly TableName[];
