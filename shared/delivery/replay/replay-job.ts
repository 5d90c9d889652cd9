import * as z from "zod";
import { jsonObject } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";
import { partnerPartition } from "../../partners/partner-key.ts";

/** Which events of a subscription are sent again: those that fulfil all that is said here. */
const replayCriteria = z.object({
  /** By id. */
  events: z.array(z.string()).optional(),
  eventTypes: z.array(z.string()).optional(),
  subject: z.object({ type: z.string().optional(), id: z.string() }).optional(),
  /** EventBridge pattern on the envelope. */
  filter: jsonObject.optional(),
  /** Only those that never arrived: waiting, held, expired, or never sent at all. */
  undelivered: z.boolean(),
  /** Detected at or after, and before (unix ms). */
  since: z.int(),
  until: z.int(),
});
export type ReplayCriteria = z.infer<typeof replayCriteria>;

/** How far a replay is: the instance (by its place in `instances`) and the last event id that was looked at there. */
const replayCursor = z.object({ instance: z.int(), afterId: z.string().optional() });
export type ReplayCursor = z.infer<typeof replayCursor>;

export const replayState = z.enum(["running", "paused", "completed", "cancelled"]);
export type ReplayState = z.infer<typeof replayState>;

/**
 * A replay (`subscriptions` table, under the partner, sk `job#<id>`); its id is the run of its deliveries. All instants
 * unix ms.
 */
export const replayJob = z.object({
  id: z.string(),
  partner: z.string(),
  subscription: z.string(),
  criteria: replayCriteria,
  /** Where events are looked for, fixed when it begins. */
  instances: z.array(z.string()),
  perSecond: z.int().min(1),
  state: replayState,
  createdAt: z.int(),
  endedAt: z.int().optional(),
  cursor: replayCursor,
  /** Events that were looked at, and deliveries that were sent. */
  scanned: z.int(),
  sent: z.int(),
  /** Chunks that are done; whoever does one has read how many there were. */
  chunk: z.int(),
  /** The next chunk is somebody's until then, or not to be sent before. */
  claimedUntil: z.int().optional(),
});
export type ReplayJob = z.infer<typeof replayJob>;

export const jobPrefix = "job#";

/** One partition of the index `due`: there are never many running replays. */
export const jobsDue = "due-jobs";

export function jobKey(partner: string, id: string): Key {
  return { pk: partnerPartition(partner), sk: `${jobPrefix}${id}` };
}

export function readJob(item: Item): ReplayJob {
  return parseStored(replayJob, item, `replay ${item.pk} ${item.sk}`);
}

/** What the queue `recover` carries: the next chunk of a replay is to be done. */
export const replayMessage = z.object({ kind: z.literal("replay"), partner: z.string(), job: z.string() });
export type ReplayMessage = z.infer<typeof replayMessage>;
