import type { Context } from "../kernel/context.ts";
import { defined } from "../kernel/defined.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { type AttemptAnswer, type IncomingDelivery, outgoingDelivery } from "./attempt/attempt-answer.ts";
import type { Endpoint, EndpointCache } from "./attempt/endpoint-cache.ts";
import type { RetryScheduler } from "./backlog/retry-scheduler.ts";
import { isNewEndpoint } from "./endpoint/endpoint-circuit.ts";
import type { EndpointCircuitBreaker } from "./endpoint/endpoint-circuit-breaker.ts";
import type { LastFailure } from "./endpoint/endpoint-item.ts";
import { type DisableParts, disableEndpoint } from "./endpoint/endpoint-notices.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";
import type { DeliveryRow } from "./rows/delivery-row.ts";
import type { AttemptStatistics } from "./statistics/attempt-statistics.ts";

type Parts = Context &
  DisableParts & {
    readonly log: DeliveryLog;
    readonly endpoints: EndpointCache;
    readonly circuitBreaker: EndpointCircuitBreaker;
    readonly statistics: AttemptStatistics;
    readonly retryScheduler: RetryScheduler;
    readonly deliver: QueueSender;
  };

/** The waits (ms) after failed tries to record a response. */
const recordRetries = [100, 400, 1_600];

/** The delay (s) of a message whose response must still be recorded, or whose endpoint must still be disabled. */
const lateRecordDelay = 30;

export class AttemptRecorder {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `claimed` is undefined if no other worker can make this attempt. */
  async record(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    answer: AttemptAnswer,
    { subscription }: Endpoint,
  ): Promise<void> {
    const { circuitBreaker, statistics, clock, retryScheduler, timings } = this.#parts;
    const row = await this.#record(message, claimed, answer);
    const { result, retryAfter, status, ms } = answer;
    const ok = result === "delivered";
    const at = clock.now();
    const failure = ok ? undefined : failureOf(message, answer);
    statistics.count(message.subscription, { at, ok, ...(status !== undefined && { ms }) });
    if (answer.disable === undefined) {
      const isNew = isNewEndpoint(subscription, at, timings);
      const outcome = { at, ok, isNew, ...defined({ retryAfter }) };
      await circuitBreaker.record({ partner: message.partner, subscription: message.subscription }, outcome, failure);
    } else await this.#disable(message, answer, subscription, failure);
    if (row !== undefined) await retryScheduler.scheduleNext(row);
  }

  /** Handles the response in a queued message. {@link record} has already counted it. */
  async recordLate(message: IncomingDelivery, answer: AttemptAnswer): Promise<void> {
    const { log, endpoints, retryScheduler } = this.#parts;
    const row = await log.recordLate(message, answer);
    if (row !== undefined) await retryScheduler.scheduleNext(row);
    if (answer.disable === undefined) return;
    const endpoint = await endpoints.get(message.partner, message.subscription);
    if (endpoint === undefined) return;
    const { subscription } = endpoint;
    // If the owner has changed the subscription since the attempt began, the response no longer applies: the owner may
    // have enabled the subscription again or set another address. If the subscription is already disabled for the
    // reason in `answer`, `disableEndpoint` is called again: the worker that disabled the subscription may have died
    // before it sent the notice.
    const isMeant = subscription.disabledReason === answer.disable || subscription.updatedAt <= answer.at;
    if (isMeant) await disableEndpoint(subscription, answer.disable, this.#parts);
    endpoints.forget(message.partner, message.subscription);
  }

  /** If disabling fails, a queued message repeats it later, because the endpoint might not ask to be disabled again. */
  async #disable(
    message: IncomingDelivery,
    answer: AttemptAnswer,
    subscription: Subscription,
    failure: LastFailure | undefined,
  ): Promise<void> {
    const { endpoints, deliver, logger } = this.#parts;
    try {
      if (answer.disable !== undefined) await disableEndpoint(subscription, answer.disable, this.#parts, failure);
    } catch (error) {
      logger.error("endpoint.disable_failed", error, { subscription: message.subscription });
      await deliver.send([outgoingDelivery({ ...message, answer }, lateRecordDelay)]);
    }
    endpoints.forget(message.partner, message.subscription);
  }

  /** Retries only the recording: the POST has been made, and retrying the delivery would post twice. */
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
        logger.error("delivery.record_failed", failure, { subscription: message.subscription, eventId: message.event });
        await sleeper.sleep(wait);
      }
    }
    await deliver.send([outgoingDelivery({ ...message, answer }, lateRecordDelay)]);
    return undefined;
  }
}

function failureOf({ event, run }: IncomingDelivery, answer: AttemptAnswer): LastFailure {
  const { at, ms, status, error, excerpt } = answer;
  return { event, run, at, ms, ...defined({ status, error, excerpt }) };
}
