import type { KeyObject } from "node:crypto";
import { parseEndpointUrl } from "../../subscriptions/endpoint-url.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { signingKey } from "../attempt/signature.ts";

/** A subscription ready to be sent to: its address judged, its secrets and headers opened. */
export type Endpoint = {
  readonly subscription: Subscription;
  /** Undefined where the address breaks the rules for addresses as they are now. */
  readonly url: string | undefined;
  readonly keys: readonly KeyObject[];
  /** Its owner's headers, in the clear. */
  readonly headers: Readonly<Record<string, string>>;
};

export type LoadEndpointParts = {
  readonly subscriptions: Pick<SubscriptionStore, "openSecrets" | "openHeaders">;
  readonly allowInsecure: boolean;
  /** Names that lead to the bridge itself. */
  readonly ownDomains?: readonly string[] | undefined;
};

export async function loadEndpoint(subscription: Subscription, parts: LoadEndpointParts): Promise<Endpoint> {
  const { subscriptions, allowInsecure, ownDomains } = parts;
  const judged =
    subscription.url === undefined ? undefined : parseEndpointUrl(subscription.url, { allowInsecure, ownDomains });
  const url = judged?.outcome === "accepted" ? judged.url : undefined;
  const [secrets, headers] = await Promise.all([
    subscriptions.openSecrets(subscription),
    subscriptions.openHeaders(subscription),
  ]);
  return { subscription, url, keys: secrets.map(signingKey), headers };
}
