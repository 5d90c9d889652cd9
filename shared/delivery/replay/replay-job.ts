import * as z from "zod";
import { jsonObject } from "../../kernel/json.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Key } from "../../kernel/ports/table.ts";
import { partnerPartition } from "../../partners/partner-key.ts";

/** An event must meet all of these criteria. */
const replayCriteria = z.object({
  events: z.array(z.string()).optional(),
  eventTypes: z.array(z.string()).optional(),
  subject: z.object({ type: z.string().optional(), id: z.string() }).optional(),
  /** An EventBridge pattern on the envelope. */
  filter: jsonObject.optional(),
  /** Only events that never arrived: they are waiting, blocked, held or expired, or were never sent. */
  undelivered: z.boolean(),
  /** Only events detected at or after `since` and before `until` (unix ms). */
  since: z.int(),
  until: z.int(),
});
export type ReplayCriteria = z.infer<typeof replayCriteria>;

/** `instance`: an index in the job's `instances`. `afterId`: the last event id that was read from that instance. */
const replayCursor = z.object({ instance: z.int(), afterId: z.string().optional() });
export type ReplayCursor = z.infer<typeof replayCursor>;

export const replayState = z.enum(["running", "paused", "completed", "cancelled"]);
export type ReplayState = z.infer<typeof replayState>;

/**
 * A replay (`subscriptions` table, under the partner, sk `job#<id>`). Its id is the `run` of its deliveries. Times are
 * in unix ms.
 */
export const replayJob = z.object({
  id: z.string(),
  partner: z.string(),
  subscription: z.string(),
  criteria: replayCriteria,
  /** Fixed when the replay starts. */
  instances: z.array(z.string()),
  perSecond: z.int().min(1),
  state: replayState,
  createdAt: z.int(),
  endedAt: z.int().optional(),
  cursor: replayCursor,
  /** The numbers of events read and of deliveries sent. */
  scanned: z.int(),
  sent: z.int(),
  /** The number of completed chunks. Completing one is a compare-and-set on this number, so only one worker does it. */
  chunk: z.int(),
  /** Until this time, a worker owns the next chunk, or the next chunk must not be sent yet. */
  claimedUntil: z.int().optional(),
  /** The last chunk's deliveries are spread out until this time. Until then, the replay counts as running. */
  sendingUntil: z.int().optional(),
});
export type ReplayJob = z.infer<typeof replayJob>;
export type ReplayRef = Pick<ReplayJob, "partner" | "id">;

/** Whether a replay may be sending. A chunk under way is still sent after its replay is paused or cancelled. */
export function isSending({ state, claimedUntil = 0, sendingUntil = 0 }: ReplayJob, now: number): boolean {
  return state === "running" || Math.max(claimedUntil, sendingUntil) > now;
}

export const jobPrefix = "job#";

/** All replays share one partition of the `due` index, because few run at a time. */
export const jobsDue = "due-jobs";

export function jobKey(partner: string, id: string): Key {
  return { pk: partnerPartition(partner), sk: `${jobPrefix}${id}` };
}

export function readJob(item: Item): ReplayJob {
  return parseStored(replayJob, item, `replay ${item.pk} ${item.sk}`);
}

/** Requests the next chunk of a replay, in the `recover` queue. */
export const replayMessage = z.object({ kind: z.literal("replay"), partner: z.string(), job: z.string() });
export type ReplayMessage = z.infer<typeof replayMessage>;
