import { type ReadEvent, readEvents } from "../fanout/read-events.ts";
import { ContentionError, EngineUnavailableError } from "../kernel/errors.ts";
import type { Sleeper } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { EventStore } from "../publishing/event-store.ts";
import type { Aftermath } from "./aftermath.ts";
import type { AttemptAnswer, IncomingDelivery } from "./attempt/attempt-answer.ts";
import type { WebhookPost } from "./attempt/webhook-post.ts";
import type { Endpoint, EndpointCache } from "./endpoint/endpoint-cache.ts";
import type { EndpointSwitch } from "./endpoint/endpoint-switch.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";
import type { DeliveryRow } from "./rows/delivery-row.ts";

type Parts = {
  readonly events: Pick<EventStore, "getMany">;
  readonly endpoints: Pick<EndpointCache, "get">;
  readonly log: DeliveryLog;
  readonly post: Pick<WebhookPost, "send">;
  readonly switch: Pick<EndpointSwitch, "disable">;
  readonly aftermath: Pick<Aftermath, "of">;
  readonly deliver: QueueSender;
  readonly sleeper: Sleeper;
  readonly logger: Logger;
};

/** A delivery message and how often the queue handed it out. */
export type Received = { readonly message: IncomingDelivery; readonly receiveCount: number };

/** Waits (ms) before the record of an answer is written again. */
const recordRetries = [100, 400, 1_600];

/** Seconds until a record that failed all the same comes again, as a message of its own. */
const lateRecordDelay = 30;

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
        if (message.answer === undefined) await this.#deliver(message, receiveCount, events.get(message.event));
        else await this.#recordLate(message, message.answer);
      }),
    );
  }

  /** Of those that many subscriptions get, once. */
  async #read(batch: readonly Received[]): Promise<ReadonlyMap<string, ReadEvent>> {
    const wanted = batch.flatMap(({ message: { instance, event, answer } }) =>
      answer === undefined ? [{ instance, id: event }] : [],
    );
    return readEvents(this.#parts.events, wanted);
  }

  async #deliver(message: IncomingDelivery, receiveCount: number, read: ReadEvent | undefined): Promise<void> {
    const { endpoints, log, post, aftermath } = this.#parts;
    if (read?.status === "rejected") throw read.reason;
    const event = read?.value;
    let claimed: DeliveryRow | undefined;
    // The first receive of a first attempt has nobody to race with: it spares the read and the write.
    if (receiveCount > 1 || message.attempt > 1) {
      const claim = await log.claim(message, receiveCount);
      if (claim.outcome === "finish") return aftermath.of(claim.row);
      if (claim.outcome === "wait")
        throw new ContentionError(`attempt ${message.attempt} of ${message.event} is being made`);
      if (claim.outcome === "drop") return;
      claimed = claim.row;
    }
    const endpoint = await endpoints.get(message.partner, message.subscription);
    if (endpoint?.subscription.status !== "active") {
      // A deleted subscription leaves no trace but the rows it had; a disabled one keeps what it misses.
      if (endpoint !== undefined || claimed !== undefined) await log.hold(message, claimed, event?.envelope.type);
      return;
    }
    if (event === undefined) {
      if (receiveCount < missingReceives)
        throw new EngineUnavailableError(`event ${message.event} is not readable yet`);
      this.#parts.logger.warn("delivery.event_gone", { subscription: message.subscription, event: message.event });
      return log.expire(message, claimed);
    }
    const answer = await post.send(endpoint, event);
    await this.#finish(message, claimed, answer, endpoint);
  }

  async #finish(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    answer: AttemptAnswer,
    endpoint: Endpoint,
  ): Promise<void> {
    const row = await this.#record(message, claimed, answer);
    if (answer.disable !== undefined) await this.#parts.switch.disable(endpoint.subscription, answer.disable);
    if (row !== undefined) await this.#parts.aftermath.of(row);
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
    const row = await this.#parts.log.recordLate(message, answer);
    if (row !== undefined) await this.#parts.aftermath.of(row);
  }
}
