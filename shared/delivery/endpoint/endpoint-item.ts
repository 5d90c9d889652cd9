import * as z from "zod";
import { bucketOf } from "../../kernel/hash.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";
import { partnerPartition } from "../../partners/partner-key.ts";

import { endpointCircuit } from "./endpoint-circuit.ts";

export type EndpointId = { readonly partner: string; readonly subscription: string };

/** Shards of the index of endpoints that have something due. */
export const dueShards = 4;

export const dueShardOf = (shard: number): string => `due#${shard}`;

export function dueShard({ subscription }: EndpointId): string {
  return dueShardOf(bucketOf(subscription, dueShards));
}

/**
 * An endpoint (`subscriptions` table, under the partner, sk `endpoint#<subscription>`). `due` is when it is to be looked
 * at, never later than its earliest row in the backlog unless it is unhealthy; `parkRev` rises with every parking, `healthRev`
 * with every change of its health.
 */
const endpointItem = z.object({
  parkRev: z.int().default(0),
  due: z.int().exactOptional(),
  health: endpointCircuit.exactOptional(),
  healthRev: z.int().exactOptional(),
});
export type EndpointItem = z.infer<typeof endpointItem>;

export function readEndpoint(item: Item | undefined, { pk, sk }: Key): EndpointItem {
  return parseStored(endpointItem, item ?? {}, `endpoint ${pk} ${sk}`);
}

export function endpointKey({ partner, subscription }: EndpointId): Key {
  return { pk: partnerPartition(partner), sk: `endpoint#${subscription}` };
}

/** Where it stands what is sent to it at the moment, if its owner limits that. */
export function limitsKey({ partner, subscription }: EndpointId): Key {
  return { pk: partnerPartition(partner), sk: `limits#${subscription}` };
}

/** The endpoint an item of the `due` index stands for. */
export function endpointOf({ pk, sk }: Key): EndpointId {
  return { partner: pk.slice(partnerPartition("").length), subscription: sk.slice("endpoint#".length) };
}
