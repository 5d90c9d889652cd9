import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import type { CircuitStore } from "./circuit-store.ts";
import type { EndpointNotices } from "./endpoint-notices.ts";

type Parts = {
  readonly subscriptions: Pick<SubscriptionStore, "disable">;
  readonly health: Pick<CircuitStore, "halt">;
  readonly notices: Pick<EndpointNotices, "disabled">;
};

/** Turns off an endpoint that asked for it or can't be reached for weeks, and says so. */
export class EndpointSwitch {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Harmless when repeated: the same revision of the subscription gives the same notice. */
  async disable({ partner, id, url }: Subscription, reason: "gone" | "requested" | "unreachable"): Promise<void> {
    const { subscriptions, health, notices } = this.#parts;
    const result = await subscriptions.disable(partner, id, reason, url);
    if (result.outcome === "notFound" || result.subscription.disabledReason !== reason) return;
    await health.halt({ partner, subscription: id });
    await notices.disabled({ partner, subscription: id, rev: result.subscription.rev }, reason);
  }
}
