import type { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { BacklogDrain } from "../../../shared/delivery/backlog/backlog-drain.ts";
import { BacklogMonitor } from "../../../shared/delivery/backlog/backlog-monitor.ts";
import { countEndpoints } from "../../../shared/delivery/backlog/count-endpoints.ts";
import { DrainTurns } from "../../../shared/delivery/backlog/drain-turns.ts";
import { UnhealthyEndpoints } from "../../../shared/delivery/backlog/unhealthy-endpoints.ts";
import { SubjectErasure } from "../../../shared/delivery/erasure/subject-erasure.ts";
import { OrderedBacklog } from "../../../shared/delivery/ordered/ordered-backlog.ts";
import { Recovery } from "../../../shared/delivery/recovery.ts";
import { Replays } from "../../../shared/delivery/replay/replays.ts";
import { SubjectEraser } from "../../../shared/mirror/subject-eraser.ts";
import { QuarantineErasure } from "../../../shared/polling/quarantine/quarantine-erasure.ts";
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

/** The most deliveries that one drain sends: as many as fit into the function's time, including reads and writes. */
export const drainLimit = (): number => 2_000;

/** The most rows that one drain reads although they aren't due: about 20 ms of CPU. */
const mostWaiting = 2_000;

export function recovery({ engine, get }: Container): Recovery {
  const { clock, settings } = engine;
  const { timings } = settings;
  const circuits = get(circuitStore);
  const subscriptions = get(subscriptionStore);
  const [deliver, deliverSlow, recover] = [
    engine.queue("deliver"),
    engine.queue("deliver-slow"),
    engine.queue("recover"),
  ];
  const table = engine.table("subscriptions");
  const turns = new DrainTurns({ table, recover, clock, timings, pace: get(pace) });
  const draining = { circuits, turns, deliver, clock, timings, limit: get(drainLimit), mostWaiting };
  const probing = { subscriptions, circuits, notices: get(endpointNotices), deliver, deliverSlow, clock, timings };
  const careOf = (rows: Pick<Backlog, "rows" | "behind" | "remove" | "setDue">) => ({
    drain: new BacklogDrain({ backlog: rows, ...draining }),
    unhealthy: new UnhealthyEndpoints({ backlog: rows, ...probing }),
  });
  const ordered = new OrderedBacklog({
    ...{ backlog: get(backlog), deliveries: engine.table("deliveries"), clock },
    patience: 2 * timings.claimRetention,
  });
  return new Recovery({
    ...{ table, subscriptions, backlog: get(backlog), circuits, turns, recover, clock },
    ...{ log: get(deliveryLog), notices: get(endpointNotices), partners: get(partnerRegistry) },
    ...careOf(get(backlog)),
    ordered: careOf(ordered),
    pull: get(pullQueue),
  });
}

/** On AWS, live deliveries run in a function of their own, so replays and drains need no pace. */
export function pace(): (() => number) | undefined {
  return undefined;
}

export function replays({ engine, get }: Container): Replays {
  const { clock, logger } = engine;
  return new Replays({
    ...{ table: engine.table("subscriptions"), subscriptions: get(subscriptionStore) },
    ...{ deliver: engine.queue("deliver"), recover: engine.queue("recover"), clock, logger },
    ...{ store: get(replayStore), source: get(replaySource), partners: get(partnerRegistry) },
    pace: get(pace),
  });
}

export function projectionRepair({ engine, get }: Container): ProjectionRepair {
  return new ProjectionRepair({
    ...{ subscriptions: get(subscriptionStore), projection: get(subscriptionProjection) },
    ...{
      partners: get(partnerEnforcement),
      intents: get(projectionIntents),
      clock: engine.clock,
      logger: engine.logger,
    },
  });
}

export function backlogMonitor({ engine, get }: Container): BacklogMonitor {
  const { clock, metrics, settings } = engine;
  const table = engine.table("subscriptions");
  const listed = { partners: get(partnerRegistry), subscriptions: get(subscriptionStore) };
  return new BacklogMonitor({
    ...{ table, backlog: get(backlog), clock, metrics, timings: settings.timings },
    countEndpoints: () => countEndpoints(listed),
  });
}

export function subjectErasure({ engine, get }: Container): SubjectErasure {
  return new SubjectErasure({
    memory: new SubjectEraser(engine.table("mirror")),
    store: get(eventStore),
    events: engine.table("events"),
    subscriptions: get(subscriptionProjection),
    deliveries: engine.table("deliveries"),
    circuits: get(circuitStore),
    mirror: engine.table("mirror"),
    quarantine: new QuarantineErasure(engine.table("feeds")),
    recover: engine.queue("recover"),
    clock: engine.clock,
    logger: engine.logger,
  });
}
