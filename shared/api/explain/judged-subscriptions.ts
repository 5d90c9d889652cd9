import type { Caller } from "../../partners/authenticator.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { ownSubscription } from "../subscriptions/own-subscription.ts";
import { asksForType } from "./delivery-verdicts.ts";
import type { ExpectedEvent } from "./record-trace.ts";

/** Subscriptions judged per event; who has more asks for the one it means. */
const mostSubscriptions = 100;

/**
 * Which subscriptions an explanation tells of: the one that was asked for, or every one of the caller's that asks for the
 * event's type. An operator that acts for no partner sees everybody's. Throws RequestError where the caller has no such
 * subscription.
 */
export async function judgedSubscriptions(
  services: Pick<ApiServices, "copies" | "subscriptions">,
  caller: Caller,
  instance: string,
  subscription: string | undefined,
): Promise<(event: ExpectedEvent) => readonly Subscription[]> {
  if (subscription !== undefined) {
    const asked = await ownSubscription(services, caller, { id: subscription });
    return () => [asked];
  }
  const { isOperator, access } = caller;
  const isEverybodys = isOperator && access.partner === operatorPartner;
  const projected = (await services.copies.subscriptionsOf(instance))
    .filter(({ partner }) => isEverybodys || partner === access.partner)
    .slice(0, 10 * mostSubscriptions);
  const found = await Promise.all(projected.map(({ partner, id }) => services.subscriptions.find(partner, id)));
  const standing = found.flatMap((one) => one ?? []);
  return ({ type }) => standing.filter((one) => asksForType(one, type)).slice(0, mostSubscriptions);
}
