import type { Caller } from "../../partners/authenticator.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import { operatorPartner, pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { asksForType } from "./delivery-verdicts.ts";
import type { ExpectedEvent } from "./record-trace.ts";

/** The most subscriptions judged per event. A caller with more can name the one to explain. */
const mostSubscriptions = 100;

/** The most subscriptions read to find those. It is higher, because most of them select other types. */
const mostRead = 10 * mostSubscriptions;

/**
 * The subscriptions that an explanation covers: the requested one, or all of the caller's that select the event's type.
 * An operator that acts for no partner sees those of all partners. Throws RequestError if the caller has no such
 * subscription.
 */
export async function judgedSubscriptions(
  services: ApiServices,
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
  const standing = isEverybodys ? await everybodys(services, instance) : await ownOf(services, access, instance);
  return ({ type }) => standing.filter((one) => asksForType(one, type)).slice(0, mostSubscriptions);
}

async function everybodys({ copies, subscriptions }: ApiServices, instance: string): Promise<readonly Subscription[]> {
  const projected = (await copies.subscriptionsOf(instance)).slice(0, mostRead);
  const found = await Promise.all(projected.map(({ partner, id }) => subscriptions.find(partner, id)));
  return found.flatMap((one) => one ?? []);
}

/**
 * A partner's subscriptions that are projected onto the instance. They are listed by partner, because reading the
 * instance's whole projection would take longer with every partner added.
 */
async function ownOf(
  { subscriptions }: ApiServices,
  access: PartnerAccess,
  instance: string,
): Promise<readonly Subscription[]> {
  if (!access.isActive || !mayHave(access, instance)) return [];
  const own: Subscription[] = [];
  let after: string | undefined;
  for (;;) {
    const { items, more } = await subscriptions.list(access.partner, { after, limit: mostSubscriptions });
    own.push(...items);
    after = items.at(-1)?.id;
    if (!more || after === undefined || own.length >= mostRead) break;
  }
  const isOwn = instance === pseudoInstanceOf(access.partner);
  return own.filter(({ instances }) => isOwn || instances === undefined || instances.includes(instance));
}
