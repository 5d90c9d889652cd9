import type { Caller } from "../../partners/authenticator.ts";
import { mayHave, type Partner, partnerIdShape } from "../../partners/partner.ts";
import type { Instance } from "../../source/instance.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ApiServices } from "../api-services.ts";
import { RequestError } from "../http/request-error.ts";

export const subscriptionIdShape = /^sub_[0-9A-Z]{26}$/;

/** The id in a path. It is checked first, because a path can be longer than any key that the table accepts. */
export function checkedId(id: string, shape: RegExp, what: string): string {
  if (!shape.test(id)) throw RequestError.notFound(what);
  return id;
}

/** The subscription that a path names. For a partner, other partners' subscriptions don't exist. */
export async function ownSubscription(
  { subscriptions }: ApiServices,
  { access: { partner } }: Caller,
  { id }: { readonly id: string },
): Promise<Subscription> {
  const found = await subscriptions.find(partner, checkedId(id, subscriptionIdShape, "This subscription"));
  if (found === undefined) throw RequestError.notFound("This subscription");
  return found;
}

/** The partner that a path names. For a partner, other partners don't exist. */
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

/** The instance that a request names. For a partner without access, the instance doesn't exist. */
export async function ownInstance(services: ApiServices, { access }: Caller, name: string): Promise<Instance> {
  if (!mayHave(access, name)) throw RequestError.notFound("This instance");
  return knownInstance(services, name);
}

/** The instance that an operator's request names, regardless of the partner that the operator acts for. */
export async function knownInstance({ instances }: ApiServices, name: string): Promise<Instance> {
  const found = await instances.find(name);
  if (found === undefined) throw RequestError.notFound("This instance");
  return found;
}
