import type { Context } from "../../kernel/context.ts";
import type { OutgoingMessage, QueueSender } from "../../kernel/ports/queue.ts";
import type { TableReader } from "../../kernel/ports/table.ts";
import { mayHave } from "../../partners/partner.ts";
import type { PartnerRegistry } from "../../partners/partner-registry.ts";
import type { SubscriptionStore } from "../../subscriptions/subscription-store.ts";
import { type IncomingDelivery, outgoingDelivery } from "../attempt/attempt-answer.ts";
import { jobsDue, type ReplayJob, type ReplayMessage } from "./replay-job.ts";
import type { ReplayMatch, ReplaySource } from "./replay-source.ts";
import { jobOf, type ReplayStore } from "./replay-store.ts";

type Parts = Context & {
  /** The `subscriptions` table. */
  readonly table: TableReader;
  readonly store: ReplayStore;
  readonly source: ReplaySource;
  readonly subscriptions: SubscriptionStore;
  readonly partners: PartnerRegistry;
  readonly deliverSlow: QueueSender;
  readonly recover: QueueSender;
  /** The share of its rate at which a replay may send now. */
  readonly pace?: (() => number) | undefined;
};

/**
 * A chunk has at most as many deliveries as the replay may send in this many seconds, because a Lambda function's time
 * is limited.
 */
const chunkSeconds = 10;
/** A paced replay has shorter chunks, so that it adapts quickly when its pace changes. */
const pacedChunkSeconds = 1;
/** The most events that a chunk reads. */
const chunkScanned = 5_000;
const chunkTime = 20_000;

/** How many seconds pass after an empty chunk. Without this pause, replays that find little would keep workers busy. */
const pauseAfterNothing = 5;

/**
 * How often per second a replay's messages become due. On a single machine, other partners' deliveries would have to
 * wait if a whole second's messages were due together. With SQS, this setting has no effect, because delays are rounded
 * up to whole seconds.
 */
const burstsPerSecond = 25;

export class Replays {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** A replay is overdue if its worker died or its message was lost. */
  async sweep(): Promise<void> {
    const { table, recover, clock } = this.#parts;
    const { items } = await table.queryIndex({ index: "due", partition: jobsDue, upTo: clock.now() });
    if (items.length > 0) await recover.send(items.map((key) => replayRequest(jobOf(key))));
  }

  async run({ partner, job: id }: ReplayMessage): Promise<void> {
    const { store, source, subscriptions, partners, deliverSlow, recover, clock, logger, pace } = this.#parts;
    const job = await store.claim(partner, id);
    if (job === undefined) return;
    const subscription = await subscriptions.find(partner, job.subscription);
    if (subscription === undefined) {
      await store.giveUp(job, "cancelled");
      return;
    }
    const access = await partners.accessOf(partner);
    if (!access.isActive) {
      await store.giveUp(job, "paused");
      return;
    }
    const asked = { ...job, mayHave: (instance: string) => mayHave(access, instance) };
    const share = pace?.() ?? 1;
    const perSecond = job.perSecond * share;
    const matchesOfChunk = perSecond * (pace === undefined ? chunkSeconds : pacedChunkSeconds);
    // The share also applies to reading, because a replay that finds nothing still reads events.
    const scan = chunkScanned * share;
    const size = { matches: Math.max(Math.floor(matchesOfChunk), 1), scanned: scan, time: chunkTime };
    const { matches, scanned, cursor, done } = await source.chunk(asked, subscription, size);
    if (matches.length > 0) await deliverSlow.send(matches.map((match, at) => deliveryOf(job, match, at / perSecond)));
    const seconds = matches.length === 0 ? pauseAfterNothing : matches.length / perSecond;
    // The progress is stored after the sends. If the worker dies in between, the chunk is repeated, and the claims of
    // its deliveries drop the repeated messages. If the progress were stored first, the chunk would be lost.
    const progress = { cursor, scanned, sent: matches.length, done };
    const sendingUntil = clock.now() + Math.ceil(seconds * 1_000);
    if (!(await store.advance(job, progress, sendingUntil))) return;
    logger.info("replay.chunk", { job: id, subscription: job.subscription, scanned, sent: matches.length, done });
    if (!done) await recover.send([replayRequest({ partner, job: id }, seconds)]);
  }
}

export function replayRequest({ partner, job }: Omit<ReplayMessage, "kind">, delaySeconds = 0): OutgoingMessage {
  const message: ReplayMessage = { kind: "replay", partner, job };
  return { body: JSON.stringify(message), group: partner, delaySeconds };
}

/** `after`: the seconds until the delivery is due. */
function deliveryOf(job: ReplayJob, { instance, id: event }: ReplayMatch, after: number): OutgoingMessage {
  const { subscription, partner, id: run } = job;
  const message: IncomingDelivery = {
    ...{ subscription, partner, run, attempt: 1, instance, event },
    // The chunk may be repeated, so the attempt must be claimed.
    ...{ parked: true, slow: true },
  };
  const delaySeconds = Math.floor(after * burstsPerSecond) / burstsPerSecond;
  return outgoingDelivery(message, delaySeconds);
}
