import * as z from "zod";
import { definedJson } from "../kernel/defined-json.ts";
import { jsonObject } from "../kernel/json.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Item, Key, TableReader } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import { partnerPartition } from "../partners/partner-key.ts";
import { instanceName } from "../source/instance.ts";
import { type DestinationKind, destination, destinationKind } from "./destination.ts";

/** `person.updated`, `person.*` or `*`. `*` doesn't match `bridge.*` types; they must be listed. */
export const typePattern = z
  .string()
  .regex(/^(\*|[a-z0-9_]+\.(\*|[a-z0-9_]+))$/, "must be an event type, `<subject>.*` or `*`");

/**
 * A subscription, stored under its partner (`subscriptions` table, pk `partner#<id>`, sk `subscription#<id>`). Its
 * projections are stored under its instances (pk `instance#<name>`, same sk), where fan-out reads them.
 */
export const subscription = z.object({
  id: z.string(),
  partner: z.string(),
  /** `pull`: events wait to be fetched. Absent means `push`, unless there is a `destination`. Never changes. */
  kind: z.enum(["push", "pull"]).optional(),
  /** For webhooks and FIFO queues: each record's events are delivered one at a time, oldest first. Never changes. */
  ordered: z.boolean().optional(),
  /** The normalised URL of a webhook; absent for other subscriptions. */
  url: z.string().optional(),
  /**
   * Present if events go to AWS; `url` and `kind` are then absent. A release that doesn't know this attribute sees a
   * push subscription without an address, and keeps its deliveries for later.
   */
  destination: destination.optional(),
  eventTypes: z.array(typePattern).min(1),
  /** If absent, every instance of the partner. */
  instances: z.array(instanceName).optional(),
  /** An EventBridge pattern on the envelope; if absent, every event of `eventTypes`. */
  filter: jsonObject.optional(),
  /** Whether the subscription gets baseline events. */
  baseline: z.boolean(),
  description: z.string().max(256).optional(),
  /** The format of a webhook's body; if absent, the envelope. */
  format: z.enum(["envelope", "cloudevents"]).optional(),
  /** `thin` leaves out `data`; if absent, the payload is full. */
  payload: z.enum(["full", "thin"]).optional(),
  /** Sent with each delivery. Values are sealed, because they may be keys. */
  headers: z.array(z.object({ name: z.string(), sealed: z.string() })).optional(),
  /** How long the slow lane waits for a response. If absent, the default for all endpoints applies. */
  timeoutSeconds: z.int().optional(),
  /**
   * `maxConcurrency` limits the deliveries in progress, and `ratePerSecond` those that start per second. Deliveries
   * above a limit wait in the backlog.
   */
  maxConcurrency: z.int().optional(),
  ratePerSecond: z.number().optional(),
  status: z.enum(["active", "disabled"]),
  /** `gone`: the endpoint responded with 410. `requested`: it responded with `webhook-delivery: disable`. */
  disabledReason: z.enum(["gone", "requested", "unreachable", "owner"]).optional(),
  /**
   * `disabledAt` is in unix ms. `disabledBy`: the name of the API key, or `operator` if an operator disabled a
   * partner's subscription.
   */
  disabledAt: z.int().optional(),
  disabledBy: z.string().optional(),
  /**
   * Sealed secrets, newest first: `whsec_…` for HMAC, `whsk_…` for Ed25519. Each signs until its `expiresAt` (unix ms);
   * the newest has none. Only webhooks are signed: this list is empty for pull subscriptions and destinations.
   */
  secrets: z.array(
    z.object({
      sealed: z.string(),
      createdAt: z.int(),
      expiresAt: z.int().exactOptional(),
      /** The public key (`whpk_…`) of an Ed25519 secret, so that nothing has to be unsealed to show it. */
      publicKey: z.string().exactOptional(),
    }),
  ),
  createdAt: z.int(),
  updatedAt: z.int(),
  rev: z.int(),
});
export type Subscription = z.infer<typeof subscription>;
export type SubscriptionRef = Pick<Subscription, "partner" | "id">;

/** The settings that callers of the store provide. The callers have already checked `url` and `filter`. */
export type SubscriptionSettings = Omit<Subscription, "id" | "partner" | "secrets" | "createdAt" | "updatedAt" | "rev">;

/** The parts of a subscription that fan-out needs: its projection onto an instance. */
export const projectedSubscription = subscription.pick({
  id: true,
  partner: true,
  eventTypes: true,
  filter: true,
  baseline: true,
  status: true,
});
export type ProjectedSubscription = z.infer<typeof projectedSubscription>;

export const subscriptionKinds = ["push", "pull", ...destinationKind.options] as const;
export type SubscriptionKind = "push" | "pull" | DestinationKind;

export function kindOf({ kind, destination }: Pick<Subscription, "kind" | "destination">): SubscriptionKind {
  return destination?.kind ?? kind ?? "push";
}

export const subscriptionPrefix = "subscription#";

export function subscriptionKey(partner: string, id: string): Key {
  return { pk: partnerPartition(partner), sk: `${subscriptionPrefix}${id}` };
}

export function projectedKey(instance: string, id: string): Key {
  return { pk: `instance#${instance}`, sk: `${subscriptionPrefix}${id}` };
}

export function subscriptionItem(one: Subscription): Item {
  return { ...definedJson(one), ...subscriptionKey(one.partner, one.id) };
}

export function readSubscription(item: Item): Subscription {
  return parseStored(subscription, item, `subscription at ${item.pk} ${item.sk}`);
}

/** Oldest first. With `after`, only subscriptions with greater ids. `table` is the `subscriptions` table. */
export async function* ownedBy(table: TableReader, partner: string, after?: string): AsyncGenerator<Subscription> {
  const query = { pk: partnerPartition(partner), prefix: subscriptionPrefix };
  const from = after === undefined ? {} : { after: `${subscriptionPrefix}${after}` };
  for await (const item of queryAll(table, { ...query, ...from })) yield readSubscription(item);
}

/** Whether the subscription's settings choose the instance. Ignores whether the partner has access to the instance. */
export const wantsInstance = ({ instances }: Subscription, instance: string): boolean =>
  instances === undefined || instances.includes(instance);

/** `rev` prevents a late writer from overwriting a newer state. */
export function projectedItem(instance: string, one: Subscription): Item {
  return { ...definedJson(projectedSubscription.parse(one)), ...projectedKey(instance, one.id), rev: one.rev };
}
