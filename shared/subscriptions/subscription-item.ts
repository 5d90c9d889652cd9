import { definedJson } from "../kernel/defined-json.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Item } from "../kernel/ports/table.ts";
import { projectedSubscription, type Subscription, subscription } from "./subscription.ts";
import { projectedKey, subscriptionKey } from "./subscription-key.ts";

export function subscriptionItem(one: Subscription): Item {
  return { ...definedJson(one), ...subscriptionKey(one.partner, one.id) };
}

export function readSubscription(item: Item): Subscription {
  return parseStored(subscription, item, `subscription at ${item.pk} ${item.sk}`);
}

/**
 * A subscription in the form that is projected onto an instance. `rev` prevents a late writer from overwriting a newer
 * state.
 */
export function projectedItem(instance: string, one: Subscription): Item {
  return { ...definedJson(projectedSubscription.parse(one)), ...projectedKey(instance, one.id), rev: one.rev };
}
