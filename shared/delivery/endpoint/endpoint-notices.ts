import { isOperational } from "../../fanout/subscription-index.ts";
import { utcHour } from "../../kernel/calendar.ts";
import type { OperationalPayload, OperationalType } from "../../kernel/operational-payloads.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { OperationalEvents } from "../../mirror/operational-events.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { DeliveryRow } from "../rows/delivery-row.ts";
import type { EndpointCircuit } from "./endpoint-circuit.ts";
import type { EndpointId } from "./endpoint-item.ts";

type Parts = {
  readonly events: Pick<OperationalEvents, "tell">;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly timings: Pick<Timings, "unhealthyLimit" | "pausedLimit">;
};

/**
 * Sends partners notices about their endpoints, as events of the pseudo-instance `~<partner>`, which no instance can be
 * named. An event's id follows from what happened and when, so a repeated notice is the same event.
 */
export class EndpointNotices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Says that a delivery was given up: one notice per endpoint and hour, since a dead endpoint's expire by the thousand. */
  async exhausted(row: DeliveryRow): Promise<void> {
    const { subscription, partner, event, instance, attempt, type } = row;
    this.#parts.logger.warn("delivery.exhausted", { subscription, eventId: event, instance, attempt });
    // Otherwise a notice that can't be delivered would cause the next notice, and so on for ever.
    if (type === undefined || isOperational(type)) return;
    const hour = utcHour(this.#parts.clock.now());
    const data = { subscription, event, eventType: type, instance, attempts: attempt };
    await this.#send(partner, "bridge.delivery_exhausted", `delivery_exhausted:${subscription}:${hour}`, data);
  }

  /** Says that an endpoint has been failing for a while or, with `pausing`, that it will be paused soon. */
  async failing(endpoint: EndpointId, circuit: EndpointCircuit, what: "failing" | "pausing"): Promise<void> {
    const { partner, subscription } = endpoint;
    const { since, probes } = circuit;
    this.#parts.logger.warn(`endpoint.${what}`, { subscription, probes });
    const pausesAt = iso(since + this.#parts.timings.unhealthyLimit);
    const data = { subscription, failingSince: iso(since), probes, pausesAt };
    await this.#send(partner, "bridge.endpoint_failing", `endpoint_${what}:${subscription}:${since}`, data);
  }

  /** Says that an endpoint was paused; `circuit` is that of the pause. */
  async paused(endpoint: EndpointId, { since }: EndpointCircuit, failingSince: number): Promise<void> {
    const { partner, subscription } = endpoint;
    this.#parts.logger.warn("endpoint.paused", { subscription });
    const disablesAt = iso(since + this.#parts.timings.pausedLimit);
    const data = { subscription, failingSince: iso(failingSince), pausedAt: iso(since), disablesAt };
    await this.#send(partner, "bridge.endpoint_paused", `endpoint_paused:${subscription}:${failingSince}`, data);
  }

  /** Says that an outage is over; the circuit is that of the outage. */
  async recovered({ partner, subscription }: EndpointId, { since, state }: EndpointCircuit): Promise<void> {
    const data = { subscription, was: state, since: iso(since) };
    await this.#send(partner, "bridge.endpoint_recovered", `endpoint_recovered:${subscription}:${since}`, data);
  }

  async disabled(endpoint: EndpointId & { readonly rev: number }, reason: string): Promise<void> {
    const { partner, subscription, rev } = endpoint;
    this.#parts.logger.warn("endpoint.disabled", { subscription, reason });
    const data = { subscription, reason };
    await this.#send(partner, "bridge.endpoint_disabled", `endpoint_disabled:${subscription}:${rev}`, data);
  }

  async #send<T extends OperationalType>(
    partner: string,
    type: T,
    id: string,
    data: OperationalPayload<T>,
  ): Promise<void> {
    await this.#parts.events.tell({ instance: pseudoInstanceOf(partner), partner, type, id, data });
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
