import manifest from "../../package.json" with { type: "json" };
import { UndiciDialer } from "../../shared/adapters/http/dialer.ts";
import { Aftermath } from "../../shared/delivery/aftermath.ts";
import { WebhookPost } from "../../shared/delivery/attempt/webhook-post.ts";
import { Backlog } from "../../shared/delivery/backlog/backlog.ts";
import { EndpointCache } from "../../shared/delivery/endpoint/endpoint-cache.ts";
import { EndpointSwitch } from "../../shared/delivery/endpoint/endpoint-switch.ts";
import { Notices } from "../../shared/delivery/endpoint/notices.ts";
import { DeliveryLog } from "../../shared/delivery/rows/delivery-log.ts";
import { RowWriter } from "../../shared/delivery/rows/row-writer.ts";
import { Sender } from "../../shared/delivery/sender.ts";
import { SecretBox } from "../../shared/kernel/secret-box.ts";
import { OperationalEvents } from "../../shared/mirror/operational-events.ts";
import { EventStore } from "../../shared/publishing/event-store.ts";
import { SubscriptionStore } from "../../shared/subscriptions/subscription-store.ts";
import type { Engine } from "./engine.ts";

/** Ms until a changed address or secret is used, and how many endpoints are remembered. */
const endpointAge = 10_000;
const endpointCapacity = 5_000;

export function deliverServices(engine: Engine): { readonly sender: Sender; readonly dialer: UndiciDialer } {
  const { clock, sleeper, randomness, logger, metrics, settings } = engine;
  const { timings, allowInsecureEndpoints: allowInsecure } = settings;
  const table = engine.table("subscriptions");
  const deliveries = engine.table("deliveries");
  const deliver = engine.queue("deliver");

  const secrets = new SecretBox({ table, keys: engine.keys, clock, randomness, cacheMs: timings.dataKeyCache });
  const subscriptions = new SubscriptionStore({ table, secrets, clock, randomness });
  const endpoints = new EndpointCache({
    subscriptions,
    clock,
    allowInsecure,
    maxAge: endpointAge,
    capacity: endpointCapacity,
  });
  const operational = new OperationalEvents({ mirror: engine.table("mirror"), clock, timings });
  const notices = new Notices({ events: operational, clock, logger });
  const dialer = new UndiciDialer({ clock, allowInsecure, connectTimeout: timings.deliveryDeadline });
  const userAgent = `Feedhook/${manifest.version}`;
  const backlog = new Backlog({ deliveries, subscriptions: table });
  const sender = new Sender({
    events: new EventStore({ events: engine.table("events"), clock, timings }),
    endpoints,
    log: new DeliveryLog({ table: deliveries, writer: new RowWriter(deliveries), clock, randomness, timings }),
    post: new WebhookPost({ dialer, clock, timings, logger, metrics, userAgent }),
    switch: new EndpointSwitch({ subscriptions, endpoints, notices }),
    aftermath: new Aftermath({ deliver, backlog, notices, clock, timings }),
    deliver,
    sleeper,
    logger,
  });
  return { sender, dialer };
}
