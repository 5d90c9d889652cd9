import { isOperational } from "../../fanout/subscription-index.ts";
import { utcHour } from "../../kernel/calendar.ts";
import type { OperationalPayload, OperationalType } from "../../kernel/operational-payloads.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { OperationalEvents } from "../../mirror/operational-events.ts";
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
 * What a partner is told about its endpoints. It goes by the pseudo-instance `~<partner>`, which no instance can be named.
 * Each is built of what happened and when, so that a repeat tells nothing new.
 */
export class EndpointNotices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One per endpoint and hour: a dead endpoint expires thousands, and one says it all. */
  async exhausted(row: DeliveryRow): Promise<void> {
    const { subscription, partner, event, instance, attempt, type } = row;
    this.#parts.logger.warn("delivery.exhausted", { subscription, eventId: event, instance, attempt });
    // An operational event that can't be delivered would otherwise make the next one, and so on for ever.
    if (type === undefined || isOperational(type)) return;
    const hour = utcHour(this.#parts.clock.now());
    await this.#tell(partner, "bridge.delivery_exhausted", `delivery_exhausted:${subscription}:${hour}`, {
      ...{ subscription, event, eventType: type, instance, attempts: attempt },
    });
  }

  /** It has been failing for a while, or (`pausing`) so long that it will be paused soon. */
  async failing(
    { partner, subscription }: EndpointId,
    health: EndpointCircuit,
    what: "failing" | "pausing",
  ): Promise<void> {
    const { since, probes } = health;
    this.#parts.logger.warn(`endpoint.${what}`, { subscription, probes });
    await this.#tell(partner, "bridge.endpoint_failing", `endpoint_${what}:${subscription}:${since}`, {
      ...{ subscription, failingSince: iso(since), probes, pausesAt: iso(since + this.#parts.timings.unhealthyLimit) },
    });
  }

  /** `health` is that of the pause. */
  async paused({ partner, subscription }: EndpointId, { since }: EndpointCircuit, failingSince: number): Promise<void> {
    this.#parts.logger.warn("endpoint.paused", { subscription });
    await this.#tell(partner, "bridge.endpoint_paused", `endpoint_paused:${subscription}:${failingSince}`, {
      subscription,
      failingSince: iso(failingSince),
      pausedAt: iso(since),
      disablesAt: iso(since + this.#parts.timings.pausedLimit),
    });
  }

  /** `outage` is the health that ended. */
  async recovered({ partner, subscription }: EndpointId, { since, state }: EndpointCircuit): Promise<void> {
    await this.#tell(partner, "bridge.endpoint_recovered", `endpoint_recovered:${subscription}:${since}`, {
      ...{ subscription, was: state, since: iso(since) },
    });
  }

  async disabled(endpoint: { partner: string; subscription: string; rev: number }, reason: string): Promise<void> {
    const { partner, subscription, rev } = endpoint;
    this.#parts.logger.warn("endpoint.disabled", { subscription, reason });
    await this.#tell(partner, "bridge.endpoint_disabled", `endpoint_disabled:${subscription}:${rev}`, {
      ...{ subscription, reason },
    });
  }

  async #tell<T extends OperationalType>(
    partner: string,
    type: T,
    id: string,
    data: OperationalPayload<T>,
  ): Promise<void> {
    await this.#parts.events.tell({ instance: `~${partner}`, partner, type, id, data });
  }
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
