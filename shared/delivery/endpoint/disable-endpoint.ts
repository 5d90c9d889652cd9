import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import type { CircuitStore } from "./circuit-store.ts";
import type { LastFailure } from "./endpoint-item.ts";
import type { EndpointNotices } from "./endpoint-notices.ts";

export type DisableParts = {
  readonly subscriptions: SubscriptionStore;
  readonly circuits: CircuitStore;
  readonly notices: EndpointNotices;
};

/**
 * Disables the subscription of an endpoint and sends the notice. The endpoint asked for it in the response that
 * `failure` records, or couldn't be reached for weeks. It is idempotent: the same minute gives the same notice.
 */
export async function disableEndpoint(
  { partner, id, url }: Subscription,
  reason: "gone" | "requested" | "unreachable",
  { subscriptions, circuits, notices }: DisableParts,
  failure?: LastFailure,
): Promise<void> {
  const result = await subscriptions.disable(partner, id, reason, url);
  // The owner deleted the subscription, disabled it first, or gave it another address.
  if (result.outcome === "notFound" || result.subscription.disabledReason !== reason) return;
  // The notice is sent before the circuit changes. If this worker dies in between, the recovery finds a circuit that
  // lags behind its subscription and sends the notice again.
  await notices.disabled(result.subscription, reason);
  await circuits.disable({ partner, subscription: id }, failure);
}
