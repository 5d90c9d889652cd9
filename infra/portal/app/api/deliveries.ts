import { pagesOf } from "../../../api-client/pages-of.ts";
import { type DeliveryFilters, deliveryQueryOf } from "../logic/delivery-filters.ts";
import { isTest } from "../logic/delivery-words.ts";
import { answerOf, api } from "./client.ts";
import type { OwnDelivery, Subscription } from "./reads.ts";

export async function readDeliveryPage(
  subscription: Subscription,
  filters: DeliveryFilters,
  page: { cursor?: string; limit?: number } = {},
) {
  const query = { ...deliveryQueryOf(filters), limit: 50, ...page };
  const params = { path: { id: subscription.id }, query };
  const answer = await answerOf(api.GET("/v1/subscriptions/{id}/deliveries", { params }));
  return { ...answer, items: answer.items.map((delivery): OwnDelivery => ({ ...delivery, subscription })) };
}

/** `events`: the IDs of the events to send again. */
export type ToSend = { readonly subscription: Subscription; readonly events: readonly string[] };

/** Pings and examples are left out, because they aren't stored as events. */
export function toSendOf(deliveries: readonly OwnDelivery[]): readonly ToSend[] {
  const found = new Map<string, { subscription: Subscription; events: Set<string> }>();
  for (const { subscription, event } of deliveries.filter((one) => !isTest(one))) {
    const one = found.get(subscription.id) ?? { subscription, events: new Set() };
    one.events.add(event);
    found.set(subscription.id, one);
  }
  return [...found.values()].map(({ subscription, events }) => ({ subscription, events: [...events] }));
}

/**
 * Reads one endpoint after another until it has `most` deliveries that fit. Each endpoint's deliveries are newest
 * first.
 */
export async function readMatching(
  subscriptions: readonly Subscription[],
  filters: DeliveryFilters,
  { fits, most }: { fits: (delivery: OwnDelivery) => boolean; most: number },
): Promise<readonly OwnDelivery[]> {
  const found: OwnDelivery[] = [];
  for (const subscription of subscriptions)
    for await (const page of pagesOf((at) => readDeliveryPage(subscription, filters, { limit: 200, ...at }))) {
      found.push(...page.items.filter(fits));
      if (found.length >= most) return found.slice(0, most);
    }
  return found;
}
