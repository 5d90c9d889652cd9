import type { Clock } from "../../kernel/ports/clock.ts";
import type { PartnerAccess } from "../../partners/partner.ts";
import type { PartnerRegistry } from "../../partners/partner-registry.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { type Endpoint, type LoadEndpointParts, loadEndpoint } from "./load-endpoint.ts";

type Parts = LoadEndpointParts & {
  readonly subscriptions: Pick<SubscriptionStore, "find">;
  readonly partners: Pick<PartnerRegistry, "accessOf">;
  readonly clock: Clock;
  /** Ms until a change of a subscription is seen. */
  readonly maxAge: number;
  /** Endpoints kept; above it the oldest go. */
  readonly capacity: number;
};

/** An endpoint, and what its partner may have. */
export type OwnedEndpoint = Endpoint & { readonly access: PartnerAccess };

type Entry = { readonly until: number; readonly endpoint: Promise<OwnedEndpoint | undefined> };

/** Endpoints for a few seconds: a burst to one endpoint reads and opens it once, not once per delivery. */
export class EndpointCache {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined where the subscription is gone. */
  async get(partner: string, id: string): Promise<OwnedEndpoint | undefined> {
    const { clock, maxAge, capacity } = this.#parts;
    const key = `${partner}/${id}`;
    const now = clock.now();
    const known = this.#entries.get(key);
    // An end further off than it can be: the clock was set back.
    if (known !== undefined && known.until > now && known.until <= now + maxAge) return await known.endpoint;
    const entry = { until: now + maxAge, endpoint: this.#load(partner, id) };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= capacity) break;
      this.#entries.delete(oldest);
    }
    let active = false;
    try {
      const endpoint = await entry.endpoint;
      active = endpoint?.subscription.status === "active" && endpoint.access.isActive;
      return endpoint;
    } finally {
      // Only who may be sent to is remembered: what comes right after a subscription was enabled again would be held.
      if (!active && this.#entries.get(key) === entry) this.#entries.delete(key);
    }
  }

  forget(partner: string, id: string): void {
    this.#entries.delete(`${partner}/${id}`);
  }

  async #load(partner: string, id: string): Promise<OwnedEndpoint | undefined> {
    const { subscriptions, partners } = this.#parts;
    const [subscription, access] = await Promise.all([subscriptions.find(partner, id), partners.accessOf(partner)]);
    if (subscription === undefined) return undefined;
    const isActive = subscription.status === "active" && access.isActive;
    if (!isActive) return { subscription, access, url: undefined, keys: [], headers: {} };
    return { ...(await loadEndpoint(subscription, this.#parts)), access };
  }
}
