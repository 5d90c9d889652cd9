import type { TableName } from "../../shared/kernel/topology.ts";

/** One of something for each table. */
export const eachTable = <T>(make: (name: TableName) => T): { readonly [name in TableName]: T } => ({
  ...{ feeds: make("feeds"), mirror: make("mirror"), events: make("events") },
  ...{ subscriptions: make("subscriptions"), deliveries: make("deliveries") },
});
