import { type ReadEvent, readEvents } from "../fanout/read-events.ts";
import { ContentionError, EngineUnavailableError } from "../kernel/errors.ts";
import { detectedAtOf } from "../kernel/event-id.ts";
import type { Clock, Sleeper } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { EventStore, StoredEvent } from "../publishing/event-store.ts";
import type { Aftermath } from "./aftermath.ts";
import type { AttemptAnswer, IncomingDelivery } from "./attempt/attempt-answer.ts";
import type { WebhookMarks, WebhookPost } from "./attempt/webhook-post.ts";
import type { EndpointCache } from "./endpoint/endpoint-cache.ts";
import type { EndpointClock } from "./endpoint/endpoint-clock.ts";
import type { EndpointLimits } from "./endpoint/endpoint-limits.ts";
import type { EndpointSwitch } from "./endpoint/endpoint-switch.ts";
import type { Endpoint } from "./endpoint/open-endpoint.ts";
import type { Gate, Passage } from "./gate.ts";
import type { Positioned, Turn } from "./ordered/turn-store.ts";
import type { Turns } from "./ordered/turns.ts";
import { pingRun } from "./ping/ping-message.ts";
import type { Pinger } from "./ping/pinger.ts";
import type { PullLine } from "./pull/pull-line.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";
import type { DeliveryRow } from "./rows/delivery-row.ts";

type Parts = {
  readonly events: Pick<EventStore, "getMany">;
  readonly endpoints: Pick<EndpointCache, "get" | "forget">;
  readonly endpointClock: Pick<EndpointClock, "record" | "slowDown">;
  readonly gate: Pick<Gate, "pass">;
  readonly limits: Pick<EndpointLimits, "giveBack">;
  readonly pull: Pick<PullLine, "lineUp">;
  readonly turns: Pick<Turns, "lineUp" | "begin" | "end">;
  readonly log: DeliveryLog;
  readonly post: Pick<WebhookPost, "send">;
  readonly pinger: Pick<Pinger, "run">;
  readonly switch: Pick<EndpointSwitch, "disable">;
  readonly aftermath: Pick<Aftermath, "of" | "hold" | "park">;
  readonly deliver: QueueSender;
  readonly deliverSlow: QueueSender;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly logger: Logger;
};

/** A delivery message and how often the queue handed it out. */
export type Received = { readonly message: IncomingDelivery; readonly receiveCount: number };

/** Waits (ms) before the record of an answer is written again. */
const recordRetries = [100, 400, 1_600];

/** Seconds until a record that failed all the same comes again, as a message of its own. */
const lateRecordDelay = 30;

/** Ms from detection within which a first receive is believed to be one; dead letters take longer to become such. */
const freshFor = 600_000;

/** An event that is missing this often isn't late but gone. */
const missingReceives = 3;

/** Makes the attempts that delivery messages ask for, records them and sees to what follows. */
export class Sender {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** One batch, all at once, each message with its own result; rejected ones must come again. */
  async run(batch: readonly Received[]): Promise<readonly PromiseSettledResult<void>[]> {
    const events = await this.#read(batch);
    return Promise.allSettled(
      batch.map(async ({ message, receiveCount }) => {
        const { position, answer } = message;
        if (message.run === pingRun) await this.#parts.pinger.run(message, receiveCount);
        else if (answer !== undefined) await this.#recordLate(message, answer);
        else if (position === undefined) await this.#deliver(message, receiveCount, events.get(message.event));
        else await this.#deliverInTurn({ ...message, position }, receiveCount, events.get(message.event));
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

  async #deliverInTurn(
    message: IncomingDelivery & Positioned,
    receiveCount: number,
    read: ReadEvent | undefined,
  ): Promise<void> {
    const turn = await this.#parts.turns.begin(message);
    if (turn === undefined) return;
    try {
      await this.#deliver(message, receiveCount, read, turn);
    } finally {
      await this.#parts.turns.end(message, turn);
    }
  }

  async #deliver(
    message: IncomingDelivery,
    receiveCount: number,
    read: ReadEvent | undefined,
    turn?: Turn,
  ): Promise<void> {
    const { endpoints, log, aftermath, clock } = this.#parts;
    if (read?.status === "rejected") throw read.reason;
    const event = read?.value;
    let claimed: DeliveryRow | undefined;
    if (isContested(message, receiveCount, clock.now())) {
      const claim = await log.claim(message, receiveCount);
      if (claim.outcome === "finish") return aftermath.of(claim.row);
      if (claim.outcome === "wait") return this.#putOff(message, claim.until - clock.now());
      if (claim.outcome === "drop") return;
      claimed = claim.row;
    }
    const endpoint = await endpoints.get(message.partner, message.subscription);
    if (endpoint?.subscription.status !== "active") {
      // A deleted subscription leaves no trace but the rows it had; a disabled one keeps what it misses.
      if (endpoint !== undefined || claimed !== undefined) await this.#hold(message, claimed, event);
      return;
    }
    if (event === undefined) {
      if (receiveCount < missingReceives)
        throw new EngineUnavailableError(`event ${message.event} is not readable yet`);
      this.#parts.logger.warn("delivery.event_gone", { subscription: message.subscription, event: message.event });
      return log.expire(message, claimed);
    }
    if (await this.#isLinedUp(message, endpoint, event)) return log.release(message, claimed);
    const passage = await this.#parts.gate.pass(message, endpoint.subscription);
    if (passage.outcome === "hold") return this.#hold(message, claimed, event);
    if (passage.outcome === "slow") return this.#toSlowLane(message, claimed);
    if (turn !== undefined && passage.outcome === "dial" && clock.now() + passage.deadline > turn.until)
      throw new ContentionError(`the turn of ${message.event} ends before an attempt could`);
    if (passage.outcome === "later") {
      await log.release(message, claimed, passage.at);
      return aftermath.park(message, passage.at, claimed?.probes);
    }
    const answer = await this.#post(endpoint, event, passage, marksOf(message, turn));
    if (answer.error === "timeout" && message.slow !== true) {
      // No failure and no attempt: the fast lane's deadline is ours, and short.
      await this.#parts.endpointClock.slowDown(message);
      return this.#toSlowLane(message, claimed);
    }
    await this.#finish(message, claimed, answer, endpoint);
  }

  /** Whether it waits to be fetched, or for its turn, instead of being sent as it comes. */
  async #isLinedUp(message: IncomingDelivery, { subscription }: Endpoint, { envelope }: StoredEvent): Promise<boolean> {
    const { pull, turns } = this.#parts;
    if (subscription.kind === "pull") await pull.lineUp(message, envelope.type);
    else if (subscription.ordered === true && message.position === undefined) await turns.lineUp(message, envelope);
    else return false;
    return true;
  }

  async #post(
    endpoint: Endpoint,
    event: StoredEvent,
    { deadline, lease }: Extract<Passage, { readonly outcome: "dial" }>,
    marks: WebhookMarks,
  ): Promise<AttemptAnswer> {
    const { post, limits, logger } = this.#parts;
    const { subscription } = endpoint;
    const answer = await post.send(endpoint, event, deadline, marks);
    await limits.giveBack(subscription, lease).catch((failure: unknown) => {
      // It runs out by itself; what was answered must be recorded.
      logger.error("delivery.lease_kept", failure, { subscription: subscription.id });
    });
    return answer;
  }

  /** The row first: where the worker dies in between, the message comes again and does both. */
  async #hold(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    event: StoredEvent | undefined,
  ): Promise<void> {
    await this.#parts.log.hold(message, claimed, event?.envelope.type);
    await this.#parts.aftermath.hold(message, claimed?.probes);
  }

  /** As a message anew: to come again as the same one would spend its receives, and end among the dead letters. */
  async #putOff(message: IncomingDelivery, wait: number): Promise<void> {
    const { deliver, deliverSlow } = this.#parts;
    const again: IncomingDelivery = { ...message, parked: true };
    const delaySeconds = Math.max(Math.ceil(wait / 1_000), 1);
    const queue = message.slow === true ? deliverSlow : deliver;
    await queue.send([{ body: JSON.stringify(again), group: message.subscription, delaySeconds }]);
  }

  async #toSlowLane(message: IncomingDelivery, claimed: DeliveryRow | undefined): Promise<void> {
    await this.#parts.log.release(message, claimed);
    const slow: IncomingDelivery = { ...message, slow: true };
    await this.#parts.deliverSlow.send([{ body: JSON.stringify(slow), group: message.subscription }]);
  }

  async #finish(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    answer: AttemptAnswer,
    endpoint: Endpoint,
  ): Promise<void> {
    const { endpoints, endpointClock, clock, aftermath } = this.#parts;
    const { partner, subscription } = message;
    const row = await this.#record(message, claimed, answer);
    if (answer.disable === undefined) {
      const { result, retryAfter } = answer;
      const asked = retryAfter === undefined ? {} : { retryAfter };
      await endpointClock.record({ partner, subscription }, { at: clock.now(), ok: result === "delivered", ...asked });
    } else {
      await this.#parts.switch.disable(endpoint.subscription, answer.disable);
      endpoints.forget(partner, subscription);
    }
    if (row !== undefined) await aftermath.of(row);
  }

  /** The POST is done, so only its record is tried again, here and then as a message: a repeat of the delivery would post twice. */
  async #record(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    answer: AttemptAnswer,
  ): Promise<DeliveryRow | undefined> {
    const { log, sleeper, deliver, logger } = this.#parts;
    for (const wait of recordRetries) {
      try {
        return await log.record(message, claimed, answer);
      } catch (failure) {
        logger.error("delivery.record_failed", failure, { subscription: message.subscription, event: message.event });
        await sleeper.sleep(wait);
      }
    }
    await deliver.send([
      {
        body: JSON.stringify({ ...message, answer }),
        group: message.subscription,
        delaySeconds: lateRecordDelay,
      },
    ]);
    return undefined;
  }

  async #recordLate(message: IncomingDelivery, answer: AttemptAnswer): Promise<void> {
    const { log, aftermath, turns } = this.#parts;
    const row = await log.recordLate(message, answer);
    if (row !== undefined) await aftermath.of(row);
    // The turn it was made in has run out since.
    const { position } = message;
    if (position !== undefined) await turns.end({ ...message, position }, undefined);
  }
}

function marksOf({ run }: IncomingDelivery, turn: Turn | undefined): WebhookMarks {
  return { replay: run !== "0", late: turn?.late === true };
}

/** The first receive of a first attempt has nobody to race with: it spares the read and the write of a claim. */
function isContested({ event, attempt, parked, slow }: IncomingDelivery, receiveCount: number, now: number): boolean {
  if (receiveCount > 1 || attempt > 1 || parked === true || slow === true) return true;
  // A redriven dead letter looks like a first receive: only its event's age tells.
  return now - (detectedAtOf(event) ?? 0) > freshFor;
}
