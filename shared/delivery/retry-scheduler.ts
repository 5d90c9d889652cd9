import type { DeliveryMessage } from "../fanout/delivery-message.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { QueueSender } from "../kernel/ports/queue.ts";
import type { Timings } from "../kernel/timings.ts";
import { outgoingDelivery } from "./attempt/attempt-answer.ts";
import type { Backlog } from "./backlog/backlog.ts";
import type { EndpointCircuitBreaker } from "./endpoint/endpoint-circuit-breaker.ts";
import type { EndpointId } from "./endpoint/endpoint-item.ts";
import type { EndpointNotices } from "./endpoint/endpoint-notices.ts";
import { queueDelayOf } from "./retry-plan.ts";
import { type DeliveryRow, stepOf } from "./rows/delivery-row.ts";

type Parts = {
  readonly deliver: QueueSender;
  readonly backlog: Pick<Backlog, "park" | "announce" | "remove">;
  readonly circuitBreaker: Pick<EndpointCircuitBreaker, "view">;
  readonly notices: Pick<EndpointNotices, "exhausted">;
  readonly clock: Clock;
  readonly timings: Timings;
};

/**
 * Sees to what a recorded row calls for: the next attempt, or the notice that there is none. It follows from the row
 * alone and may be done again, since a worker can die between the record and this.
 */
export class RetryScheduler {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async scheduleNext(row: DeliveryRow): Promise<void> {
    if (row.state === "expired") await this.#parts.notices.exhausted(row);
    else if (row.state === "held") await this.hold(nextOf(row), row.probes);
    else if (row.nextAt !== undefined) await this.retryAt(nextOf(row), row.nextAt, row.probes);
  }

  /** Keeps an attempt until its endpoint is served again; due at once, since it may be already. */
  async hold(message: DeliveryMessage, probes?: number): Promise<void> {
    const { backlog, clock } = this.#parts;
    await backlog.park(message, { due: clock.now(), held: true, ...(probes === undefined ? {} : { probes }) });
  }

  /** Sends an attempt at `at` (unix ms): by the queue as long as that can hold it, else from the backlog. */
  async retryAt(message: DeliveryMessage, at: number, probes?: number): Promise<void> {
    const { deliver, clock, timings } = this.#parts;
    const step = stepOf({ attempt: message.attempt - 1, ...(probes === undefined ? {} : { probes }) });
    // An ordered delivery waits at its place among its record's, where the later ones see it.
    const isOrdered = message.position !== undefined;
    const delaySeconds = isOrdered ? undefined : queueDelayOf(step, at - clock.now(), timings);
    if (delaySeconds === undefined) await this.park(message, at, probes);
    else await deliver.send([outgoingDelivery(message, delaySeconds)]);
  }

  async park(message: DeliveryMessage, due: number, probes?: number): Promise<void> {
    const { backlog, circuitBreaker } = this.#parts;
    const { stopped } = await circuitBreaker.view(message);
    await backlog.park(message, { due, stopped, ...(probes === undefined ? {} : { probes }) });
  }

  /** An earlier receive may have parked the attempt that was made now, and died before anybody was told of it. */
  async unpark(message: DeliveryMessage): Promise<void> {
    // In order, its row stays until its turn ends.
    if (message.position === undefined) await this.#parts.backlog.remove(message);
  }

  /** Has the endpoint's backlog looked through, for what may have been parked without that anybody was told. */
  async requestDrain(endpoint: EndpointId): Promise<void> {
    await this.#parts.backlog.announce(endpoint, this.#parts.clock.now());
  }
}

function nextOf({ subscription, partner, instance, event, run, attempt, position }: DeliveryRow): DeliveryMessage {
  const next = { subscription, partner, instance, event, run, attempt: attempt + 1 };
  return position === undefined ? next : { ...next, position };
}
