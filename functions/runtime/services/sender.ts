import manifest from "../../../package.json" with { type: "json" };
import { AwsConnector } from "../../../shared/adapters/aws/destinations/aws-connector.ts";
import { UndiciDialer } from "../../../shared/adapters/http/dialer.ts";
import type { Connector } from "../../../shared/delivery/attempt/connector.ts";
import type { Dialer } from "../../../shared/delivery/attempt/dialer.ts";
import { EndpointCache } from "../../../shared/delivery/attempt/endpoint-cache.ts";
import { WebhookPost } from "../../../shared/delivery/attempt/webhook-post.ts";
import { AttemptRecorder } from "../../../shared/delivery/attempt-recorder.ts";
import { RetryScheduler } from "../../../shared/delivery/backlog/retry-scheduler.ts";
import { EndpointCircuitBreaker } from "../../../shared/delivery/endpoint/endpoint-circuit-breaker.ts";
import { EndpointLimits } from "../../../shared/delivery/endpoint/endpoint-limits.ts";
import { RecordLock } from "../../../shared/delivery/ordered/record-lock.ts";
import { RecordLockStore } from "../../../shared/delivery/ordered/record-lock-store.ts";
import { Pinger } from "../../../shared/delivery/ping/pinger.ts";
import { Sender } from "../../../shared/delivery/sender.ts";
import type { EndpointRules } from "../../../shared/subscriptions/endpoint-url.ts";
import { type Container, storeOn } from "../container.ts";
import { attemptStatistics, backlog, circuitStore, deliveryLog, endpointNotices, pullQueue } from "./delivery.ts";
import { partnerRegistry } from "./partners.ts";
import { eventStore } from "./publishing.ts";
import { subscriptionStore } from "./subscriptions.ts";

/** How long (ms) a worker may keep using an endpoint's former settings and circuit state after a change. */
const endpointAge = 10_000;

/** The maximum number of endpoints that a process remembers. */
export const endpointCapacity = (): number => 5_000;

export const userAgent = (): string => `Feedhook/${manifest.version}`;

/** Connects to endpoints and chats. Importing this file loads the HTTP client. */
export function dialer({ engine }: Container): Dialer & { close(): Promise<void> } {
  const { clock, settings } = engine;
  const { allowInsecureEndpoints: allowInsecure, addressFamily = "both", ownPort } = settings;
  return new UndiciDialer({ clock, allowInsecure, addressFamily, ownPort });
}

export function connector({ engine }: Container): Connector {
  return new AwsConnector({ clock: engine.clock, isEmulator: engine.settings.allowInsecureEndpoints });
}

function webhookPost({ context, get }: Container): WebhookPost {
  const parts = { dialer: get(dialer), connector: get(connector), userAgent: get(userAgent) };
  return new WebhookPost({ ...context, ...parts });
}

/** The rules for the addresses of webhooks and chats. */
export function endpointRules({ engine }: Container): EndpointRules {
  const { allowInsecureEndpoints: allowInsecure, ownDomains, portalUrl: ownUrl } = engine.settings;
  return { allowInsecure, ownDomains, ownUrl };
}

function endpointCache({ context, get }: Container): EndpointCache {
  return new EndpointCache({
    ...{ ...context, ...get(endpointRules), maxAge: endpointAge, capacity: get(endpointCapacity) },
    ...{ subscriptions: get(subscriptionStore), partners: get(partnerRegistry) },
  });
}

function circuitBreaker({ engine, context, get }: Container): EndpointCircuitBreaker {
  return new EndpointCircuitBreaker({
    ...context,
    ...{ circuits: get(circuitStore), notices: get(endpointNotices), alerts: engine.queue("alerts") },
    ...{ maxAge: endpointAge, capacity: get(endpointCapacity) },
  });
}

function retryScheduler({ engine, context, get }: Container): RetryScheduler {
  const parts = { backlog: get(backlog), circuitBreaker: get(circuitBreaker), notices: get(endpointNotices) };
  const queues = { deliver: engine.queue("deliver"), deliverSlow: engine.queue("deliver-slow") };
  return new RetryScheduler({ ...context, ...parts, ...queues });
}

export const recordLockStore = /* @__PURE__ */ storeOn("deliveries", RecordLockStore);

function recordLock({ engine, context, get }: Container): RecordLock {
  return new RecordLock({
    ...context,
    ...{ table: engine.table("deliveries"), locks: get(recordLockStore), backlog: get(backlog) },
    ...{ log: get(deliveryLog), retryScheduler: get(retryScheduler) },
    ...{ deliver: engine.queue("deliver"), deliverSlow: engine.queue("deliver-slow") },
  });
}

function pinger({ engine, context, get }: Container): Pinger {
  return new Pinger({
    ...{ ...context, ...get(endpointRules) },
    ...{ subscriptions: get(subscriptionStore), post: get(webhookPost), log: get(deliveryLog) },
    ...{ circuitBreaker: get(circuitBreaker), deliverSlow: engine.queue("deliver-slow") },
  });
}

export function sender({ engine, context, get }: Container): Sender {
  const parts = {
    ...context,
    ...{ endpoints: get(endpointCache), circuitBreaker: get(circuitBreaker), log: get(deliveryLog) },
    ...{ retryScheduler: get(retryScheduler), statistics: get(attemptStatistics), deliver: engine.queue("deliver") },
  };
  const store = { subscriptions: get(subscriptionStore), circuits: get(circuitStore), notices: get(endpointNotices) };
  return new Sender({
    ...parts,
    events: get(eventStore),
    limits: new EndpointLimits({ ...context, table: engine.table("subscriptions") }),
    pull: get(pullQueue),
    recordLock: get(recordLock),
    post: get(webhookPost),
    pinger: get(pinger),
    recorder: new AttemptRecorder({ ...parts, ...store }),
    deliverSlow: engine.queue("deliver-slow"),
  });
}
