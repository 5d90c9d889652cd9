import { isOperational } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { isoTime, utcHour } from "../../kernel/instant.ts";
import type { OperationalPayload, OperationalType } from "../../kernel/operational-payloads.ts";
import type { OperationalEvents } from "../../mirror/operational-events.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import type { DeliveryRow } from "../rows/delivery-row.ts";
import type { AttemptStatistics } from "../statistics/attempt-statistics.ts";
import type { CircuitStore } from "./circuit-store.ts";
import type { EndpointCircuit } from "./endpoint-circuit.ts";
import type { EndpointId, LastFailure } from "./endpoint-item.ts";

type Parts = Context & {
  readonly events: OperationalEvents;
  readonly log: DeliveryLog;
  readonly statistics: AttemptStatistics;
};

/**
 * Sends notices as events of the pseudo-instance `~<partner>`, a name that no instance can have. An event's id depends
 * on what happened and when, so a repeated notice is the same event.
 */
export class EndpointNotices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Sends at most one notice per endpoint per hour, because deliveries to a dead endpoint expire by the thousand. */
  async exhausted(row: DeliveryRow): Promise<void> {
    const { subscription, partner, event, instance, attempt, type } = row;
    this.#parts.logger.warn("delivery.exhausted", { subscription, eventId: event, instance, attempt });
    // Don't send notices about notices: an undeliverable notice would cause another, and so on.
    if (type === undefined || isOperational(type)) return;
    const hour = utcHour(this.#parts.clock.now());
    const data = { subscription, event, eventType: type, instance, attempts: attempt };
    await this.#send(partner, "bridge.delivery_exhausted", `delivery_exhausted:${subscription}:${hour}`, data);
  }

  /** `pausing`: the endpoint will be paused soon. `failure`: its last failed attempt. */
  async failing(
    endpoint: EndpointId,
    circuit: EndpointCircuit,
    what: "failing" | "pausing",
    failure?: LastFailure,
  ): Promise<void> {
    const { partner, subscription } = endpoint;
    const { since, probes } = circuit;
    const { logger, log, statistics, timings } = this.#parts;
    logger.warn(`endpoint.${what}`, { subscription, probes });
    const id = `endpoint_${what}:${subscription}:${since}`;
    // The notice repeats the response to a delivery. An erasure finds the notice through the id in that delivery's row,
    // so the id is written first.
    if (failure?.excerpt !== undefined) await log.noteQuote({ subscription, ...failure }, id);
    const [windows] = await statistics.of([subscription]);
    const pausesAt = isoTime(since + timings.unhealthyLimit);
    const lastFailure = failure && failureView(failure);
    const data = {
      subscription,
      failingSince: isoTime(since),
      probes,
      pausesAt,
      ...defined({ lastFailure }),
      ...windows,
    };
    await this.#send(partner, "bridge.endpoint_failing", id, data);
  }

  /** Expects the circuit as it is when the pause begins. `failingSince` (unix ms): when the circuit opened. */
  async paused(endpoint: EndpointId, { since }: EndpointCircuit, failingSince: number): Promise<void> {
    const { partner, subscription } = endpoint;
    this.#parts.logger.warn("endpoint.paused", { subscription });
    const disablesAt = isoTime(since + this.#parts.timings.pausedLimit);
    const data = { subscription, failingSince: isoTime(failingSince), pausedAt: isoTime(since), disablesAt };
    await this.#send(partner, "bridge.endpoint_paused", `endpoint_paused:${subscription}:${failingSince}`, data);
  }

  /** Expects the circuit as it was during the outage. */
  async recovered({ partner, subscription }: EndpointId, { since, state }: EndpointCircuit): Promise<void> {
    const data = { subscription, was: state, since: isoTime(since) };
    await this.#send(partner, "bridge.endpoint_recovered", `endpoint_recovered:${subscription}:${since}`, data);
  }

  /**
   * Sends at most one notice per subscription per minute, because an endpoint may ask to be disabled each time its
   * owner enables it, and many of the partner's other subscriptions may receive each notice.
   */
  async disabled({ partner, id: subscription, disabledAt, updatedAt }: Subscription, reason: string): Promise<void> {
    this.#parts.logger.warn("endpoint.disabled", { subscription, reason });
    const minute = Math.floor((disabledAt ?? updatedAt) / 60_000);
    const data = { subscription, reason };
    await this.#send(partner, "bridge.endpoint_disabled", `endpoint_disabled:${subscription}:${minute}`, data);
  }

  async #send<T extends OperationalType>(
    partner: string,
    type: T,
    id: string,
    data: OperationalPayload<T>,
  ): Promise<void> {
    await this.#parts.events.report({ instance: pseudoInstanceOf(partner), partner, type, id, data });
  }
}

function failureView({ event, at, status, error, excerpt: responseExcerpt }: LastFailure) {
  return { event, at: isoTime(at), ...defined({ status, error, responseExcerpt }) };
}

export type DisableParts = {
  readonly subscriptions: SubscriptionStore;
  readonly circuits: CircuitStore;
  readonly notices: EndpointNotices;
};

/**
 * `failure`: the failed attempt whose response asked to disable the endpoint. A repeated call sends the same notice,
 * because the notice's id contains the minute in which the subscription was disabled.
 */
export async function disableEndpoint(
  { partner, id, url }: Subscription,
  reason: "gone" | "requested" | "unreachable",
  { subscriptions, circuits, notices }: DisableParts,
  failure?: LastFailure,
): Promise<void> {
  const result = await subscriptions.disable(partner, id, reason, url);
  // The subscription was deleted, was disabled first for another reason, or has a new address.
  if (result.outcome === "notFound" || result.subscription.disabledReason !== reason) return;
  // The notice is sent before the circuit changes. If this worker dies before the change, the recovery finds a circuit
  // that lags behind its subscription, and sends the notice.
  await notices.disabled(result.subscription, reason);
  await circuits.follow({ partner, subscription: id }, false, failure);
}
