import type { Key } from "../kernel/ports/table.ts";

export const subscriptionPrefix = "subscription#";

/** The partition of a partner, and the tenant its secrets are sealed for. */
export function partnerPartition(partner: string): string {
  return `partner#${partner}`;
}

export function subscriptionKey(partner: string, id: string): Key {
  return { pk: partnerPartition(partner), sk: `${subscriptionPrefix}${id}` };
}

export function projectedKey(instance: string, id: string): Key {
  return { pk: `instance#${instance}`, sk: `${subscriptionPrefix}${id}` };
}

/** Where events about a partner's own endpoints fan out: no instance name begins with `~`. */
export function pseudoInstanceOf(partner: string): string {
  return `~${partner}`;
}
