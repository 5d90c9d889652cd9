import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import type { IncomingDelivery } from "../attempt/attempt-answer.ts";
import type { WebhookPost } from "../attempt/webhook-post.ts";
import { type LoadEndpointParts, loadEndpoint } from "../endpoint/load-endpoint.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { pingEvent } from "./ping-message.ts";

type Parts = LoadEndpointParts & {
  readonly subscriptions: Pick<SubscriptionStore, "find">;
  readonly post: Pick<WebhookPost, "send">;
  /** One without retries: a ping that fails has told what was asked. */
  readonly log: Pick<DeliveryLog, "look" | "claim" | "record">;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "deliveryDeadline">;
};

/**
 * Sends pings. They go straight to the endpoint as it is set now, whether it is disabled, unhealthy or paused, and change
 * nothing about it: its owner is looking.
 */
export class Pinger {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async run(message: IncomingDelivery, receiveCount: number): Promise<void> {
    const { subscriptions, post, log, clock, timings } = this.#parts;
    const subscription = await subscriptions.find(message.partner, message.subscription);
    if (subscription === undefined) return;
    // A message that comes again may have been answered by the worker that lost it.
    const look = receiveCount > 1 ? await log.look(message, true) : undefined;
    if (look !== undefined && look.outcome !== "attempt") return;
    const claimed = look === undefined ? undefined : await log.claim(message, look.row);
    const endpoint = await loadEndpoint(subscription, this.#parts);
    const event = pingEvent(message, detectedAtOf(message.event) ?? clock.now());
    const answer = { ...(await post.send(endpoint, event, timings.deliveryDeadline)) };
    delete answer.disable;
    await log.record(message, claimed, answer);
  }
}
