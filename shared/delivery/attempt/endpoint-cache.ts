import type { KeyObject } from "node:crypto";
import type { Context } from "../../kernel/context.ts";
import { RecentMap } from "../../kernel/recent-map.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import type { PartnerRegistry } from "../../partners/partner-registry.ts";
import { type EndpointRules, parseEndpointUrl } from "../../subscriptions/endpoint-url.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { signingKey } from "./signature.ts";

/** A subscription that is ready for sending, with a checked address and unsealed secrets and headers. */
export type Endpoint = {
  readonly subscription: Subscription;
  /**
   * Undefined if the subscription has no address, or an address that breaks the current rules. {@link EndpointCache}
   * also leaves it undefined if the subscription or its partner isn't active.
   */
  readonly url: string | undefined;
  readonly keys: readonly KeyObject[];
  /** The headers that the subscription's owner set, unsealed. */
  readonly headers: Readonly<Record<string, string>>;
};

export type LoadEndpointParts = EndpointRules & { readonly subscriptions: SubscriptionStore };

export async function loadEndpoint(subscription: Subscription, parts: LoadEndpointParts): Promise<Endpoint> {
  const { secrets: box } = parts.subscriptions;
  const parsed = subscription.url === undefined ? undefined : parseEndpointUrl(subscription.url, parts);
  const url = parsed?.outcome === "ok" ? parsed.url : undefined;
  const [secrets, headers] = await Promise.all([box.openSecrets(subscription), box.openHeaders(subscription)]);
  return { subscription, url, keys: secrets.map(signingKey), headers };
}

type Parts = Context &
  LoadEndpointParts & {
    readonly partners: PartnerRegistry;
    /** The longest time (ms) until a change to a subscription or to its partner's access is noticed. */
    readonly maxAge: number;
    readonly capacity: number;
  };

export type OwnedEndpoint = Endpoint & { readonly access: PartnerAccess };

type Entry = { readonly until: number; readonly endpoint: Promise<OwnedEndpoint | undefined> };

/** Keeps endpoints for a few seconds, so that a burst of deliveries reads and unseals each endpoint once. */
export class EndpointCache {
  readonly #parts: Parts;
  readonly #entries: RecentMap<Entry>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#entries = new RecentMap(parts.capacity);
  }

  async get(partner: string, id: string): Promise<OwnedEndpoint | undefined> {
    const { clock, maxAge } = this.#parts;
    const key = `${partner}/${id}`;
    const now = clock.now();
    const known = this.#entries.get(key);
    // An entry that seems to last longer than `maxAge` was created before the clock was set back.
    if (known !== undefined && known.until > now && known.until <= now + maxAge) return await known.endpoint;
    const entry = { until: now + maxAge, endpoint: this.#load(partner, id) };
    this.#entries.set(key, entry);
    let active = false;
    try {
      const endpoint = await entry.endpoint;
      active = endpoint?.subscription.status === "active" && endpoint.access.isActive;
      return endpoint;
    } finally {
      // If an inactive endpoint were cached, its deliveries would still be held right after its subscription is enabled
      // or its partner's suspension ends.
      if (!active && this.#entries.get(key) === entry) this.#entries.delete(key);
    }
  }

  /**
   * If the cached access doesn't include `instance`, reads the endpoint again, because the partner may have gained
   * access since the endpoint was cached.
   */
  async getFor(partner: string, id: string, instance: string): Promise<OwnedEndpoint | undefined> {
    const kept = await this.get(partner, id);
    if (kept === undefined || mayHave(kept.access, instance)) return kept;
    this.forget(partner, id);
    return this.get(partner, id);
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
