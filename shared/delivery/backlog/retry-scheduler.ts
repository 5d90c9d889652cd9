import type { DeliveryMessage } from "../../fanout/delivery-message.ts";
import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import type { QueueSender } from "../../kernel/ports/queue.ts";
import { type IncomingDelivery, sendInLane } from "../attempt/attempt-answer.ts";
import type { EndpointCircuitBreaker } from "../endpoint/endpoint-circuit-breaker.ts";
import type { EndpointId } from "../endpoint/endpoint-item.ts";
import type { EndpointNotices } from "../endpoint/endpoint-notices.ts";
import { type DeliveryRow, type Postponement, stepOf } from "../rows/delivery-row.ts";
import { queueDelayOf } from "../rows/retry-plan.ts";
import type { Backlog } from "./backlog.ts";

type Parts = Context & {
  readonly deliver: QueueSender;
  readonly deliverSlow: QueueSender;
  readonly backlog: Backlog;
  readonly circuitBreaker: EndpointCircuitBreaker;
  readonly notices: EndpointNotices;
};

/** Schedules the next attempt of a delivery, in the queue or in the backlog. */
export class RetryScheduler {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Schedules the attempt that a recorded row requires, or sends the notice that the delivery was abandoned. If a
   * worker dies after it records the row, another worker repeats this call, so the method uses only the row and is
   * idempotent.
   */
  async scheduleNext(row: DeliveryRow): Promise<void> {
    if (row.state === "expired") await this.#parts.notices.exhausted(row);
    else if (row.state === "held") await this.hold(nextOf(row), row.probes);
    else if (row.nextAt !== undefined) await this.#retryAt(nextOf(row), row.nextAt, row.probes);
  }

  /** The backlog row is due immediately, because the endpoint may already be served again. */
  async hold(message: DeliveryMessage, probes?: number): Promise<void> {
    const { backlog, clock } = this.#parts;
    await backlog.add(message, { due: clock.now(), held: true, ...defined({ probes }) });
  }

  /** Keeps an attempt in the backlog until `due` (unix ms). */
  async keepUntil(message: DeliveryMessage, due: number, probes?: number, postponed?: Postponement): Promise<void> {
    const { backlog, circuitBreaker } = this.#parts;
    const { stopped } = await circuitBreaker.view(message);
    await backlog.add(message, { due, stopped, ...defined({ probes, postponed }) });
  }

  /** Removes the backlog row of an attempt that was made. An earlier receiver of the message may have left the row. */
  async dropLeftover(message: DeliveryMessage): Promise<void> {
    // For an ordered delivery, the release of the record's lock updates or removes the row.
    if (message.position === undefined) await this.#parts.backlog.remove(message);
  }

  /** If this delivery was a probe that wasn't sent, lets another delivery probe the endpoint at `at` (unix ms). */
  async replaceProbe(
    message: Pick<IncomingDelivery, "partner" | "subscription" | "probe">,
    at = this.#parts.clock.now(),
  ): Promise<void> {
    const { backlog, circuitBreaker } = this.#parts;
    if (message.probe !== true) return;
    await circuitBreaker.returnProbe(message, at);
    await backlog.announce(message, at);
  }

  /** Requests a drain, because a row may have been written and never announced. */
  async requestDrain(endpoint: EndpointId): Promise<void> {
    await this.#parts.backlog.announce(endpoint, this.#parts.clock.now());
  }

  async #retryAt(message: DeliveryMessage, at: number, probes?: number): Promise<void> {
    const { clock, timings } = this.#parts;
    const step = stepOf({ attempt: message.attempt - 1, ...defined({ probes }) });
    // An ordered delivery keeps its place in the backlog, so that later deliveries of its record wait behind it.
    const isOrdered = message.position !== undefined;
    const delaySeconds = isOrdered ? undefined : queueDelayOf(step, at - clock.now(), timings);
    if (delaySeconds === undefined) await this.keepUntil(message, at, probes);
    else await sendInLane(this.#parts, message, delaySeconds);
  }
}

/** The message for the attempt that follows the one in the row. */
function nextOf({ subscription, partner, instance, event, run, attempt, position }: DeliveryRow): DeliveryMessage {
  return { subscription, partner, instance, event, run, attempt: attempt + 1, ...defined({ position }) };
}
