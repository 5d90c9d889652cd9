import { CanaryProbe } from "../../../shared/delivery/canary/canary-probe.ts";
import type { Container } from "../container.ts";
import { operationalEvents } from "./mirror.ts";
import { subscriptionStore } from "./subscriptions.ts";

/** `url` is the address of the canary's own endpoint. */
export function createCanaryProbe({ context, get }: Container, url: string): CanaryProbe {
  return new CanaryProbe({ ...context, events: get(operationalEvents), subscriptions: get(subscriptionStore), url });
}
