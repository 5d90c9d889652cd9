import type { Key } from "../kernel/ports/table.ts";
import { partnerPartition } from "../partners/partner-key.ts";

export const subscriptionPrefix = "subscription#";

export function subscriptionKey(partner: string, id: string): Key {
  return { pk: partnerPartition(partner), sk: `${subscriptionPrefix}${id}` };
}

export function projectedKey(instance: string, id: string): Key {
  return { pk: `instance#${instance}`, sk: `${subscriptionPrefix}${id}` };
}
