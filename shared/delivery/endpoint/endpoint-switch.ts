import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import type { EndpointCache } from "./endpoint-cache.ts";
import type { Notices } from "./notices.ts";

type Parts = {
  readonly subscriptions: Pick<SubscriptionStore, "disable">;
  readonly endpoints: Pick<EndpointCache, "forget">;
  readonly notices: Pick<Notices, "disabled">;
};

/** Turns off an endpoint that asked for it, and says so. */
export class EndpointSwitch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Harmless when repeated: the same revision of the subscription gives the same notice. */
  async disable({ partner, id, url }: Subscription, reason: "gone" | "requested"): Promise<void> {
    const { subscriptions, endpoints, notices } = this.#parts;
    const result = await subscriptions.disable(partner, id, reason, url);
    endpoints.forget(partner, id);
    if (result.outcome === "notFound" || result.subscription.disabledReason !== reason) return;
    await notices.disabled({ partner, subscription: id, rev: result.subscription.rev }, reason);
  }
}
