import * as z from "zod";
import { jsonObject } from "../kernel/json.ts";
import { instanceName } from "../source/instance.ts";

/** `person.updated`, `person.*`, `*`; `*` never matches `bridge.*`, which must be named. */
export const typePattern = z
  .string()
  .regex(/^(\*|[a-z0-9_]+\.(\*|[a-z0-9_]+))$/, "an event type, `<subject>.*` or `*`");

/**
 * A subscription stands under its partner (`subscriptions` table, pk `partner#<id>`, sk `subscription#<id>`). Its
 * projection stands under each of its instances (pk `instance#<name>`, same sk), where fan-out reads it.
 */
export const subscription = z.object({
  id: z.string(),
  partner: z.string(),
  /** Whether events are posted to `url` (absent: push) or wait to be fetched; it never changes. */
  kind: z.enum(["push", "pull"]).optional(),
  /** Push only: one delivery at a time per record, oldest first. It never changes. */
  ordered: z.boolean().optional(),
  /** Normalised https address; absent where events are fetched. */
  url: z.string().optional(),
  eventTypes: z.array(typePattern).min(1),
  /** Absent: every instance of the partner. */
  instances: z.array(instanceName).optional(),
  /** EventBridge pattern on the envelope; absent: everything of those types. */
  filter: jsonObject.optional(),
  /** Whether it wants the records that the first contact with an instance found. */
  baseline: z.boolean(),
  description: z.string().max(256).optional(),
  /** The format of a webhook's body; without one it is the envelope. */
  format: z.enum(["envelope", "cloudevents"]).optional(),
  /** `thin`: without `data`; absent: full. */
  payload: z.enum(["full", "thin"]).optional(),
  /** Sent with each delivery. Values are sealed: most of them are keys. */
  headers: z.array(z.object({ name: z.string(), sealed: z.string() })).optional(),
  /** Seconds that the slow lane waits for the endpoint's answer; absent: the default for every endpoint. */
  timeoutSeconds: z.int().optional(),
  /** Deliveries under way at once, and begun per second; absent: no limit. What exceeds them waits in the backlog. */
  maxConcurrency: z.int().optional(),
  ratePerSecond: z.number().optional(),
  /** `disabled` after 410 or `webhook-delivery: disable`, when it was unreachable for weeks, or by its owner. */
  status: z.enum(["active", "disabled"]),
  disabledReason: z.enum(["gone", "requested", "unreachable", "owner"]).optional(),
  /** Unix ms, and the name of the key that its owner used. */
  disabledAt: z.int().optional(),
  disabledBy: z.string().optional(),
  /**
   * Sealed `whsec_…` secrets, newest first; all sign until they expire (unix ms; the newest doesn't). Empty where events are
   * fetched.
   */
  secrets: z.array(z.object({ sealed: z.string(), createdAt: z.int(), expiresAt: z.int().exactOptional() })),
  createdAt: z.int(),
  updatedAt: z.int(),
  rev: z.int(),
});
export type Subscription = z.infer<typeof subscription>;

/** The settings that the owner of a subscription decides. `url` and `filter` were checked before. */
export type SubscriptionSettings = Omit<Subscription, "id" | "partner" | "secrets" | "createdAt" | "updatedAt" | "rev">;

/** What fan-out needs of a subscription: its projection onto an instance. */
export const projectedSubscription = subscription.pick({
  id: true,
  partner: true,
  eventTypes: true,
  filter: true,
  baseline: true,
  status: true,
});
export type ProjectedSubscription = z.infer<typeof projectedSubscription>;
