import type { Caller } from "../../partners/authenticator.ts";
import { mayHave, type Partner, partnerIdShape } from "../../partners/partner.ts";
import type { Instance } from "../../source/instance.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";

export const subscriptionIdShape = /^sub_[0-9A-Z]{26}$/;

/** Checks an id from a path before the table is read with it, because the table refuses keys that are too long. */
export function checkedId(id: string, shape: RegExp, what: string): string {
  if (!shape.test(id)) throw RequestError.notFound(what);
  return id;
}

export async function ownSubscription(
  { subscriptions }: ApiServices,
  { access: { partner } }: Caller,
  { id }: { readonly id: string },
): Promise<Subscription> {
  const found = await subscriptions.find(partner, checkedId(id, subscriptionIdShape, "This subscription"));
  if (found === undefined) throw RequestError.notFound("This subscription");
  return found;
}

export async function ownPartner(
  { partners }: ApiServices,
  { isOperator, access }: Caller,
  { partner }: { readonly partner: string },
): Promise<Partner> {
  const id = checkedId(partner, partnerIdShape, "This partner");
  const found = isOperator || id === access.partner ? await partners.find(id) : undefined;
  if (found === undefined) throw RequestError.notFound("This partner");
  return found;
}

export async function ownInstance(services: ApiServices, { access }: Caller, name: string): Promise<Instance> {
  if (!mayHave(access, name)) throw RequestError.notFound("This instance");
  return knownInstance(services, name);
}

/** For operators' requests: ignores the partner that the operator acts for. */
export async function knownInstance({ instances }: ApiServices, name: string): Promise<Instance> {
  const found = await instances.find(name);
  if (found === undefined) throw RequestError.notFound("This instance");
  return found;
}
