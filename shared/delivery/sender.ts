import { isReplay } from "../fanout/delivery-message.ts";
import { missingReceives } from "../fanout/fanout-message.ts";
import type { Context } from "../kernel/context.ts";
import { ContentionError, EngineUnavailableError } from "../kernel/errors.ts";
import { KeyedBatcher } from "../kernel/keyed-batcher.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import { mayHave } from "../partners/partner.ts";
import type { EventStore } from "../publishing/event-store.ts";
import { type EventAddress, type ReadEvent, readEvents } from "../publishing/read-events.ts";
import { eventExpiryOf, type StoredEvent } from "../publishing/stored-event.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import {
  type AttemptAnswer,
  type IncomingDelivery,
  mayBeRepeat,
  outgoingDelivery,
  type Received,
} from "./attempt/attempt-answer.ts";
import { BytesUnderWay } from "./attempt/bytes-under-way.ts";
import type { Endpoint, EndpointCache, OwnedEndpoint } from "./attempt/endpoint-cache.ts";
import type { WebhookPost } from "./attempt/webhook-post.ts";
import type { AttemptRecorder } from "./attempt-recorder.ts";
import type { RetryScheduler } from "./backlog/retry-scheduler.ts";
import { admit } from "./endpoint/endpoint-circuit.ts";
import type { EndpointCircuitBreaker } from "./endpoint/endpoint-circuit-breaker.ts";
import { type EndpointLimits, isLimited, shareOf } from "./endpoint/endpoint-limits.ts";
import type { RecordLock } from "./ordered/record-lock.ts";
import type { HeldLock, Positioned } from "./ordered/record-lock-store.ts";
import type { Pinger } from "./ping/pinger.ts";
import type { PullQueue } from "./pull/pull-queue.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";
import { type DeliveryRow, isOnRequest, type Postponement } from "./rows/delivery-row.ts";
import { longestQueueDelay } from "./rows/retry-plan.ts";
import type { AttemptStatistics } from "./statistics/attempt-statistics.ts";

type Parts = Context & {
  readonly events: EventStore;
  readonly endpoints: EndpointCache;
  readonly circuitBreaker: EndpointCircuitBreaker;
  readonly limits: EndpointLimits;
  readonly pull: PullQueue;
  readonly recordLock: RecordLock;
  readonly log: DeliveryLog;
  readonly post: WebhookPost;
  readonly pinger: Pinger;
  readonly recorder: AttemptRecorder;
  readonly statistics: AttemptStatistics;
  readonly retryScheduler: RetryScheduler;
  readonly deliver: QueueSender;
  readonly deliverSlow: QueueSender;
};

/** How long (ms) a delivery waits for memory, on average. Each wait costs another read, so they are long and random. */
const untilRoom = 60_000;

/** `handled`: nothing is left to do. `slow`: the message must still be sent to the slow lane. */
type DeliveryEnd = "handled" | "slow";

type AttemptContext = {
  /** Whether the attempt must be claimed, because other workers may try to make it, too. The claim replaces `row`. */
  readonly needsClaim: boolean;
  readonly row: DeliveryRow | undefined;
  /** The lock of the delivery's record, for an ordered subscription. */
  readonly lock: HeldLock | undefined;
};

/**
 * Makes the attempts that delivery messages request. {@link Pinger} handles pings and examples; {@link AttemptRecorder}
 * records the results of all other attempts.
 */
export class Sender {
  readonly #parts: Parts;
  readonly #bytes = new BytesUnderWay();
  /** Deliveries that begin at about the same time share one read per instance, which loads each event once. */
  readonly #heads = new KeyedBatcher<EventAddress, ReadonlyMap<string, ReadEvent>>((_, wanted) =>
    readEvents(this.#parts.events, wanted, "head"),
  );

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Only the messages with a rejected result must be received again. */
  async run(batch: readonly Received[]): Promise<readonly PromiseSettledResult<void>[]> {
    const results = await Promise.allSettled(batch.map((received) => this.#handle(received)));
    await this.#parts.statistics.flush();
    return results;
  }

  async #handle(received: Received): Promise<void> {
    const { message, receiveCount } = received;
    const { instance, event, position, answer } = message;
    if (isOnRequest(message)) return this.#parts.pinger.run(message, receiveCount);
    if (answer !== undefined) return this.#recordLate(received, answer);
    // Each delivery holds only its own event, because another delivery of the batch may take half a minute.
    const read = await this.#heads.add(instance, { instance, id: event }).then((events) => events.get(event));
    if (position === undefined) await this.#goOn(received, await this.#deliver(received, read));
    else await this.#deliverInOrder({ ...message, position }, receiveCount, read);
  }

  async #recordLate(received: Received, answer: AttemptAnswer): Promise<void> {
    const { recorder, recordLock } = this.#parts;
    const { message } = received;
    await recorder.recordLate(message, answer);
    // The lock for the attempt was released or has expired, so no lock is passed.
    if (message.position !== undefined) await recordLock.release({ ...message, position: message.position }, undefined);
    await this.#drainLeftover(received);
  }

  /** Sends the message to the slow lane only after the lock is released: until then, the slow lane would drop it. */
  async #deliverInOrder(
    message: IncomingDelivery & Positioned,
    receiveCount: number,
    read: ReadEvent | undefined,
  ): Promise<void> {
    const lock = await this.#parts.recordLock.acquire(message);
    if (lock === undefined) return;
    let end: DeliveryEnd = "handled";
    try {
      end = await this.#deliver({ message, receiveCount }, read, lock);
    } finally {
      await this.#parts.recordLock.release(message, lock);
    }
    await this.#goOn({ message, receiveCount }, end);
  }

  async #deliver(received: Received, read: ReadEvent | undefined, lock?: HeldLock): Promise<DeliveryEnd> {
    const { endpoints, log, recordLock, retryScheduler, clock, logger, timings } = this.#parts;
    const { message, receiveCount } = received;
    const { position } = message;
    if (read?.status === "rejected") throw read.reason;
    const event = read?.value;
    const isRepeat = mayBeRepeat(received, clock.now());
    const needsClaim = isRepeat || message.attempt > 1 || message.slow === true;
    const look = needsClaim ? await log.look(message, isRepeat) : ({ outcome: "attempt", row: undefined } as const);
    if (look.outcome !== "attempt") {
      if (look.outcome === "done") await retryScheduler.scheduleNext(look.row);
      if (look.outcome === "waiting") await this.#requeue(message, look.ms);
      else await this.#drainLeftover(received);
      return "handled";
    }
    const { row } = look;
    const endpoint = await endpoints.getFor(message.partner, message.subscription, message.instance);
    // The partner has lost access to the instance since the event was fanned out.
    if (endpoint !== undefined && !mayHave(endpoint.access, message.instance)) {
      // The probe is replaced first. If the delivery were ended first and this worker died, the message would be
      // skipped when it is received again, and the probe wouldn't be replaced.
      await retryScheduler.replaceProbe(message);
      if (row !== undefined) await log.expire(message, row);
      // Releasing the lock doesn't remove the backlog row of a delivery that was never recorded. If the row stayed, a
      // drain would send the delivery every two minutes for as long as its event is kept.
      else if (position !== undefined) await recordLock.leave({ ...message, position });
      return "handled";
    }
    if (endpoint?.subscription.status !== "active" || !endpoint.access.isActive) {
      // Deliveries to a disabled subscription or a suspended partner are kept; those to a deleted subscription end.
      if (endpoint !== undefined) await this.#hold(message, row, event);
      else if (row !== undefined) await log.expire(message, row);
      return "handled";
    }
    if (event === undefined) {
      const isKept = clock.now() < eventExpiryOf(message.event, timings) * 1_000;
      if (receiveCount < missingReceives && isKept)
        throw new EngineUnavailableError(`${message.event} isn't readable yet`);
      logger.warn("delivery.event_gone", { subscription: message.subscription, eventId: message.event });
      await retryScheduler.replaceProbe(message);
      await log.expire(message, row, isKept ? { erased: true } : {});
      return "handled";
    }
    if (await this.#isQueued(message, endpoint, event)) return "handled";
    return this.#attempt(message, { needsClaim, row, lock }, endpoint, event, isRepeat);
  }

  async #attempt(
    message: IncomingDelivery,
    context: AttemptContext,
    endpoint: OwnedEndpoint,
    event: StoredEvent,
    isRepeat: boolean,
  ): Promise<DeliveryEnd> {
    const { circuitBreaker, limits, log, recorder, retryScheduler, clock, randomness, timings } = this.#parts;
    const { row } = context;
    const { subscription, access } = endpoint;
    const share = shareOf(access);
    const circuit = await circuitBreaker.view(message);
    const now = clock.now();
    const admission = admit(circuit, message, isLimited(subscription) || isLimited(share), now);
    if (admission === "slow") return "slow";
    if (admission === "hold") {
      await this.#hold(message, row, event);
      return "handled";
    }
    if (admission === "behind") return this.#postpone(message, row, now + timings.drainStep, "backlog");
    const bytes = Buffer.byteLength(event.body);
    const end = await this.#bytes.within(message.partner, bytes, async (): Promise<DeliveryEnd> => {
      const room = await limits.acquireBoth(subscription, share);
      if (room.outcome === "waiting") return this.#postpone(message, row, room.at, "rateLimit");
      const { claimed, answer } = await this.#post(message, context, endpoint, event, room.slot);
      if (answer.error !== "timeout" || message.slow === true) {
        await recorder.record(message, claimed, answer, endpoint);
        if (isRepeat) await retryScheduler.dropLeftover(message);
        return "handled";
      }
      // A timeout in the fast lane counts neither as a failure nor as an attempt, because an endpoint may take longer
      // than that lane's deadline.
      await circuitBreaker.slowDown(message);
      await log.postpone(message, claimed);
      return "slow";
    });
    return end ?? this.#postpone(message, row, now + Math.ceil(untilRoom * (0.5 + randomness.fraction())), "rateLimit");
  }

  async #isQueued(message: IncomingDelivery, { subscription }: Endpoint, { envelope }: StoredEvent): Promise<boolean> {
    const { pull, recordLock } = this.#parts;
    if (subscription.kind === "pull") await pull.enqueue(message, envelope.type);
    else if (subscription.ordered === true && message.position === undefined)
      await recordLock.enqueue(message, envelope);
    else return false;
    return true;
  }

  /** The claim fails if another worker has changed `row`. */
  async #post(
    message: IncomingDelivery,
    { needsClaim, row, lock }: AttemptContext,
    endpoint: Endpoint,
    event: StoredEvent,
    slot: number | undefined,
  ): Promise<{ readonly claimed: DeliveryRow | undefined; readonly answer: AttemptAnswer }> {
    const { log, post, limits, clock, logger, timings } = this.#parts;
    const deadline = deadlineOf(message, endpoint.subscription, timings);
    try {
      const claimed = needsClaim ? await log.claim(message, row) : undefined;
      // The lock must outlast the POST, so that two events of one record are never under way at the same time. The
      // check follows the claim, which may be slow. If the attempt isn't made, its claim expires.
      if (lock !== undefined && clock.now() + deadline > lock.until)
        throw new ContentionError(`the record lock for ${message.event} expires before an attempt could end`);
      const marks = { replay: isReplay(message), late: lock?.late === true, traced: message };
      return { claimed, answer: await post.send(endpoint, event, deadline, marks) };
    } finally {
      try {
        if (slot !== undefined) await limits.giveBack(endpoint.subscription, slot);
      } catch (failure) {
        // The slot expires after a while; the response must be recorded now.
        logger.error("delivery.slot_kept", failure, { subscription: endpoint.subscription.id });
      }
    }
  }

  /** If only one of the two rows is written, the repeated message writes both. */
  async #hold(message: IncomingDelivery, row: DeliveryRow | undefined, event: StoredEvent | undefined): Promise<void> {
    const { log, retryScheduler } = this.#parts;
    await Promise.all([log.hold(message, row, event?.envelope.type), retryScheduler.hold(message, row?.probes)]);
  }

  async #postpone(
    message: IncomingDelivery,
    row: DeliveryRow | undefined,
    at: number,
    postponed: Postponement,
  ): Promise<DeliveryEnd> {
    const { log, retryScheduler } = this.#parts;
    const nextAt = Math.max(at, message.dueAt ?? 0);
    await retryScheduler.replaceProbe(message, at);
    await log.postpone(message, row, { nextAt, postponed });
    await retryScheduler.keepUntil(message, nextAt, row?.probes, postponed);
    return "handled";
  }

  /** Sends a new message, due in `wait` ms. Rejecting the message again and again would make it a dead letter. */
  async #requeue(message: IncomingDelivery, wait: number): Promise<void> {
    const { deliver, deliverSlow } = this.#parts;
    // A claim from before the clock was set back may last longer than a queue can delay a message.
    const delaySeconds = Math.ceil(Math.min(wait, longestQueueDelay) / 1_000);
    const again = [outgoingDelivery({ ...message, parked: true }, delaySeconds)];
    await (message.slow === true ? deliverSlow : deliver).send(again);
  }

  /** If `end` is `slow`, sends the message to the slow lane, marked as `parked` if a second copy of it may exist. */
  async #goOn(received: Received, end: DeliveryEnd): Promise<void> {
    if (end !== "slow") return;
    const parked = mayBeRepeat(received, this.#parts.clock.now()) ? ({ parked: true } as const) : {};
    await this.#parts.deliverSlow.send([outgoingDelivery({ ...received.message, ...parked, slow: true })]);
  }

  /** An earlier receiver of the message may have added a backlog row and died before it requested a drain. */
  async #drainLeftover(received: Received): Promise<void> {
    if (mayBeRepeat(received, this.#parts.clock.now())) await this.#parts.retryScheduler.requestDrain(received.message);
  }
}

/** How long (ms) an attempt may take. */
function deadlineOf({ slow }: IncomingDelivery, { timeoutSeconds }: Subscription, timings: Parts["timings"]): number {
  const slowDeadline = timeoutSeconds === undefined ? timings.deliveryDeadline : timeoutSeconds * 1_000;
  return slow === true ? slowDeadline : Math.min(timings.fastDeadline, slowDeadline);
}
