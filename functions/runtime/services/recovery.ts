import type { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { BacklogDrain } from "../../../shared/delivery/backlog/backlog-drain.ts";
import { BacklogMonitor, countEndpoints } from "../../../shared/delivery/backlog/backlog-monitor.ts";
import { DrainTurns } from "../../../shared/delivery/backlog/drain-turns.ts";
import { UnhealthyEndpoints } from "../../../shared/delivery/backlog/unhealthy-endpoints.ts";
import { SubjectErasure } from "../../../shared/delivery/erasure/subject-erasure.ts";
import { OrderedBacklog } from "../../../shared/delivery/ordered/ordered-backlog.ts";
import { Recovery } from "../../../shared/delivery/recovery.ts";
import { Replays } from "../../../shared/delivery/replay/replays.ts";
import { ProjectionRepair } from "../../../shared/subscriptions/projection-repair.ts";
import type { Container } from "../container.ts";
import {
  backlog,
  circuitStore,
  deliveryLog,
  endpointNotices,
  pullQueue,
  replaySource,
  replayStore,
} from "./delivery.ts";
import { partnerEnforcement, partnerRegistry } from "./partners.ts";
import { eventStore } from "./publishing.ts";
import { projectionIntents, subscriptionProjection, subscriptionStore } from "./subscriptions.ts";

/** Sending this many deliveries, with the necessary reads and writes, fits into the Lambda function's time limit. */
export const drainLimit = (): number => 2_000;

/** The most rows that one drain reads even though they aren't due, which takes about 20 ms of CPU. */
const mostWaiting = 2_000;

export function recovery({ engine, context, get }: Container): Recovery {
  const [circuits, subscriptions, table] = [get(circuitStore), get(subscriptionStore), engine.table("subscriptions")];
  const [deliver, deliverSlow] = [engine.queue("deliver"), engine.queue("deliver-slow")];
  const recover = engine.queue("recover");
  const turns = new DrainTurns({ ...context, table, recover, pace: get(drainPace) });
  const draining = { ...context, circuits, turns, deliver, limit: get(drainLimit), mostWaiting };
  const notices = get(endpointNotices);
  const probing = { ...context, subscriptions, circuits, notices, deliver, deliverSlow };
  const careOf = (rows: Pick<Backlog, "rows" | "behind" | "remove" | "setDue">) => ({
    drain: new BacklogDrain({ backlog: rows, ...draining }),
    unhealthy: new UnhealthyEndpoints({ backlog: rows, ...probing }),
  });
  const ordered = new OrderedBacklog({ ...context, backlog: get(backlog), deliveries: engine.table("deliveries") });
  return new Recovery({
    ...context,
    ...{ table, subscriptions, backlog: get(backlog), circuits, notices, turns, recover },
    ...{ log: get(deliveryLog), partners: get(partnerRegistry), pull: get(pullQueue) },
    ...careOf(get(backlog)),
    ordered: careOf(ordered),
  });
}

/** On AWS, drains and replays share no processor with other work, so they need no pace. */
export function drainPace(): (() => number) | undefined {
  return undefined;
}

export function replayPace(): (() => number) | undefined {
  return undefined;
}

export function replays({ engine, context, get }: Container): Replays {
  return new Replays({
    ...context,
    ...{ table: engine.table("subscriptions"), subscriptions: get(subscriptionStore) },
    ...{ deliverSlow: engine.queue("deliver-slow"), recover: engine.queue("recover"), pace: get(replayPace) },
    ...{ store: get(replayStore), source: get(replaySource), partners: get(partnerRegistry) },
  });
}

export function projectionRepair({ context, get }: Container): ProjectionRepair {
  return new ProjectionRepair({
    ...context,
    ...{ subscriptions: get(subscriptionStore), projection: get(subscriptionProjection) },
    ...{ partners: get(partnerEnforcement), intents: get(projectionIntents) },
  });
}

export function backlogMonitor({ engine, context, get }: Container): BacklogMonitor {
  return new BacklogMonitor({
    ...context,
    ...{ table: engine.table("subscriptions"), backlog: get(backlog) },
    countEndpoints: () => countEndpoints(get(partnerRegistry), get(subscriptionStore)),
  });
}

export function subjectErasure({ engine, context, get }: Container): SubjectErasure {
  return new SubjectErasure({
    ...context,
    store: get(eventStore),
    events: engine.table("events"),
    subscriptions: get(subscriptionProjection),
    deliveries: engine.table("deliveries"),
    circuits: get(circuitStore),
    mirror: engine.table("mirror"),
    feeds: engine.table("feeds"),
    recover: engine.queue("recover"),
  });
}
