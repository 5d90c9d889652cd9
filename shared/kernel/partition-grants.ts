import type { FunctionName } from "./topology.ts";

/** Partitions of the `subscriptions` table; `*` stands for any text behind. */
export type PartitionGrant = {
  /** Those that the function touches. */
  readonly partitions: readonly string[];
  /** Those whose secrets it opens, and seals where it makes keys: a partition is the tenant of what stands in it. */
  readonly tenants: readonly string[];
};

/** What stands under an instance, under a partner, and beside them. */
const [instances, partners, registry, copies] = ["instance#*", "partner#*", "registry", "copies"];
/** A change of a subscription reaches its copies under the instances, and notes what it is about to change. */
const changingSubscriptions = [instances, partners, registry, copies];
const canary = "partner#prt_canary";

/**
 * Instances and partners share `subscriptions`, so that a right to the table would be one to everybody's secrets: here
 * stands what of it is whose business. Roles on AWS and the single node's engine hold functions to it.
 */
export const partitionGrants: { readonly [name in FunctionName]: PartitionGrant } = {
  clock: { partitions: [registry], tenants: [] },
  tick: { partitions: [instances, registry], tenants: [] },
  poll: { partitions: [instances, registry], tenants: [instances] },
  publish: { partitions: [], tenants: [] },
  fanout: { partitions: [instances], tenants: [] },
  deliver: { partitions: changingSubscriptions, tenants: [partners] },
  recover: { partitions: changingSubscriptions, tenants: [] },
  alert: { partitions: [partners, registry], tenants: [partners] },
  canary: { partitions: [canary, instances, registry, copies], tenants: [canary] },
  api: { partitions: [...changingSubscriptions, "waiting-requests"], tenants: [instances, partners] },
};
