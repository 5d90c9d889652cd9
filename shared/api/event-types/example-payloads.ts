import type { OperationalPayload, OperationalType } from "../../kernel/operational-payloads.ts";

const subscription = "sub_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB";
const partner = { partner: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB", name: "Globex Ltd" };
const feed = { feed: "acme#person-fast", kind: "person-timeline", since: "2026-11-21T08:12:33.000Z" };

/** The example `data` of each operational event. */
export const examplePayloads: { readonly [T in OperationalType]: OperationalPayload<T> } = {
  "bridge.ping": { subscription },
  "bridge.instance_unauthorized": { reason: "invalid_client" },
  "bridge.instance_recovered": {},
  "bridge.feed_stalled": { ...feed, reason: "unavailable" },
  "bridge.feed_recovered": feed,
  "bridge.removals_held": { source: "person", since: "2026-11-21T08:12:33.000Z", missing: 412, known: 1_204 },
  "bridge.endpoint_failing": {
    subscription,
    ...{ failingSince: "2026-11-21T09:02:33.000Z", probes: 6, pausesAt: "2026-11-24T09:02:33.000Z" },
  },
  "bridge.endpoint_paused": {
    subscription,
    failingSince: "2026-11-18T09:02:33.000Z",
    ...{ pausedAt: "2026-11-21T09:02:33.000Z", disablesAt: "2026-12-05T09:02:33.000Z" },
  },
  "bridge.endpoint_recovered": { subscription, was: "open", since: "2026-11-21T09:02:33.000Z" },
  "bridge.endpoint_disabled": { subscription, reason: "gone" },
  "bridge.delivery_exhausted": {
    subscription,
    ...{ event: "evt_01KAG3N6Q0V5Y1R8C4T7W2X9ZB", eventType: "person.updated", instance: "acme", attempts: 12 },
  },
  "bridge.instance_revoked": { ...partner, instance: "acme" },
  "bridge.partner_suspended": partner,
  "bridge.partner_resumed": partner,
  "bridge.partner_deleted": partner,
};
