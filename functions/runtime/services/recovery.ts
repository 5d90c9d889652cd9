import type { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { BacklogRelease } from "../../../shared/delivery/backlog/backlog-release.ts";
import { Recovery } from "../../../shared/delivery/backlog/recovery.ts";
import { BacklogMonitor } from "../../../shared/delivery/endpoint/backlog-monitor.ts";
import { UnhealthyEndpoints } from "../../../shared/delivery/endpoint/unhealthy-endpoints.ts";
import { ExcerptErasure } from "../../../shared/delivery/erasure/excerpt-erasure.ts";
import { SubjectErasure } from "../../../shared/delivery/erasure/subject-erasure.ts";
import { OrderedBacklog } from "../../../shared/delivery/ordered/ordered-backlog.ts";
import { Replays } from "../../../shared/delivery/replay/replays.ts";
import { SubjectEraser } from "../../../shared/mirror/subject-memory.ts";
import { QuarantineErasure } from "../../../shared/polling/quarantine/quarantine-erasure.ts";
import type { Container } from "../container.ts";
import {
  backlog,
  circuitStore,
  endpointNotices,
  endpointSwitch,
  pullQueue,
  replaySource,
  replayStore,
} from "./delivery.ts";
import { eventStore } from "./publishing.ts";
import { subscriptionProjection, subscriptionStore } from "./subscriptions.ts";

/** How many deliveries one drain sends: as many as fit into the function's time, table round trips included. */
export const drainLimit = (): number => 2_000;

export function recovery({ engine, get }: Container): Recovery {
  const { clock, settings } = engine;
  const { timings } = settings;
  const [health, notices] = [get(circuitStore), get(endpointNotices)];
  const recover = engine.queue("recover");
  const draining = { health, recover, deliver: engine.queue("deliver"), clock, timings, limit: get(drainLimit) };
  const probing = { health, switch: get(endpointSwitch), notices, deliverSlow: engine.queue("deliver-slow") };
  const drainsOf = (rows: Pick<Backlog, "rows" | "remove" | "settle">) => ({
    release: new BacklogRelease({ backlog: rows, ...draining }),
    unhealthy: new UnhealthyEndpoints({ backlog: rows, ...probing, clock, timings }),
  });
  const ordered = new OrderedBacklog({
    ...{ backlog: get(backlog), deliveries: engine.table("deliveries"), clock },
    patience: 2 * timings.claimRetention,
  });
  return new Recovery({
    ...{ table: engine.table("subscriptions"), subscriptions: get(subscriptionStore), backlog: get(backlog) },
    ...{ health, recover, clock },
    ...drainsOf(get(backlog)),
    ordered: drainsOf(ordered),
    pull: get(pullQueue),
  });
}

export function replays({ engine, get }: Container): Replays {
  const { clock, logger } = engine;
  return new Replays({
    ...{ table: engine.table("subscriptions"), subscriptions: get(subscriptionStore) },
    ...{ deliver: engine.queue("deliver"), recover: engine.queue("recover"), clock, logger },
    ...{ store: get(replayStore), source: get(replaySource) },
  });
}

export function backlogMonitor({ engine, get }: Container): BacklogMonitor {
  const { clock, metrics, settings } = engine;
  const table = engine.table("subscriptions");
  return new BacklogMonitor({ table, backlog: get(backlog), clock, metrics, timings: settings.timings });
}

export function subjectErasure({ engine, get }: Container): SubjectErasure {
  const excerpts = { copies: get(subscriptionProjection), deliveries: engine.table("deliveries") };
  return new SubjectErasure({
    memory: new SubjectEraser(engine.table("mirror")),
    store: get(eventStore),
    events: engine.table("events"),
    excerpts: new ExcerptErasure(excerpts),
    quarantine: new QuarantineErasure(engine.table("feeds")),
    recover: engine.queue("recover"),
    logger: engine.logger,
  });
}
