import type { components } from "../../../api-client/api-types.ts";
import { answerOf, api } from "./client.ts";
import { isOperating, me } from "./session.ts";

export type Schemas = components["schemas"];
export type Subscription = Schemas["ListedSubscription"];
export type Delivery = Schemas["Delivery"];
export type Event = Schemas["Event"];

/** All endpoints of the partner, read page by page. */
export async function readSubscriptions(): Promise<readonly Subscription[]> {
  const items: Subscription[] = [];
  let cursor: string | undefined;
  do {
    const query: { limit: number; cursor?: string } = { limit: 200, ...(cursor !== undefined && { cursor }) };
    const page = await answerOf(api.GET("/v1/subscriptions", { params: { query } }));
    items.push(...page.items);
    cursor = page.more ? page.nextCursor : undefined;
  } while (cursor !== undefined);
  return items;
}

/** The visible instances: a partner's own, or all for an operator. */
export async function readInstanceNames(): Promise<readonly string[]> {
  if (!isOperating()) return me.value?.partner?.instances ?? [];
  const { items } = await answerOf(api.GET("/v1/instances"));
  return items.map(({ name }) => name);
}

export type OwnDelivery = Delivery & { readonly subscription: Subscription };

/** An event's outcome at each endpoint: its deliveries, newest run first. */
export async function readDeliveriesOf(event: string): Promise<readonly OwnDelivery[]> {
  const subscriptions = await readSubscriptions();
  const found = await Promise.all(
    subscriptions.map(async (subscription) => {
      const params = { path: { id: subscription.id, event } };
      const answer = await api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params });
      return (answer.data?.items ?? []).map((delivery) => ({ ...delivery, subscription }));
    }),
  );
  return found.flat();
}

export function nameOf({ description, url, id }: Pick<Subscription, "description" | "url" | "id">): string {
  return description ?? url ?? id;
}
