import manifest from "../../../package.json" with { type: "json" };
import { UndiciDialer } from "../../../shared/adapters/http/dialer.ts";
import type { Dialer } from "../../../shared/delivery/attempt/dialer.ts";
import { EndpointCache } from "../../../shared/delivery/attempt/endpoint-cache.ts";
import { WebhookPost } from "../../../shared/delivery/attempt/webhook-post.ts";
import { AttemptRecorder } from "../../../shared/delivery/attempt-recorder.ts";
import { Backlog } from "../../../shared/delivery/backlog/backlog.ts";
import { RetryScheduler } from "../../../shared/delivery/backlog/retry-scheduler.ts";
import { CircuitStore } from "../../../shared/delivery/endpoint/circuit-store.ts";
import { EndpointCircuitBreaker } from "../../../shared/delivery/endpoint/endpoint-circuit-breaker.ts";
import { EndpointLimits } from "../../../shared/delivery/endpoint/endpoint-limits.ts";
import { EndpointNotices } from "../../../shared/delivery/endpoint/endpoint-notices.ts";
import { RecordLock } from "../../../shared/delivery/ordered/record-lock.ts";
import { RecordLockStore } from "../../../shared/delivery/ordered/record-lock-store.ts";
import { Pinger } from "../../../shared/delivery/ping/pinger.ts";
import { PullQueue } from "../../../shared/delivery/pull/pull-queue.ts";
import { DeliveryLog } from "../../../shared/delivery/rows/delivery-log.ts";
import { Sender } from "../../../shared/delivery/sender.ts";
import { BatchWriter } from "../../../shared/kernel/batch-writer.ts";
import { SecretBox } from "../../../shared/kernel/secret-box.ts";
import { OperationalEvents } from "../../../shared/mirror/operational-events.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { SubscriptionStore } from "../../../shared/subscriptions/subscription-store.ts";
import type { Engine } from "../engine.ts";

/** Ms until a changed address or secret is used, and how many endpoints are remembered. */
const endpointAge = 10_000;
const endpointCapacity = 5_000;

type DeliverServices = { readonly sender: Sender; readonly dialer: UndiciDialer };

/** `wayOut`: in place of our own, for a test with certificates of its own. */
export function deliverServices(engine: Engine, wayOut?: Dialer): DeliverServices {
  const { clock, sleeper, randomness, logger, metrics, settings } = engine;
  const { timings, allowInsecureEndpoints: allowInsecure, ownDomains, addressFamily = "both" } = settings;
  const table = engine.table("subscriptions");
  const deliveries = engine.table("deliveries");
  const deliver = engine.queue("deliver");
  const deliverSlow = engine.queue("deliver-slow");

  const secrets = new SecretBox({ table, keys: engine.keys, clock, randomness, cacheMs: timings.dataKeyCache });
  const subscriptions = new SubscriptionStore({ table, secrets, clock, randomness });
  const endpoints = new EndpointCache({
    subscriptions,
    clock,
    allowInsecure,
    ownDomains,
    maxAge: endpointAge,
    capacity: endpointCapacity,
  });
  const operational = new OperationalEvents({ mirror: engine.table("mirror"), clock, timings });
  const notices = new EndpointNotices({ events: operational, clock, logger, timings });
  const dialer = new UndiciDialer({ clock, allowInsecure, addressFamily });
  const userAgent = `Feedhook/${manifest.version}`;
  const backlog = new Backlog({ deliveries, subscriptions: table, eventRetention: timings.eventRetention });
  const circuits = new CircuitStore({ table, clock });
  const circuitBreaker = new EndpointCircuitBreaker({
    ...{ circuits, notices, clock, logger, timings },
    ...{ maxAge: endpointAge, capacity: endpointCapacity },
  });
  const limits = new EndpointLimits({ table, clock, timings });
  const post = new WebhookPost({ dialer: wayOut ?? dialer, clock, timings, logger, metrics, userAgent });
  const logParts = { table: deliveries, writer: new BatchWriter(deliveries, engine.sleeper), clock, randomness };
  const once = { ...timings, messageRetries: [], backlogRetries: [] };
  const log = new DeliveryLog({ ...logParts, timings });
  const retryScheduler = new RetryScheduler({ deliver, backlog, circuitBreaker, notices, clock, timings });
  const { claimRetention, deliveryRetention } = timings;
  const sender = new Sender({
    events: new EventStore({ events: engine.table("events"), clock, timings }),
    endpoints,
    circuitBreaker,
    limits,
    pull: new PullQueue({ backlog, log, notices, clock, timings }),
    recordLock: new RecordLock({
      locks: new RecordLockStore({ table: deliveries, clock, life: claimRetention, retention: deliveryRetention }),
      ...{ table: deliveries, backlog, log, retryScheduler, deliver, clock, timings },
    }),
    log,
    post,
    pinger: new Pinger({
      ...{ subscriptions, post, circuitBreaker, clock, timings, allowInsecure, ownDomains },
      log: new DeliveryLog({ ...logParts, timings: once }),
    }),
    recorder: new AttemptRecorder({
      ...{ log, endpoints, circuitBreaker, retryScheduler, deliver, clock, sleeper, logger, timings },
      ...{ subscriptions, circuits, notices },
    }),
    retryScheduler,
    deliver,
    deliverSlow,
    clock,
    logger,
    timings,
  });
  return { sender, dialer };
}
