import type { Clock, Sleeper } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import { type AttemptAnswer, type IncomingDelivery, outgoingDelivery } from "./attempt/attempt-answer.ts";
import type { EndpointCache } from "./endpoint/endpoint-cache.ts";
import type { EndpointCircuitBreaker } from "./endpoint/endpoint-circuit-breaker.ts";
import type { EndpointSwitch } from "./endpoint/endpoint-switch.ts";
import type { Endpoint } from "./endpoint/load-endpoint.ts";
import type { RetryScheduler } from "./retry-scheduler.ts";
import type { DeliveryLog } from "./rows/delivery-log.ts";
import type { DeliveryRow } from "./rows/delivery-row.ts";

type Parts = {
  readonly log: Pick<DeliveryLog, "record" | "recordLate">;
  readonly endpoints: Pick<EndpointCache, "forget">;
  readonly circuitBreaker: Pick<EndpointCircuitBreaker, "record">;
  readonly switch: Pick<EndpointSwitch, "disable">;
  readonly retryScheduler: Pick<RetryScheduler, "scheduleNext">;
  readonly deliver: QueueSender;
  readonly clock: Clock;
  readonly sleeper: Sleeper;
  readonly logger: Logger;
};

/** Waits (ms) before the record of an answer is written again. */
const recordRetries = [100, 400, 1_600];

/** Seconds until a record that failed all the same comes again, as a message of its own. */
const lateRecordDelay = 30;

/** What endpoints answered: it is recorded, told to the endpoint's clock, and seen to what follows. */
export class AttemptRecorder {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `claimed`: the row as this worker claimed it, undefined where it had nobody to race with. */
  async record(
    message: IncomingDelivery,
    claimed: DeliveryRow | undefined,
    answer: AttemptAnswer,
    endpoint: Endpoint,
  ): Promise<void> {
    const { endpoints, circuitBreaker, clock, retryScheduler } = this.#parts;
    const { partner, subscription } = message;
    const row = await this.#record(message, claimed, answer);
    if (answer.disable === undefined) {
      const { result, retryAfter } = answer;
      const asked = retryAfter === undefined ? {} : { retryAfter };
      await circuitBreaker.record({ partner, subscription }, { at: clock.now(), ok: result === "delivered", ...asked });
    } else {
      await this.#parts.switch.disable(endpoint.subscription, answer.disable);
      endpoints.forget(partner, subscription);
    }
    if (row !== undefined) await retryScheduler.scheduleNext(row);
  }

  /** An answer whose record failed when it was made; its endpoint's clock was told then. */
  async recordLate(message: IncomingDelivery, answer: AttemptAnswer): Promise<void> {
    const row = await this.#parts.log.recordLate(message, answer);
    if (row !== undefined) await this.#parts.retryScheduler.scheduleNext(row);
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
        logger.error("delivery.record_failed", failure, { subscription: message.subscription, eventId: message.event });
        await sleeper.sleep(wait);
      }
    }
    await deliver.send([outgoingDelivery({ ...message, answer }, lateRecordDelay)]);
    return undefined;
  }
}
