import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionSettings } from "../../subscriptions/subscription-store.ts";
import type { SubscriptionPatch } from "./subscription-schemas.ts";

/** The settings after a patch: what it doesn't name stays, null takes away; enabling forgets why it was disabled. */
export function patched(current: Subscription, patch: SubscriptionPatch): SubscriptionSettings {
  const status = patch.status ?? current.status;
  const disabledByOwner = patch.status === "disabled" && current.status !== "disabled";
  return {
    url: patch.url ?? current.url,
    eventTypes: patch.eventTypes ?? current.eventTypes,
    instances: merged(current.instances, patch.instances),
    filter: merged(current.filter, patch.filter),
    baseline: patch.baseline ?? current.baseline,
    description: merged(current.description, patch.description),
    status,
    disabledReason: status === "active" ? undefined : disabledByOwner ? "owner" : current.disabledReason,
  };
}

function merged<T>(current: T | undefined, given: T | null | undefined): T | undefined {
  return given === undefined ? current : (given ?? undefined);
}
