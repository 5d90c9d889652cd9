import type { Clock } from "../kernel/ports/clock.ts";
import type { Timings } from "../kernel/timings.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { IncomingDelivery } from "./attempt/attempt-answer.ts";
import type { EndpointCircuit } from "./endpoint/endpoint-circuit.ts";
import type { EndpointCircuitBreaker } from "./endpoint/endpoint-circuit-breaker.ts";
import type { EndpointLimits } from "./endpoint/endpoint-limits.ts";

type Parts = {
  readonly circuitBreaker: Pick<EndpointCircuitBreaker, "view">;
  readonly limits: Pick<EndpointLimits, "acquire">;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "fastDeadline" | "deliveryDeadline" | "drainStep">;
};

export type AdmissionDecision =
  /** Now, within `deadline` ms; `lease` is to be given back. */
  | { readonly outcome: "dial"; readonly deadline: number; readonly lease: number | undefined }
  /** Nothing is sent to this endpoint but probes. */
  | { readonly outcome: "hold" }
  /** It is served in the slow lane. */
  | { readonly outcome: "slow" }
  /** It has as much as it wants: at `at` (unix ms). */
  | { readonly outcome: "later"; readonly at: number };

/** Decides, before anything is dialled, whether and in which lane a delivery goes to its endpoint now. */
export class DeliveryAdmission {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** `quota`: deliveries per second to all endpoints of the partner together; undefined: no limit. */
  async decide(
    message: IncomingDelivery,
    subscription: Subscription,
    quota: number | undefined,
  ): Promise<AdmissionDecision> {
    const { circuitBreaker, limits, clock, timings } = this.#parts;
    const health = await circuitBreaker.view(message);
    if (health.state !== "healthy" && message.probe !== true) return { outcome: "hold" };
    const now = clock.now();
    if (message.slow !== true && (health.slowUntil ?? 0) > now) return { outcome: "slow" };
    // Behind those that wait already: an endpoint at its limit would be served its newest deliveries first.
    if (isBehind(message, { ...subscription, quota }, health)) return { outcome: "later", at: now + timings.drainStep };
    // The partner's share first: it takes no place that would have to be given back.
    const { partner } = subscription;
    const share = await limits.acquire({ partner, id: partner, ratePerSecond: quota });
    if (share.outcome === "later") return share;
    const admission = await limits.acquire(subscription);
    if (admission.outcome === "later") return admission;
    const slow = deadlineOf(subscription, timings);
    const deadline = message.slow === true ? slow : Math.min(timings.fastDeadline, slow);
    return { outcome: "dial", deadline, lease: admission.lease };
  }
}

type Limits = Pick<Subscription, "maxConcurrency" | "ratePerSecond"> & { readonly quota: number | undefined };

function isBehind({ parked }: IncomingDelivery, limits: Limits, { drain }: EndpointCircuit): boolean {
  const { maxConcurrency, ratePerSecond, quota } = limits;
  const limited = maxConcurrency !== undefined || ratePerSecond !== undefined || quota !== undefined;
  return limited && drain !== undefined && parked !== true;
}

function deadlineOf({ timeoutSeconds }: Subscription, { deliveryDeadline }: Pick<Timings, "deliveryDeadline">): number {
  return timeoutSeconds === undefined ? deliveryDeadline : timeoutSeconds * 1_000;
}
