import type { Context } from "../../kernel/context.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { parsedEvent } from "../../publishing/stored-event.ts";
import { type IncomingDelivery, outgoingDelivery } from "../attempt/attempt-answer.ts";
import { type LoadEndpointParts, loadEndpoint } from "../attempt/endpoint-cache.ts";
import type { WebhookPost } from "../attempt/webhook-post.ts";
import type { EndpointCircuitBreaker } from "../endpoint/endpoint-circuit-breaker.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { pingEvent } from "./ping-message.ts";

type Parts = Context &
  LoadEndpointParts & {
    readonly post: WebhookPost;
    readonly circuitBreaker: EndpointCircuitBreaker;
    /** A failed ping or example is recorded as final, because the failure tells the owner enough. */
    readonly log: DeliveryLog;
    readonly deliverSlow: QueueSender;
  };

/**
 * Sends pings and examples to the endpoint as it is configured now, even if it is disabled, failing or paused. A
 * success closes an open or paused circuit. A failure doesn't count, because the owner is watching. The fast lane's
 * short deadline applies, so that endpoints that don't respond can't keep that lane's workers busy. An endpoint that
 * exceeds the deadline gets the ping or example once more, from the slow lane.
 */
export class Pinger {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async run(message: IncomingDelivery, receiveCount: number): Promise<void> {
    const { subscriptions, post, log, deliverSlow, clock, timings } = this.#parts;
    const isSlow = message.slow === true;
    const subscription = await subscriptions.find(message.partner, message.subscription);
    if (subscription === undefined) return;
    // An earlier receiver of the message may already have made or recorded the attempt.
    const look = receiveCount > 1 || isSlow ? await log.look(message, true) : undefined;
    if (look !== undefined && look.outcome !== "attempt") return;
    const claimed = look === undefined ? undefined : await log.claim(message, look.row);
    const endpoint = await loadEndpoint(subscription, this.#parts);
    const { example } = message;
    const event =
      example === undefined
        ? pingEvent(message, detectedAtOf(message.event) ?? clock.now())
        : parsedEvent(example, "head", `example ${message.event}`);
    const marks = { example: example !== undefined };
    const deadline = isSlow ? timings.deliveryDeadline : timings.fastDeadline;
    const answer = { ...(await post.send(endpoint, event, deadline, marks)) };
    delete answer.disable;
    if (answer.error === "timeout" && !isSlow) {
      await log.postpone(message, claimed);
      await deliverSlow.send([outgoingDelivery({ ...message, slow: true })]);
      return;
    }
    // The circuit is closed first, so that a reader who sees the ping as delivered also sees the circuit closed.
    if (answer.result === "delivered") await this.#closeCircuit(message);
    await log.record(message, claimed, answer);
  }

  async #closeCircuit({ partner, subscription }: IncomingDelivery): Promise<void> {
    const { circuitBreaker, clock } = this.#parts;
    // Another worker may have opened the circuit since this worker read it.
    circuitBreaker.forget({ partner, subscription });
    await circuitBreaker.record({ partner, subscription }, { at: clock.now(), ok: true });
  }
}
