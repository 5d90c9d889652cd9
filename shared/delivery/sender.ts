import { type ReadEvent, readEvents } from "../fanout/read-events.ts";
import { ContentionError, EngineUnavailableError } from "../kernel/errors.ts";
import { detectedAtOf } from "../kernel/event-id.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import { mayHave } from "../partners/partner.ts";
import type { EventStore, StoredEvent } from "../publishing/event-store.ts";
import { type AttemptAnswer, type IncomingDelivery, outgoingDelivery } from "./attempt/attempt-answer.ts";
import type { WebhookPost } from "./attempt/webhook-post.ts";
import type { AttemptRecorder } from "./attempt-recorder.ts";
import type { AdmissionDecision, DeliveryAdmission } from "./delivery-admission.ts";
import type { EndpointCache } from "./endpoint/endpoint-cache.ts";
import type { EndpointCircuitBreaker } from "./endpoint/endpoint-circuit-breaker.ts";
import type { EndpointLimits } from "./endpoint/endpoint-limits.ts";
import type { Endpoint } from "./endpoint/load-endpoint.ts";
import type { RecordLock } from "./ordered/record-lock.ts";
import type { HeldLock, Positioned } from "./ordered/record-lock-store.ts";
import { pingRun } from "./ping/ping-message.ts";
import type { Pinger } from "./ping/pinger.ts";
import type { PullQueue } from "./pull/pull-queue.ts";
import type { RetryScheduler } from "./retry-scheduler.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";
import { type DeliveryRow, isFinal } from "./rows/delivery-row.ts";

type Parts = {
  readonly events: Pick<EventStore, "getMany">;
  readonly endpoints: Pick<EndpointCache, "get">;
  readonly circuitBreaker: Pick<EndpointCircuitBreaker, "slowDown">;
  readonly admission: Pick<DeliveryAdmission, "decide">;
  readonly limits: Pick<EndpointLimits, "giveBack">;
  readonly pull: Pick<PullQueue, "enqueue">;
  readonly recordLock: Pick<RecordLock, "enqueue" | "acquire" | "release">;
  readonly log: Pick<DeliveryLog, "look" | "claim" | "hold" | "release" | "expire">;
  readonly post: Pick<WebhookPost, "send">;
  readonly pinger: Pick<Pinger, "run">;
  readonly recorder: Pick<AttemptRecorder, "record" | "recordLate">;
  readonly retryScheduler: Pick<RetryScheduler, "scheduleNext" | "hold" | "park" | "unpark" | "requestDrain">;
  readonly deliver: QueueSender;
  readonly deliverSlow: QueueSender;
  readonly clock: Clock;
  readonly logger: Logger;
};

/** A delivery message and how often the queue handed it out. */
export type Received = { readonly message: IncomingDelivery; readonly receiveCount: number };

/** How a message comes to its attempt: `row` is that of its delivery, to be claimed where others may make the attempt too. */
type AttemptContext = {
  readonly needsClaim: boolean;
  readonly row: DeliveryRow | undefined;
  readonly turn: HeldLock | undefined;
};
type Dial = Extract<AdmissionDecision, { readonly outcome: "dial" }>;

/** Ms from detection within which a first receive is believed to be one; dead letters take longer to become such. */
const freshFor = 600_000;

/** An event that is missing this often isn't late but gone. */
const missingReceives = 3;

/** Makes the attempts that delivery messages ask for; what they give is {@link AttemptRecorder}'s. */
export class Sender {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One batch, all at once, each message with its own result; rejected ones must come again. */
  async run(batch: readonly Received[]): Promise<readonly PromiseSettledResult<void>[]> {
    const events = await this.#read(batch);
    return Promise.allSettled(
      batch.map(async (received) => {
        const { message, receiveCount } = received;
        const { position, answer, event } = message;
        if (message.run === pingRun) await this.#parts.pinger.run(message, receiveCount);
        else if (answer !== undefined) await this.#enterLate(received, answer);
        else if (position === undefined) await this.#deliver(received, events.get(event));
        else await this.#deliverInTurn({ ...message, position }, receiveCount, events.get(event));
      }),
    );
  }

  /** Of those that many subscriptions get, once. */
  async #read(batch: readonly Received[]): Promise<ReadonlyMap<string, ReadEvent>> {
    const wanted = batch.flatMap(({ message: { instance, event, run, answer } }) =>
      answer === undefined && run !== pingRun ? [{ instance, id: event }] : [],
    );
    return readEvents(this.#parts.events, wanted);
  }

  async #enterLate(received: Received, answer: AttemptAnswer): Promise<void> {
    const { recorder, recordLock } = this.#parts;
    const { message } = received;
    const { position } = message;
    await recorder.recordLate(message, answer);
    // The turn it was made in has run out since.
    if (position !== undefined) await recordLock.release({ ...message, position }, undefined);
    await this.#lookForLeftover(received);
  }

  async #deliverInTurn(
    message: IncomingDelivery & Positioned,
    receiveCount: number,
    read: ReadEvent | undefined,
  ): Promise<void> {
    const turn = await this.#parts.recordLock.acquire(message);
    if (turn === undefined) return;
    try {
      await this.#deliver({ message, receiveCount }, read, turn);
    } finally {
      await this.#parts.recordLock.release(message, turn);
    }
  }

  async #deliver(received: Received, read: ReadEvent | undefined, turn?: HeldLock): Promise<void> {
    const { endpoints, log, retryScheduler, admission, recorder, clock, logger } = this.#parts;
    const { message, receiveCount } = received;
    if (read?.status === "rejected") throw read.reason;
    const event = read?.value;
    const isRepeat = mayBeRepeat(received, clock.now());
    const needsClaim = isRepeat || message.attempt > 1 || message.slow === true;
    const look = needsClaim ? await log.look(message, isRepeat) : ({ outcome: "attempt", row: undefined } as const);
    if (look.outcome === "finish") {
      await retryScheduler.scheduleNext(look.row);
      if (isFinal(look.row)) await this.#lookForLeftover(received);
      return;
    }
    if (look.outcome === "wait") return this.#putOff(message, look.until - clock.now());
    if (look.outcome === "drop") return this.#lookForLeftover(received);
    const { row } = look;
    const endpoint = await endpoints.get(message.partner, message.subscription);
    // The partner's binding to the instance was taken back since the event was fanned out.
    if (endpoint !== undefined && !mayHave(endpoint.access, message.instance)) {
      if (row !== undefined) await log.expire(message, row);
      return;
    }
    if (endpoint?.subscription.status !== "active" || !endpoint.access.isActive) {
      // A deleted subscription leaves no trace but the rows it had; a disabled one, or a suspended partner's, keeps what it misses.
      if (endpoint !== undefined || row !== undefined) await this.#hold(message, row, event);
      return;
    }
    if (event === undefined) {
      if (receiveCount < missingReceives)
        throw new EngineUnavailableError(`event ${message.event} is not readable yet`);
      logger.warn("delivery.event_gone", { subscription: message.subscription, eventId: message.event });
      return log.expire(message, row);
    }
    if (await this.#isLinedUp(message, endpoint, event)) return;
    const passage = await admission.decide(message, endpoint.subscription, endpoint.access.quotas?.deliveriesPerSecond);
    if (passage.outcome === "hold") return this.#hold(message, row, event);
    if (passage.outcome === "slow") return this.#toSlowLane(message);
    if (passage.outcome === "later") {
      await log.release(message, row, passage.at);
      return retryScheduler.park(message, passage.at, row?.probes);
    }
    const { claimed, answer } = await this.#post(message, { needsClaim, row, turn }, endpoint, event, passage);
    if (answer.error !== "timeout" || message.slow === true) {
      await recorder.record(message, claimed, answer, endpoint);
      if (isRepeat) await retryScheduler.unpark(message);
      return;
    }
    // No failure and no attempt: the fast lane's deadline is ours, and short.
    await this.#parts.circuitBreaker.slowDown(message);
    await log.release(message, claimed);
    await this.#toSlowLane(message);
  }

  /** Whether it waits to be fetched, or for its turn, instead of being sent as it comes. */
  async #isLinedUp(message: IncomingDelivery, { subscription }: Endpoint, { envelope }: StoredEvent): Promise<boolean> {
    const { pull, recordLock } = this.#parts;
    if (subscription.kind === "pull") await pull.enqueue(message, envelope.type);
    else if (subscription.ordered === true && message.position === undefined)
      await recordLock.enqueue(message, envelope);
    else return false;
    return true;
  }

  /** Claimed last: whatever others record between claim and POST comes too late to prevent it. */
  async #post(
    message: IncomingDelivery,
    { needsClaim, row, turn }: AttemptContext,
    endpoint: Endpoint,
    event: StoredEvent,
    { deadline, lease }: Dial,
  ): Promise<{ readonly claimed: DeliveryRow | undefined; readonly answer: AttemptAnswer }> {
    const { log, post, limits, clock, logger } = this.#parts;
    const { subscription } = endpoint;
    try {
      if (turn !== undefined && clock.now() + deadline > turn.until)
        throw new ContentionError(`the turn of ${message.event} ends before an attempt could`);
      const claimed = needsClaim ? await log.claim(message, row) : undefined;
      const marks = { replay: message.run !== "0", late: turn?.late === true };
      return { claimed, answer: await post.send(endpoint, event, deadline, marks) };
    } finally {
      if (lease !== undefined)
        await limits.giveBack(subscription, lease).catch((failure: unknown) => {
          // It runs out by itself; what was answered must be recorded.
          logger.error("delivery.lease_kept", failure, { subscription: subscription.id });
        });
    }
  }

  /** The row first: where the worker dies in between, the message comes again and does both. */
  async #hold(message: IncomingDelivery, row: DeliveryRow | undefined, event: StoredEvent | undefined): Promise<void> {
    await this.#parts.log.hold(message, row, event?.envelope.type);
    await this.#parts.retryScheduler.hold(message, row?.probes);
  }

  /** As a message anew: to come again as the same one would spend its receives, and end among the dead letters. */
  async #putOff(message: IncomingDelivery, wait: number): Promise<void> {
    const { deliver, deliverSlow } = this.#parts;
    const delaySeconds = Math.max(Math.ceil(wait / 1_000), 1);
    const queue = message.slow === true ? deliverSlow : deliver;
    await queue.send([outgoingDelivery({ ...message, parked: true }, delaySeconds)]);
  }

  async #toSlowLane(message: IncomingDelivery): Promise<void> {
    await this.#parts.deliverSlow.send([outgoingDelivery({ ...message, slow: true })]);
  }

  /**
   * An earlier receive may have died between the two writes of a parking, while a twin of it went on: a row is left that
   * nobody was told of.
   */
  async #lookForLeftover(received: Received): Promise<void> {
    if (mayBeRepeat(received, this.#parts.clock.now())) await this.#parts.retryScheduler.requestDrain(received.message);
  }
}

/**
 * Whether it may have been received before, or be one of two. What can't be, and is a first attempt, has nobody to race
 * with: it spares the read and the write of a claim. A redriven dead letter looks new; only its event's age tells.
 */
function mayBeRepeat({ message: { event, parked }, receiveCount }: Received, now: number): boolean {
  return receiveCount > 1 || parked === true || now - (detectedAtOf(event) ?? 0) > freshFor;
}
