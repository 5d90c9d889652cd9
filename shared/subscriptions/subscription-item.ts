import type { Json, JsonObject } from "../kernel/json.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Item } from "../kernel/ports/table.ts";
import { projectedSubscription, type Subscription, subscription } from "./subscription.ts";
import { projectedKey, subscriptionKey } from "./subscription-key.ts";

export function subscriptionItem(one: Subscription): Item {
  return { ...present(one), ...subscriptionKey(one.partner, one.id) };
}

export function readSubscription(item: Item): Subscription {
  return parseStored(subscription, item, `subscription at ${item.pk} ${item.sk}`);
}

/** The copy under an instance; its `rev` keeps a late writer from putting an older state over a newer one. */
export function projectedItem(instance: string, one: Subscription): Item {
  return { ...present(projectedSubscription.parse(one)), ...projectedKey(instance, one.id), rev: one.rev };
}

/** Tables hold JSON: an optional field that is undefined isn't there. */
function present(fields: { readonly [field: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
