import * as z from "zod";

const ms = z.int().min(0);
const ladder = z.array(ms).min(1);
const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const days = 24 * hours;

/**
 * Every duration of the bridge, in milliseconds, by name. An operator overrides single ones (`timings` in the config
 * file); tests run with short ones. What each is for stands beside its default in {@link defaultTimings}.
 */
export const timings = z.strictObject({
  tick: ms.min(50),
  claimLife: ms,
  startBy: ms,
  pollDeadline: ms,
  timelinePeriod: ms,
  sweepPeriod: ms,
  roomPeriod: ms,
  ownerPeriod: ms,
  ownerGap: ms,
  walkPeriod: ms,
  walkBox: ms,
  fastOverlap: ms,
  sweepOverlap: ms,
  serverTimeMargin: ms,
  lateReadMargin: ms,
  clockOffsetWindow: ms,
  anchorLag: ms,
  journalRereadPeriod: ms,
  journalRereadAge: ms,
  candidateAge: ms,
  confirmGap: ms,
  polledAtGap: ms,
  parkedProbe: ms,
  beatPeriod: ms,
  beatLimit: ms,
  sourceTimeout: ms.min(1),
  sourceRetries: ladder,
  tokenMargin: ms,
  registryCache: ms,
  dataKeyCache: ms,
  deliveryDeadline: ms.min(1).max(30 * seconds),
  messageRetries: z.array(ms.max(15 * minutes)).min(1),
  backlogRetries: ladder,
  retryAfterCap: ms,
  claimRetention: ms,
  eventRetention: ms,
  deliveryRetention: ms,
  ledgerRetention: ms,
  journalBodyRetention: ms,
  tombstoneRetention: ms,
});
export type Timings = z.infer<typeof timings>;

export const defaultTimings: Timings = {
  /** The wheels' tick. */
  tick: 15 * seconds,
  /** A claimed tick that wasn't completed is sent again after this. */
  claimLife: 30 * seconds,
  /** A poll message older than this sets its feeds to "now" instead of polling: its allowance belongs to a past tick. */
  startBy: 60 * seconds,
  /** A worker stops taking pages after this and yields; below the poll function's timeout (topology). */
  pollDeadline: 4 * minutes,
  timelinePeriod: 30 * seconds,
  /** The sweep lane re-reads what the fast lane may have missed. */
  sweepPeriod: 1 * hours,
  roomPeriod: 5 * minutes,
  /** Of the owners' wheel at full speed; a short budget stretches it. */
  ownerPeriod: 15 * minutes,
  /** An owner's turn comes at most once per this, however much budget there is. */
  ownerGap: 5 * seconds,
  walkPeriod: 24 * hours,
  /** How long one visit of a walk may go on before it yields to other work. */
  walkBox: 60 * seconds,
  /** The fast lane reads from watermark − this: rows commit later than their change time (hazard 4). */
  fastOverlap: 2 * minutes,
  sweepOverlap: 1 * hours,
  /** The watermark stays this far behind the server's `Date`, which has whole seconds (hazard 7). */
  serverTimeMargin: 1 * seconds,
  /** A read that began less than this after an item's `asOf` may be older than the item: it is asked again by id. */
  lateReadMargin: 2 * seconds,
  clockOffsetWindow: 10 * minutes,
  /** A journal cursor is passed for good only when a pass that began this long after its first sighting read across it (hazard 38). */
  anchorLag: 2 * minutes,
  journalRereadPeriod: 1 * days,
  journalRereadAge: 1 * hours,
  /** Only records first seen this long before a walk began can be missing from it (hazard 25). */
  candidateAge: 1 * hours,
  /** Between the two 404s that confirm a removal. */
  confirmGap: 60 * seconds,
  /** An empty poll writes `polledAt` at most once per this. */
  polledAtGap: 60 * seconds,
  /** A parked instance is probed this often. */
  parkedProbe: 5 * minutes,
  beatPeriod: 10 * minutes,
  /** Nothing is dispatched while a beat is unseen for longer: our own publishing is broken (architecture §1 rule 10). */
  beatLimit: 1 * hours,
  /** One request to the source, body included. */
  sourceTimeout: 30 * seconds,
  /** Upper bounds of the full-jitter waits before a request to the source is repeated. */
  sourceRetries: [500, 2 * seconds, 8 * seconds],
  /** A token is renewed this long before it expires (P:193). */
  tokenMargin: 60 * seconds,
  registryCache: 60 * seconds,
  dataKeyCache: 1 * hours,
  /** One deadline over DNS, connect, TLS, request and answer of a delivery attempt. */
  deliveryDeadline: 15 * seconds,
  /** Waits before attempts 2, 3, 4 of a single message, as queue delays (at most 15 min each). */
  messageRetries: [5 * seconds, 30 * seconds, 2 * minutes],
  /** Waits before the later attempts, in the backlog. */
  backlogRetries: [5 * minutes, 30 * minutes, 2 * hours, 5 * hours, 10 * hours, 14 * hours, 20 * hours, 24 * hours],
  /** `Retry-After` is obeyed up to this. */
  retryAfterCap: 6 * hours,
  /** A claim of an attempt whose worker died is taken over after this; above deliveryDeadline. */
  claimRetention: 60 * seconds,
  eventRetention: 30 * days,
  deliveryRetention: 30 * days,
  ledgerRetention: 8 * days,
  journalBodyRetention: 90 * days,
  tombstoneRetention: 400 * days,
};
