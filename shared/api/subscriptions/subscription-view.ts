import type { z } from "@hono/zod-openapi";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { validSecrets } from "../../subscriptions/subscription-secrets.ts";
import { disablerOf } from "./disabled-by.ts";
import { limitsOf } from "./limit-settings.ts";
import type { subscriptionAnswer } from "./subscription-schemas.ts";

/** A subscription as its owner sees it: everything except its secrets. Absent fields stay absent. */
export function subscriptionView(one: Subscription, now: number): z.input<typeof subscriptionAnswer> {
  const { format = "envelope", payload = "full", headers = [] } = one;
  // Pull subscriptions of earlier releases have a secret, which signs nothing.
  const secrets = one.kind === "pull" ? [] : one.secrets;
  const signingKeys = validSecrets(secrets, now).map(({ createdAt: made, expiresAt }) => ({
    createdAt: new Date(made).toISOString(),
    expiresAt: expiresAt === undefined ? undefined : new Date(expiresAt).toISOString(),
  }));
  const wire = { format, payload, headerNames: headers.map(({ name }) => name), signingKeys };
  const { kind = "push", ordered = false } = one;
  const { id, url, eventTypes, instances, filter, baseline, description, status, disabledReason } = one;
  const disabledAt = one.disabledAt === undefined ? undefined : new Date(one.disabledAt).toISOString();
  const disabled = { status, disabledReason, disabledAt, disabledBy: disablerOf(one) };
  const createdAt = new Date(one.createdAt).toISOString();
  const updatedAt = new Date(one.updatedAt).toISOString();
  const what = { id, kind, ordered, url, eventTypes, instances, filter, baseline, description };
  return { ...what, ...wire, ...limitsOf(one), ...disabled, createdAt, updatedAt };
}
