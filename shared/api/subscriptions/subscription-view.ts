import type { z } from "@hono/zod-openapi";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { validSecrets } from "../../subscriptions/subscription-secrets.ts";
import { isoTime } from "../http/iso-time.ts";
import { disablerOf } from "./disabled-by.ts";
import type { subscriptionAnswer } from "./subscription-schemas.ts";

/** A subscription as its owner sees it: everything except its secrets. Absent fields stay absent. */
export function subscriptionView(one: Subscription, now: number): z.input<typeof subscriptionAnswer> {
  const { kind = "push", ordered = false, format = "envelope", payload = "full", headers = [] } = one;
  // Pull subscriptions of earlier releases have a secret, which signs nothing.
  const secrets = kind === "pull" ? [] : one.secrets;
  const signingKeys = validSecrets(secrets, now).map(({ createdAt, expiresAt }) => ({
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
  }));
  const { id, url, eventTypes, instances, filter, baseline, description, status, disabledReason } = one;
  const { timeoutSeconds, maxConcurrency, ratePerSecond } = one;
  return {
    ...{ id, kind, ordered, url, eventTypes, instances, filter, baseline, description, format, payload },
    ...{ headerNames: headers.map(({ name }) => name), signingKeys, timeoutSeconds, maxConcurrency, ratePerSecond },
    ...{ status, disabledReason, disabledAt: isoTime(one.disabledAt), disabledBy: disablerOf(one) },
    createdAt: isoTime(one.createdAt),
    updatedAt: isoTime(one.updatedAt),
  };
}
