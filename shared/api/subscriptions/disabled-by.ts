import { deploymentKey } from "../../partners/api-key.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

/** Shown if an operator changed a partner's subscription, because the names of operators' keys are private. */
export const anOperator = "operator";

const shownAsOperator: ReadonlySet<string> = new Set([anOperator, deploymentKey]);

/** A partner's key with a name that would be shown as an operator is shown by its id. */
export function shownCaller({ key, keyName, isOperator, access }: Caller): string {
  if (isOperator) return access.partner === operatorPartner ? keyName : anOperator;
  return shownAsOperator.has(keyName) ? key : keyName;
}

/** `disabledAt` is in unix ms. */
export function disabledByOwner(caller: Caller, disabledAt: number) {
  return { disabledReason: "owner", disabledAt, disabledBy: shownCaller(caller) } as const;
}
export type DisabledByOwner = ReturnType<typeof disabledByOwner>;

/** An earlier release stored the name of the deployment's key. */
export function disablerOf({ partner, disabledBy }: Pick<Subscription, "partner" | "disabledBy">): string | undefined {
  return disabledBy === deploymentKey && partner !== operatorPartner ? anOperator : disabledBy;
}
