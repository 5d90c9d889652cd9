import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import { bucketOf } from "../../kernel/hash.ts";
import type { JsonObject } from "../../kernel/json.ts";
import { formerNames, parseStored } from "../../kernel/parse.ts";
import type { Change, IndexQuery, Item, Key, TableReader } from "../../kernel/ports/table.ts";
import { partnerPartition } from "../../partners/partner-key.ts";
import { failureClass } from "../attempt/dialer.ts";
import { type EndpointCircuit, endpointCircuit } from "./endpoint-circuit.ts";

export type EndpointId = { readonly partner: string; readonly subscription: string };

/** The number of shards in the index of endpoints with a due time. */
const dueShards = 4;

export function dueShard({ subscription }: EndpointId): string {
  return `due#${bucketOf(subscription, dueShards)}`;
}

/** Yields the keys of endpoints with a due time, page by page; with `upTo` (unix ms), of those that are due by then. */
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

/** The newest failed attempt to an endpoint, with the beginning of the response. */
export type LastFailure = z.infer<typeof storedFailure> & { readonly event: string; readonly excerpt?: string };

/**
 * The position at which the next drain of a long backlog resumes reading. `after` is the last row that was read.
 * `since` is when (unix ms) the circuit's state began, and `rev` is the endpoint's `backlogRev`; both are as they were
 * when the first drain of the series began. Of the rows up to `after` that weren't due, the earliest becomes due at
 * `next` (unix ms).
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
 * - `due` is when the recovery checks it next. While its circuit is healthy, that is never later than the time when the
 *   earliest row of its backlog is due.
 * - `backlogRev` (stored as `parkRev`) rises when rows are put into its backlog, when the state of its circuit changes,
 *   and when its subscription is deleted.
 * - `circuitRev` (stored as `healthRev`) rises with every change to its `circuit` (stored as `health`).
 * - `drainAt` is when the next drain may begin, and `drainFrom` is where it resumes reading.
 * - `lastFailure` is stored in three attributes, `failure`, `failedEvent` and `failureExcerpt`, so that an erasure can
 *   remove the response to one event.
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
    ...defined({ circuit: health, circuitRev: healthRev }),
    ...(failure !== undefined &&
      event !== undefined && { lastFailure: { ...failure, event, ...defined({ excerpt }) } }),
  }));
export type EndpointItem = z.infer<typeof endpointItem>;

export function readEndpoint(item: Item | undefined, { pk, sk }: Key): EndpointItem {
  return parseStored(endpointItem, item ?? {}, `endpoint ${pk} ${sk}`);
}

/** A failure as it is stored, replacing the previous one. */
export function storedFailureOf({ event, excerpt, ...failure }: LastFailure): Pick<Change, "set" | "remove"> {
  const set = { failure, failedEvent: event };
  return excerpt === undefined ? { set, remove: ["failureExcerpt"] } : { set: { ...set, failureExcerpt: excerpt } };
}

/** A circuit as it is stored, where `notified` is called `told`. */
export function storedCircuit({ notified, ...circuit }: EndpointCircuit): JsonObject {
  return { ...circuit, ...defined({ told: notified }) };
}

export function endpointKey({ partner, subscription }: EndpointId): Key {
  return { pk: partnerPartition(partner), sk: `endpoint#${subscription}` };
}

/** The key of the item for the limits of an endpoint or, with the partner's id as `subscription`, of a partner. */
export function limitsKey({ partner, subscription }: EndpointId): Key {
  return { pk: partnerPartition(partner), sk: `limits#${subscription}` };
}

/** The endpoint of an item in the `due` index. */
export function endpointOf({ pk, sk }: Key): EndpointId {
  return { partner: pk.slice(partnerPartition("").length), subscription: sk.slice("endpoint#".length) };
}
