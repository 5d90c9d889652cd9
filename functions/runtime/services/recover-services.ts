import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { BacklogDrain } from "../../../shared/delivery/backlog/backlog-drain.ts";
import { BacklogMonitor } from "../../../shared/delivery/backlog/backlog-monitor.ts";
import { UnhealthyEndpoints } from "../../../shared/delivery/backlog/unhealthy-endpoints.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import { EndpointNotices } from "../../../shared/delivery/endpoint/endpoint-notices.ts";
import { OrderedBacklog } from "../../../shared/delivery/ordered/ordered-backlog.ts";
import { PullQueue } from "../../../shared/delivery/pull/pull-queue.ts";
import { Recovery } from "../../../shared/delivery/recovery.ts";
import { ReplaySource } from "../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../shared/delivery/replay/replay-store.ts";
import { Replays } from "../../../shared/delivery/replay/replays.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { Republisher } from "../../../shared/publishing/republish/republisher.ts";
import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { ProjectionRepair } from "../../../shared/subscriptions/projection-repair.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import type { Engine } from "../engine.ts";

/** Deliveries one drain sends: within the function's time, table round trips included. */
const drainLimit = 2_000;

type RecoverServices = {
  readonly recovery: Recovery;
  readonly replays: Replays;
  readonly copies: ProjectionRepair;
  readonly backlogMonitor: BacklogMonitor;
  readonly republisher: Republisher;
};

export function recoverServices(engine: Engine): RecoverServices {
  const { clock, randomness, logger, metrics, keys, settings } = engine;
  const { timings } = settings;
  const table = engine.table("subscriptions");
  const deliveries = engine.table("deliveries");
  const [deliver, deliverSlow, recover] = [
    engine.queue("deliver"),
    engine.queue("deliver-slow"),
    engine.queue("recover"),
  ];
  const backlog = new Backlog({
    deliveries,
    subscriptions: table,
    eventRetention: timings.eventRetention,
  });
  const circuits = new CircuitStore({ table, clock });
  const secrets = new SecretBox({ table, keys, clock, randomness, cacheMs: timings.dataKeyCache });
  const subscriptions = new SubscriptionStore({ table, secrets, clock, randomness });
  const events = new OperationalEvents({ mirror: engine.table("mirror"), clock, timings });
  const notices = new EndpointNotices({ events, clock, logger, timings });
  const careOf = (rows: Pick<Backlog, "rows" | "remove" | "setDue">) => ({
    drain: new BacklogDrain({ backlog: rows, circuits, deliver, recover, clock, timings, limit: drainLimit }),
    unhealthy: new UnhealthyEndpoints({
      ...{ backlog: rows, subscriptions, circuits, notices, deliverSlow, clock, timings },
    }),
  });
  const log = new DeliveryLog({
    table: deliveries,
    writer: new BatchWriter(deliveries, engine.sleeper),
    clock,
    randomness,
    timings,
  });
  const recovery = new Recovery({
    ...{ table, subscriptions, backlog, circuits, recover, clock },
    ...careOf(backlog),
    ordered: careOf(new OrderedBacklog({ backlog, deliveries, clock, patience: 2 * timings.claimRetention })),
    pull: new PullQueue({ backlog, log, notices, clock, timings }),
  });
  const store = new EventStore({ events: engine.table("events"), clock, timings });
  const replays = new Replays({
    ...{ table, subscriptions, deliver, recover, clock, logger },
    store: new ReplayStore({ table, clock, randomness }),
    source: new ReplaySource({ events: store, ...{ deliveries, clock } }),
  });
  const republisher = new Republisher({
    ...{ store, recover, clock, logger, metrics, timings },
    ...{ mirror: engine.table("mirror"), events: engine.table("events"), bus: engine.bus },
  });
  const copies = new ProjectionRepair({
    ...{ subscriptions, logger, projection: new SubscriptionProjection(table) },
    intents: new ProjectionIntents({ table, clock, randomness }),
  });
  const backlogMonitor = new BacklogMonitor({ table, backlog, clock, metrics, timings });
  return { recovery, replays, copies, backlogMonitor, republisher };
}
