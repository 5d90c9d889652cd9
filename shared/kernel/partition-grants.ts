import type { FunctionName } from "./topology.ts";

/** Partitions of the `subscriptions` table. A `*` at the end matches any text. */
export type PartitionGrant = {
  /** The partitions that the function reads or writes. */
  readonly partitions: readonly string[];
  /** The partitions whose secrets it opens, and seals if it makes keys. A partition is the tenant of its items. */
  readonly tenants: readonly string[];
};

/** Items under an instance, under a partner, and shared ones. */
const [instances, partners, registry, copies] = ["instance#*", "partner#*", "registry", "copies"];
/** A change of a subscription reaches its copies under the instances, and records what it is about to change. */
const changingSubscriptions = [instances, partners, registry, copies];
const canary = "partner#prt_canary";

/**
 * Instances and partners share `subscriptions`, so access to the whole table would include all secrets. This lists the
 * partitions that each function may access. Roles on AWS and the single node's engine enforce it.
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
