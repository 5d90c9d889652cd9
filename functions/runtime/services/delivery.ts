import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import { EndpointNotices } from "../../../shared/delivery/endpoint/endpoint-notices.ts";
import { PullQueue } from "../../../shared/delivery/pull/pull-queue.ts";
import { ReplaySource } from "../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../shared/delivery/replay/replay-store.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { AttemptStatistics } from "../../../shared/delivery/statistics/attempt-statistics.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import type { Container } from "../container.ts";
import { operationalEvents } from "./mirror.ts";
import { eventStore } from "./publishing.ts";

export function backlog({ engine, get }: Container): Backlog {
  const { clock, settings } = engine;
  const { eventRetention } = settings.timings;
  const [deliveries, subscriptions] = [engine.table("deliveries"), engine.table("subscriptions")];
  return new Backlog({ deliveries, writer: get(deliveryWriter), subscriptions, clock, eventRetention });
}

export function circuitStore({ engine, context }: Container): CircuitStore {
  return new CircuitStore({ ...context, table: engine.table("subscriptions") });
}

export function endpointNotices({ engine, get }: Container): EndpointNotices {
  const { clock, logger, settings } = engine;
  return new EndpointNotices({
    ...{ events: get(operationalEvents), log: get(deliveryLog), statistics: get(attemptStatistics) },
    ...{ clock, logger, timings: settings.timings },
  });
}

export function attemptStatistics({ engine }: Container): AttemptStatistics {
  return new AttemptStatistics({ table: engine.table("deliveries"), clock: engine.clock, logger: engine.logger });
}

/** Combines rows that are written at the same time into one request. */
export function deliveryWriter({ engine }: Container): BatchWriter {
  return new BatchWriter(engine.table("deliveries"), engine.sleeper);
}

export function deliveryLog({ engine, get }: Container): DeliveryLog {
  const { clock, sleeper, randomness, settings } = engine;
  return new DeliveryLog({
    ...{ table: engine.table("deliveries"), writer: get(deliveryWriter), clock, sleeper, randomness },
    timings: settings.timings,
  });
}

export function pullQueue({ context, get }: Container): PullQueue {
  return new PullQueue({
    ...context,
    ...{ backlog: get(backlog), log: get(deliveryLog), notices: get(endpointNotices) },
  });
}

export function replayStore({ engine }: Container): ReplayStore {
  return new ReplayStore({ table: engine.table("subscriptions"), clock: engine.clock });
}

export function replaySource({ engine, get }: Container): ReplaySource {
  return new ReplaySource({ events: get(eventStore), deliveries: engine.table("deliveries"), clock: engine.clock });
}
