import { destinationVetting } from "../../../shared/adapters/http/vet-destination.ts";
import type { ApiServices } from "../../../shared/api/api-services.ts";
import type { StatusProbe } from "../../../shared/api/status/status-probe.ts";
import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { EndpointReports } from "../../../shared/delivery/backlog/endpoint-report.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import { PingRequests } from "../../../shared/delivery/ping/ping-requests.ts";
import { PullConsumer } from "../../../shared/delivery/pull/pull-consumer.ts";
import { ReplayControl } from "../../../shared/delivery/replay/replay-control.ts";
import { ReplaySource } from "../../../shared/delivery/replay/replay-source.ts";
import { ReplayStore } from "../../../shared/delivery/replay/replay-store.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { QuarantineService } from "../../../shared/polling/quarantine/quarantine-service.ts";
import { HeldRemovals } from "../../../shared/polling/removals/held-removals.ts";
import { RemovalLedger } from "../../../shared/polling/removals/removal-ledger.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { walksOf } from "../../../shared/schedule/feeds/feeds-of-instance.ts";
import { PlanStore } from "../../../shared/schedule/wheel/plan.ts";
import { InstanceRegistry } from "../../../shared/source/instance-registry.ts";
import { ProjectionIntents } from "../../../shared/subscriptions/projection-intents.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import type { Engine } from "../engine.ts";

export function createApiServices(engine: Engine, probe: StatusProbe): ApiServices {
  const { clock, sleeper, randomness, logger, keys, settings } = engine;
  const { timings, operatorKeyHash, allowInsecureEndpoints, ownDomains } = settings;
  const table = engine.table("subscriptions");
  const secrets = new SecretBox({ table, keys, clock, randomness, cacheMs: timings.dataKeyCache });
  const circuits = new CircuitStore({ table, clock });
  const { eventRetention } = timings;
  const backlog = new Backlog({ deliveries: engine.table("deliveries"), subscriptions: table, eventRetention });
  const deliveries = engine.table("deliveries");
  const events = new EventStore({ events: engine.table("events"), clock, timings });
  const feedTable = engine.table("feeds");
  const feeds = new FeedStore(feedTable);
  return {
    replays: new ReplayControl({
      store: new ReplayStore({ table, clock, randomness }),
      source: new ReplaySource({ events, deliveries, clock }),
      ...{ deliveries, deliver: engine.queue("deliver"), recover: engine.queue("recover"), clock, randomness },
    }),
    pull: new PullConsumer({
      log: new DeliveryLog({
        table: deliveries,
        writer: new BatchWriter(deliveries, engine.sleeper),
        clock,
        randomness,
        timings,
      }),
      ...{ table: deliveries, events, clock, logger, timings },
    }),
    endpoints: new EndpointReports({ circuits, backlog, clock }),
    endpointHealth: circuits,
    subscriptions: new SubscriptionStore({ table, secrets, clock, randomness }),
    pings: new PingRequests({
      ...{ subscriptions: table, deliveries: engine.table("deliveries"), deliver: engine.queue("deliver") },
      ...{ clock, sleeper, timings },
    }),
    vetDestination: destinationVetting({ logger }),
    ownDomains,
    copies: new SubscriptionProjection(table),
    copyIntents: new ProjectionIntents({ table, clock, randomness }),
    instances: new InstanceRegistry(table, secrets),
    feeds,
    feedTable,
    quarantine: new QuarantineService({ table: feedTable, feeds }),
    removals: new HeldRemovals({
      ledger: new RemovalLedger(feedTable),
      wake: (instance, source) => feeds.requestPoll(walksOf(instance, source).map(({ feedId }) => feedId)),
    }),
    mirror: engine.table("mirror"),
    erasures: engine.queue("recover"),
    plans: new PlanStore(feedTable),
    events,
    deliveries,
    probe,
    clock,
    logger,
    operatorKeyHash,
    allowInsecureEndpoints,
    deliveryRetention: timings.deliveryRetention,
    eventRetention: timings.eventRetention,
  };
}
