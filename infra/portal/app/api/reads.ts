import type { components } from "../../../api-client/api-types.ts";
import { pagesOf } from "../../../api-client/pages-of.ts";
import { answerIfFound, answerOf, api } from "./client.ts";
import { isOperating, me } from "./session.ts";

export type Schemas = components["schemas"];
export type Subscription = Schemas["ListedSubscription"];
export type Delivery = Schemas["Delivery"];
export type Event = Schemas["Event"];

/** `partnerName` is set only in an operator's list of partners' endpoints. */
export type OwnedEndpoint = {
  readonly id: string;
  readonly partner?: string;
  readonly partnerName?: string | undefined;
};

/** The header that an operator's request about a partner's endpoint needs. */
export function ownerOf({ partner, partnerName }: Partial<OwnedEndpoint> = {}) {
  return partner === undefined || partnerName === undefined ? {} : { header: { "Feedhook-Partner": partner } };
}

type Page<T> = { readonly items: readonly T[]; readonly more: boolean; readonly nextCursor?: string };

async function everyItem<T>(read: (query: { limit: number; cursor?: string }) => Promise<Page<T>>) {
  const items: T[] = [];
  for await (const page of pagesOf((at) => read({ limit: 200, ...at }))) items.push(...page.items);
  return items;
}

/** Reads all endpoints of the session's partner, or the operators' own. */
export const readSubscriptions = (): Promise<readonly Subscription[]> =>
  everyItem((query) => answerOf(api.GET("/v1/subscriptions", { params: { query } })));

/** Each event type and, for each subject, a pattern such as `person.*`. */
export async function readTypePatterns(): Promise<readonly string[]> {
  const { items } = await answerOf(api.GET("/v1/event-types"));
  return [...new Set(items.flatMap(({ type, subject }) => [`${subject}.*`, type]))].toSorted();
}

export async function readInstanceNames(): Promise<readonly string[]> {
  if (!isOperating()) return me.value?.partner?.instances ?? [];
  const items = await everyItem((query) => answerOf(api.GET("/v1/instances", { params: { query } })));
  return items.map(({ name }) => name);
}

export type OwnDelivery = Delivery & { readonly subscription: Subscription };

export async function readDeliveriesOf(event: string): Promise<readonly OwnDelivery[]> {
  const subscriptions = await readSubscriptions();
  const found = await Promise.all(
    subscriptions.map(async (subscription) => {
      const params = { path: { id: subscription.id, event } };
      const answer = await answerIfFound(api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params }));
      return (answer?.items ?? []).map((delivery) => ({ ...delivery, subscription }));
    }),
  );
  return found.flat();
}

type Named = Pick<Subscription, "description" | "url" | "id"> & Partial<Pick<Subscription, "destination">>;

export function nameOf({ description, url, destination, id }: Named): string {
  return description ?? url ?? destination?.target ?? id;
}
