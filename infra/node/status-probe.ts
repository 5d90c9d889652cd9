import type { StatusProbe } from "../../shared/api/status/status-probe.ts";
import { type QueueName, queues } from "../../shared/kernel/topology.ts";
import type { NodeEngine } from "./node-engine.ts";

/** Counting deliveries reads their whole table: a console that asks every second mustn't make it a load. */
const countsLast = 10_000;

/** What `GET /v1/status` can't read from the tables by key. */
export function statusProbe(engine: NodeEngine): StatusProbe {
  let counted: { readonly at: number; readonly counts: Readonly<Record<string, number>> } | undefined;
  const names = Object.values(queues).map(({ name }): QueueName => name);
  return {
    queueDepths: () => Promise.resolve(Object.fromEntries(names.map((name) => [name, engine.queue(name).depths()]))),
    deliveriesByState: () => {
      const now = engine.clock.now();
      if (counted === undefined || now - counted.at >= countsLast) {
        counted = { at: now, counts: Object.fromEntries(engine.table("deliveries").countBy("state")) };
      }
      return Promise.resolve(counted.counts);
    },
  };
}
