import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import { EndpointNotices } from "../../../shared/delivery/endpoint/endpoint-notices.ts";
import { PullQueue } from "../../../shared/delivery/pull/pull-queue.ts";
import { ReplaySource } from "../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../shared/delivery/replay/replay-store.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { AttemptStatistics } from "../../../shared/delivery/statistics/attempt-statistics.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import { type Container, onTable, storeOn } from "../container.ts";
import { operationalEvents } from "./mirror.ts";
import { eventStore } from "./publishing.ts";

export function backlog({ engine, context, get }: Container): Backlog {
  const [deliveries, subscriptions] = [engine.table("deliveries"), engine.table("subscriptions")];
  return new Backlog({ ...context, deliveries, subscriptions, writer: get(deliveryWriter) });
}

export const circuitStore = /* @__PURE__ */ storeOn("subscriptions", CircuitStore);

export function endpointNotices({ context, get }: Container): EndpointNotices {
  const parts = { events: get(operationalEvents), log: get(deliveryLog), statistics: get(attemptStatistics) };
  return new EndpointNotices({ ...context, ...parts });
}

export const attemptStatistics = /* @__PURE__ */ storeOn("deliveries", AttemptStatistics);
export const deliveryWriter = /* @__PURE__ */ onTable(
  "deliveries",
  (table, { sleeper }) => new BatchWriter(table, sleeper),
);

export function deliveryLog({ engine, context, get }: Container): DeliveryLog {
  return new DeliveryLog({ ...context, table: engine.table("deliveries"), writer: get(deliveryWriter) });
}

export function pullQueue({ context, get }: Container): PullQueue {
  const parts = { backlog: get(backlog), log: get(deliveryLog), notices: get(endpointNotices) };
  return new PullQueue({ ...context, ...parts });
}

export const replayStore = /* @__PURE__ */ storeOn("subscriptions", ReplayStore);

export function replaySource({ engine, context, get }: Container): ReplaySource {
  return new ReplaySource({ ...context, events: get(eventStore), deliveries: engine.table("deliveries") });
}
