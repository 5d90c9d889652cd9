import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import { bucketOf } from "../../kernel/hash.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { formerNames, parseStored } from "../../kernel/parse.ts";
import type { Change, IndexQuery, Item, Key, TableReader } from "../../kernel/ports/table.ts";
import { partnerPartition } from "../../partners/partner-key.ts";
import { failureClass } from "../attempt/dialer.ts";
import { type EndpointCircuit, endpointCircuit, newCircuit } from "./endpoint-circuit.ts";

export type EndpointId = { readonly partner: string; readonly subscription: string };

/** The number of shards of the `due` index. */
const dueShards = 4;

export function dueShard({ subscription }: EndpointId): string {
  return `due#${bucketOf(subscription, dueShards)}`;
}

/** Yields pages of keys of endpoints with a due time; with `upTo` (unix ms), of those that are due by then. */
export async function* dueEndpoints(table: TableReader, upTo?: number): AsyncGenerator<readonly Key[]> {
  for (let shard = 0; shard < dueShards; shard += 1) {
    const query = { index: "due", partition: `due#${shard}`, ...defined({ upTo }) };
    let after: IndexQuery["after"];
    do {
      const { items, more } = await table.queryIndex({ ...query, ...defined({ after }) });
      if (items.length > 0) yield items;
      after = more ? items.at(-1) : undefined;
    } while (after !== undefined);
  }
}

/** `at` (unix ms) is when the attempt began, and `ms` is how long it took. */
const storedFailure = z.object({
  run: z.string(),
  at: z.int(),
  ms: z.number(),
  status: z.int().exactOptional(),
  error: failureClass.exactOptional(),
});

/** An endpoint's newest failed attempt, with the beginning of the response. */
export type LastFailure = z.infer<typeof storedFailure> & { readonly event: string; readonly excerpt?: string };

/**
 * Where the next drain of a long backlog resumes reading. `after`: the last row that was read. `since` and `rev`: the
 * circuit's `since` and the endpoint's `backlogRev` when the series of drains began. `next`: when (unix ms) the first
 * of the rows that were read and not sent is due.
 */
const drainPosition = z.object({
  after: z.object({ pk: z.string(), sk: z.string() }),
  since: z.int(),
  rev: z.int(),
  next: z.int().exactOptional(),
});
export type DrainPosition = z.infer<typeof drainPosition>;

/**
 * An endpoint (`subscriptions` table, under the partner, sk `endpoint#<subscription>`):
 * - `due`: when the recovery checks the endpoint next. While the circuit is healthy, no row of the backlog is due
 * earlier.
 * - `backlogRev` (stored as `parkRev`) rises when rows are added to the backlog, when the circuit's state changes, and
 *   when the subscription is deleted.
 * - `circuitRev` (stored as `healthRev`) rises with every change to `circuit` (stored as `health`).
 * - `drainAt`: when the next drain may begin. `drainFrom`: where the drain resumes reading.
 * - `lastFailure`: stored in `failure`, `failedEvent` and `failureExcerpt`, so that an erasure can remove the response.
 */
const endpointItem = z
  .object({
    parkRev: z.int().default(0),
    due: z.int().exactOptional(),
    health: z.preprocess(formerNames({ told: "notified" }), endpointCircuit).exactOptional(),
    healthRev: z.int().exactOptional(),
    drainAt: z.int().exactOptional(),
    drainFrom: drainPosition.exactOptional(),
    failure: storedFailure.exactOptional(),
    failedEvent: z.string().exactOptional(),
    failureExcerpt: z.string().exactOptional(),
  })
  .transform(({ parkRev, health, healthRev, failure, failedEvent: event, failureExcerpt: excerpt, ...rest }) => ({
    backlogRev: parkRev,
    ...rest,
    circuit: health ?? newCircuit,
    ...defined({ circuitRev: healthRev }),
    ...(failure !== undefined &&
      event !== undefined && { lastFailure: { ...failure, event, ...defined({ excerpt }) } }),
  }));
export type EndpointItem = z.infer<typeof endpointItem>;

export function readEndpoint(item: Item | undefined, { pk, sk }: Key): EndpointItem {
  return parseStored(endpointItem, item ?? {}, `endpoint ${pk} ${sk}`);
}

export function storedFailureOf({ event, excerpt, ...failure }: LastFailure): Pick<Change, "set" | "remove"> {
  const set = { failure, failedEvent: event };
  return excerpt === undefined ? { set, remove: ["failureExcerpt"] } : { set: { ...set, failureExcerpt: excerpt } };
}

/** In storage, `notified` is called `told`. */
export function storedCircuit({ notified, ...circuit }: EndpointCircuit): JsonObject {
  return { ...circuit, ...defined({ told: notified }) };
}

export function endpointKey({ partner, subscription }: EndpointId): Key {
  return { pk: partnerPartition(partner), sk: `endpoint#${subscription}` };
}

/** The limits of an endpoint or, with the partner's id as `subscription`, of a partner. */
export function limitsKey({ partner, subscription }: EndpointId): Key {
  return { pk: partnerPartition(partner), sk: `limits#${subscription}` };
}

export function endpointOf({ pk, sk }: Key): EndpointId {
  return { partner: pk.slice(partnerPartition("").length), subscription: sk.slice("endpoint#".length) };
}
