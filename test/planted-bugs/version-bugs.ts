import type { PlantedBug } from "./planted-bug.ts";

const needs = "the last release at work beside it";

/** Changes in stored data that only the last release notices, during a deployment in which both run. */
export const versionBugs: readonly PlantedBug[] = [
  {
    name: "events stand where the last release doesn't look",
    file: "shared/publishing/stored-event.ts",
    code: "return `${instance}#${hour}#${shard}`;",
    instead: "return `events#${instance}#${hour}#${shard}`;",
    needs,
  },
  {
    name: "the mirror has more shards than the last release knows",
    file: "shared/mirror/mirror-key.ts",
    code: "export const mirrorShards = 16;",
    instead: "export const mirrorShards = 24;",
    needs,
  },
  {
    name: "rows of deliveries stand where the last release doesn't look",
    file: "shared/delivery/rows/delivery-row.ts",
    code: "const shard = bucketOf(delivery.event, deliveryShards);",
    instead: "const shard = bucketOf(delivery.event + delivery.run, deliveryShards);",
    needs,
  },
];
