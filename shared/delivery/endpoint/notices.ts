import { isOperational } from "../../fanout/subscription-index.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";
import type { OperationalEvents } from "../../mirror/operational-events.ts";
import type { DeliveryRow } from "../rows/delivery-row.ts";

type Parts = { readonly events: Pick<OperationalEvents, "tell">; readonly clock: Clock; readonly logger: Logger };

/** What a partner is told about its endpoints. It goes by the pseudo-instance `~<partner>`, which no instance can be named. */
export class Notices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One per endpoint and hour: a dead endpoint expires thousands, and one says it all. */
  async exhausted(row: DeliveryRow): Promise<void> {
    const { subscription, partner, event, instance, attempt, type } = row;
    this.#parts.logger.warn("delivery.exhausted", { subscription, event, instance, attempt });
    // An operational event that can't be delivered would otherwise make the next one, and so on for ever.
    if (type === undefined || isOperational(type)) return;
    const hour = new Date(this.#parts.clock.now()).toISOString().slice(0, 13);
    await this.#parts.events.tell({
      instance: `~${partner}`,
      partner,
      type: "bridge.delivery_exhausted",
      id: `delivery_exhausted:${subscription}:${hour}`,
      data: { subscription, event, eventType: type, instance, attempts: attempt },
    });
  }

  async disabled(endpoint: { partner: string; subscription: string; rev: number }, reason: string): Promise<void> {
    const { partner, subscription, rev } = endpoint;
    this.#parts.logger.warn("endpoint.disabled", { subscription, reason });
    await this.#parts.events.tell({
      instance: `~${partner}`,
      partner,
      type: "bridge.endpoint_disabled",
      id: `endpoint_disabled:${subscription}:${rev}`,
      data: { subscription, reason },
    });
  }
}
