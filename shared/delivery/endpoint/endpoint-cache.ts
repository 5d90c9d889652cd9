import type { KeyObject } from "node:crypto";
import type { Clock } from "../../kernel/ports/clock.ts";
import { parseEndpointUrl } from "../../subscriptions/endpoint-url.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { signingKey } from "../attempt/signature.ts";

/** A subscription ready to be sent to: its address judged and its secrets opened. */
export type Endpoint = {
  readonly subscription: Subscription;
  /** Undefined where the address breaks the rules for addresses as they are now. */
  readonly url: string | undefined;
  readonly keys: readonly KeyObject[];
};

type Parts = {
  readonly subscriptions: Pick<SubscriptionStore, "find" | "openSecrets">;
  readonly clock: Clock;
  readonly allowInsecure: boolean;
  /** Ms until a change of a subscription is seen. */
  readonly maxAge: number;
  /** Endpoints kept; above it the oldest go. */
  readonly capacity: number;
};

type Entry = { readonly until: number; readonly endpoint: Promise<Endpoint | undefined> };

/** Endpoints for a few seconds: a burst to one endpoint reads and opens it once, not once per delivery. */
export class EndpointCache {
  readonly #parts: Parts;
  readonly #entries = new Map<string, Entry>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Undefined where the subscription is gone. */
  async get(partner: string, id: string): Promise<Endpoint | undefined> {
    const { clock, maxAge, capacity } = this.#parts;
    const key = `${partner}/${id}`;
    const now = clock.now();
    const known = this.#entries.get(key);
    // An end further off than it can be: the clock was set back.
    if (known !== undefined && known.until > now && known.until <= now + maxAge) return known.endpoint;
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
      active = endpoint?.subscription.status === "active";
      return endpoint;
    } finally {
      // Only who may be sent to is remembered: what comes right after a subscription was enabled again would be held.
      if (!active && this.#entries.get(key) === entry) this.#entries.delete(key);
    }
  }

  forget(partner: string, id: string): void {
    this.#entries.delete(`${partner}/${id}`);
  }

  async #load(partner: string, id: string): Promise<Endpoint | undefined> {
    const { subscriptions, allowInsecure } = this.#parts;
    const subscription = await subscriptions.find(partner, id);
    if (subscription === undefined) return undefined;
    if (subscription.status !== "active") return { subscription, url: undefined, keys: [] };
    const judged = parseEndpointUrl(subscription.url, { allowInsecure });
    const url = judged.outcome === "accepted" ? judged.url : undefined;
    const keys = (await subscriptions.openSecrets(subscription)).map(signingKey);
    return { subscription, url, keys };
  }
}
