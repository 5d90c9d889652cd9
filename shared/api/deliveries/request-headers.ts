import { hidden } from "../../delivery/attempt/hidden-values.ts";
import { contentTypeOf } from "../../delivery/attempt/payload.ts";
import type { DeliveryRow } from "../../delivery/rows/delivery-row.ts";
import { exampleRun, isOnRequest } from "../../delivery/rows/delivery-row.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

type Attempt = DeliveryRow["attempts"][number];

/** Errors before any byte of the request could be sent. */
const unsent: ReadonlySet<string> = new Set(["dns", "connect", "tls", "blocked"]);

/** Ms after a change of a subscription within which some worker may still have sent by its former settings. */
const changeSpreads = 60_000;

/**
 * The headers that an attempt sent; undefined where it never came to that. A row holds only what can't be worked out, so
 * that a success costs nothing: `webhook-*` follow from the delivery, the rest from the subscription, unless that has
 * changed since. What isn't known for certain is left out.
 */
export function requestHeadersOf(
  { event, run, failures = [] }: Pick<DeliveryRow, "event" | "run" | "failures">,
  { at, error, late }: Attempt,
  subscription: Subscription,
): Readonly<Record<string, string>> | undefined {
  if (error !== undefined && unsent.has(error)) return undefined;
  const { sent } = failures.find((one) => one.at === at) ?? {};
  return {
    ...(sent ?? bySettings(subscription, at)),
    "accept-encoding": "identity",
    "webhook-id": event,
    "webhook-timestamp": String(Math.floor(at / 1_000)),
    "webhook-signature": `v1,${hidden}`,
    ...(run === exampleRun && { "webhook-example": "true" }),
    ...(run !== "0" && !isOnRequest({ run }) && { "webhook-replay": "true" }),
    ...(late === true && { "webhook-late": "true" }),
  };
}

function bySettings(subscription: Subscription, at: number): Readonly<Record<string, string>> {
  const { createdAt, updatedAt, headers = [] } = subscription;
  if (updatedAt !== createdAt && updatedAt + changeSpreads > at) return {};
  const own = headers.map(({ name }) => [name, hidden] as const);
  return { ...Object.fromEntries(own), "content-type": contentTypeOf(subscription) };
}
