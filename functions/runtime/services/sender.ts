import manifest from "../../../package.json" with { type: "json" };
import { UndiciDialer } from "../../../shared/adapters/http/dialer.ts";
import type { Dialer } from "../../../shared/delivery/attempt/dialer.ts";
import { EndpointCache } from "../../../shared/delivery/attempt/endpoint-cache.ts";
import { WebhookPost } from "../../../shared/delivery/attempt/webhook-post.ts";
import { AttemptRecorder } from "../../../shared/delivery/attempt-recorder.ts";
import { RetryScheduler } from "../../../shared/delivery/backlog/retry-scheduler.ts";
import { EndpointCircuitBreaker } from "../../../shared/delivery/endpoint/endpoint-circuit-breaker.ts";
import { EndpointLimits } from "../../../shared/delivery/endpoint/endpoint-limits.ts";
import { OutageMessages } from "../../../shared/delivery/endpoint/outage-messages.ts";
import { RecordLock } from "../../../shared/delivery/ordered/record-lock.ts";
import { RecordLockStore } from "../../../shared/delivery/ordered/record-lock-store.ts";
import { Pinger } from "../../../shared/delivery/ping/pinger.ts";
import { Sender } from "../../../shared/delivery/sender.ts";
import type { Container } from "../container.ts";
import { attemptStatistics, backlog, circuitStore, deliveryLog, endpointNotices, pullQueue } from "./delivery.ts";
import { partnerRegistry } from "./partners.ts";
import { eventStore } from "./publishing.ts";
import { subscriptionStore } from "./subscriptions.ts";

/** How long (ms) a worker may keep using the former address or secrets after a change. */
const endpointAge = 10_000;

/** The most endpoints that a process remembers. */
export const endpointCapacity = (): number => 5_000;

export const userAgent = (): string => `Feedhook/${manifest.version}`;

/** The connections to subscribers. Importing this file loads the HTTP client. */
export function dialer({ engine }: Container): Dialer & { close(): Promise<void> } {
  const { clock, settings } = engine;
  const { allowInsecureEndpoints: allowInsecure, addressFamily = "both", ownPort } = settings;
  return new UndiciDialer({ clock, allowInsecure, addressFamily, ownPort });
}

function webhookPost({ engine, get }: Container): WebhookPost {
  const { clock, logger, metrics, settings } = engine;
  return new WebhookPost({
    ...{ dialer: get(dialer), clock, timings: settings.timings, logger, metrics },
    userAgent: get(userAgent),
  });
}

function endpointCache({ engine, get }: Container): EndpointCache {
  const { clock, settings } = engine;
  return new EndpointCache({
    ...{ subscriptions: get(subscriptionStore), partners: get(partnerRegistry), clock },
    ...{ maxAge: endpointAge, capacity: get(endpointCapacity) },
    ...{ allowInsecure: settings.allowInsecureEndpoints, ownDomains: settings.ownDomains, ownUrl: settings.portalUrl },
  });
}

function circuitBreaker({ engine, get }: Container): EndpointCircuitBreaker {
  const { clock, logger, settings } = engine;
  return new EndpointCircuitBreaker({
    ...{ circuits: get(circuitStore), notices: get(endpointNotices), clock, logger, timings: settings.timings },
    ...{ outages: new OutageMessages({ alerts: engine.queue("alerts"), logger }) },
    ...{ maxAge: endpointAge, capacity: get(endpointCapacity) },
  });
}

function retryScheduler({ engine, get }: Container): RetryScheduler {
  const { clock, settings } = engine;
  return new RetryScheduler({
    ...{ deliver: engine.queue("deliver"), backlog: get(backlog), circuitBreaker: get(circuitBreaker) },
    ...{ notices: get(endpointNotices), clock, timings: settings.timings },
  });
}

export function recordLockStore({ engine }: Container): RecordLockStore {
  const { clock, settings } = engine;
  const { claimRetention: life, deliveryRetention: retention } = settings.timings;
  return new RecordLockStore({ table: engine.table("deliveries"), clock, life, retention });
}

function recordLock({ engine, get }: Container): RecordLock {
  const { clock, settings } = engine;
  return new RecordLock({
    ...{
      locks: get(recordLockStore),
      table: engine.table("deliveries"),
      backlog: get(backlog),
      log: get(deliveryLog),
      retryScheduler: get(retryScheduler),
    },
    ...{ deliver: engine.queue("deliver"), clock, timings: settings.timings },
  });
}

function pinger({ engine, get }: Container): Pinger {
  const { clock, settings } = engine;
  const { timings, allowInsecureEndpoints: allowInsecure, ownDomains, portalUrl: ownUrl } = settings;
  return new Pinger({
    ...{ subscriptions: get(subscriptionStore), post: get(webhookPost), circuitBreaker: get(circuitBreaker) },
    ...{ log: get(deliveryLog), deliverSlow: engine.queue("deliver-slow") },
    ...{ clock, timings, allowInsecure, ownDomains, ownUrl },
  });
}

export function sender({ engine, get }: Container): Sender {
  const { clock, sleeper, randomness, logger, settings } = engine;
  const { timings } = settings;
  const deliver = engine.queue("deliver");
  const parts = {
    ...{ endpoints: get(endpointCache), circuitBreaker: get(circuitBreaker), log: get(deliveryLog) },
    ...{ retryScheduler: get(retryScheduler), statistics: get(attemptStatistics), deliver, clock, logger, timings },
  };
  const store = { subscriptions: get(subscriptionStore), circuits: get(circuitStore), notices: get(endpointNotices) };
  return new Sender({
    ...parts,
    events: get(eventStore),
    limits: new EndpointLimits({ table: engine.table("subscriptions"), clock, timings, sleeper, randomness }),
    pull: get(pullQueue),
    recordLock: get(recordLock),
    post: get(webhookPost),
    pinger: get(pinger),
    recorder: new AttemptRecorder({ ...parts, ...store, sleeper }),
    deliverSlow: engine.queue("deliver-slow"),
  });
}
