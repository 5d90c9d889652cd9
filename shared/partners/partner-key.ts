import type { Key } from "../kernel/ports/table.ts";

/** The owner of the operator's own subscriptions: a partner that always exists and can use every instance. */
export const operatorPartner = "prt_operator";

/** The owner of the bridge's own subscription, which gets only the canary's events. */
export const canaryPartner = "prt_canary";

export const partnerPrefix = "partner#";

/** The partition of everything that a partner owns, and the tenant for which its secrets are sealed. */
export function partnerPartition(partner: string): string {
  return `partner#${partner}`;
}

export function partnerKey(partner: string): Key {
  return { pk: "registry", sk: `${partnerPrefix}${partner}` };
}

/** The name under which events about a partner's own endpoints fan out. No instance's name begins with `~`. */
export function pseudoInstanceOf(partner: string): string {
  return `~${partner}`;
}

export function partnerOfPseudoInstance(instance: string): string | undefined {
  return instance.startsWith("~") ? instance.slice(1) : undefined;
}
