import * as z from "zod";
import { operationalPayloads } from "../kernel/operational-payloads.ts";
import { instanceName } from "../source/instance.ts";
import { pseudoInstanceOf } from "./partner-key.ts";

export const partnerIdShape = /^prt_[0-9A-Z]{26}$/;

export const quotas = z.object({
  subscriptions: z.int(),
  /** Deliveries per second, across all the partner's running replays. */
  replayPerSecond: z.int(),
  /** Deliveries per second, across all the partner's endpoints. If absent, there is no limit. */
  deliveriesPerSecond: z.number().exactOptional(),
  /** If absent, {@link defaultQuotas} applies. */
  keys: z.int().exactOptional(),
});
export type Quotas = z.infer<typeof quotas>;

export const defaultQuotas: Quotas & { readonly keys: number } = {
  subscriptions: 100,
  replayPerSecond: 200,
  keys: 100,
};

const { instance_revoked, partner_suspended, partner_resumed, partner_deleted } = operationalPayloads;

/**
 * An unpublished event about a change to the partner. `id` contains the partner's `rev` after the change, so the event
 * is published once.
 */
const notice = z.discriminatedUnion("type", [
  z.object({ type: z.literal("bridge.instance_revoked"), id: z.string(), data: instance_revoked }),
  z.object({ type: z.literal("bridge.partner_suspended"), id: z.string(), data: partner_suspended }),
  z.object({ type: z.literal("bridge.partner_resumed"), id: z.string(), data: partner_resumed }),
  z.object({ type: z.literal("bridge.partner_deleted"), id: z.string(), data: partner_deleted }),
]);
export type PartnerNotice = z.infer<typeof notice>;

/** `subscriptions` table, pk `registry`, sk `partner#<id>`. What the partner owns is stored under pk `partner#<id>`. */
export const partner = z.object({
  id: z.string(),
  name: z.string(),
  /** A `suspended` partner keeps everything but receives nothing. */
  status: z.enum(["active", "suspended", "deleting"]),
  instances: z.array(instanceName),
  /** Responses of the partner's endpoints to these instances' events may still be stored. Absent if unknown. */
  formerInstances: z.array(instanceName).exactOptional(),
  quotas,
  /** Origins whose pages are allowed to show the portal in a frame; if absent, none are. */
  portalOrigins: z.array(z.string()).exactOptional(),
  /**
   * A notice is written together with its change, so it isn't lost if the process dies before publishing it. Stored as
   * `untold`.
   */
  notices: z.array(notice),
  createdAt: z.int(),
  updatedAt: z.int(),
  rev: z.int(),
});
export type Partner = z.infer<typeof partner>;

export type PartnerAccess = {
  readonly partner: string;
  readonly isActive: boolean;
  readonly instances: "all" | ReadonlySet<string>;
  /** Undefined for the operator and the canary, which have no limits, and for a partner that doesn't exist. */
  readonly quotas: Quotas | undefined;
  /** The `rev` of the partner's item when it was read; 0 if the partner has no item. */
  readonly rev: number;
};

/** Whether the partner is allowed to get an instance's events. It always gets events about its own endpoints. */
export function mayHave({ partner: id, instances }: PartnerAccess, instance: string): boolean {
  return instances === "all" || instances.has(instance) || instance === pseudoInstanceOf(id);
}
