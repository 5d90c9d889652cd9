import * as z from "zod";
import { defined } from "../../kernel/defined.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";

/*
 * The circuit breaker of one endpoint: its states, what each state lets through, and the transitions. This file reads no
 * table and no clock.
 *
 *                    5 failures in a row, or
 *                    10 of the last 20 in a minute
 *        ┌─────────┐                       ┌────────┐    72 h    ┌────────┐  14 days   ┌──────────┐   from anywhere:
 *   ●───▶│ healthy │──────────────────────▶│  open  │───────────▶│ paused │───────────▶│ disabled │◀─ 410, a header,
 *        └─────────┘                       └────────┘            └────────┘            └──────────┘   owner, suspension
 *             ▲                                 │ any 2xx: to a       │ any 2xx              │ enabled
 *             │                                 │ probe, a ping or an │                      │
 *             │                                 │ attempt under way   │                      │
 *             └─────────────────────────────────┴─────────────────────┴──────────────────────┘
 */

/** The API also shows these names. */
export const endpointState = z.enum(["healthy", "open", "paused", "disabled"]);

/** What each state lets through to the endpoint. Everything else waits in the backlog. */
export const admitted: Readonly<Record<z.infer<typeof endpointState>, "all" | "probes" | "none">> = {
  // During a drain, new deliveries wait behind the backlog if the endpoint or its partner has a limit.
  healthy: "all",
  open: "probes",
  paused: "probes",
  disabled: "none",
};

/** `until`: the end (unix ms) of the wait that the endpoint asked for. */
const outcome = z.object({ at: z.int(), ok: z.boolean(), until: z.int().exactOptional() });

export type Outcome = Omit<z.infer<typeof outcome>, "until"> & {
  /** The wait (ms) that the endpoint asked for in a failed response. */
  readonly retryAfter?: number;
  readonly isNew?: boolean;
};

/** `cause`: the cause of the acknowledged outage (`failureCause`). */
const acknowledgement = z.object({
  at: z.int(),
  by: z.string(),
  note: z.string(),
  cause: z.string().exactOptional(),
});
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** The health of an endpoint according to its responses, shared by all workers. Times are in unix ms. */
export const endpointCircuit = z.object({
  state: endpointState,
  /** When the state began; 0 if the state has never changed. */
  since: z.int(),
  /** The number of consecutive failures. */
  failures: z.int(),
  /** Oldest first. */
  recent: z.array(outcome),
  /** The number of probes since the state began. */
  probes: z.int(),
  probeAt: z.int().exactOptional(),
  /** The last notice of this outage that was sent to the owner. */
  notified: z.enum(["failing", "pausing", "paused"]).exactOptional(),
  /** Removed when the circuit closes, opens or is disabled. */
  acknowledged: acknowledgement.exactOptional(),
  /** Until then, deliveries take the slow lane. */
  slowUntil: z.int().exactOptional(),
  /**
   * How long (ms) the endpoint was paused or disabled, in total. The time in a state is added when the state ends. Time
   * added after a backlog row was written moves the row's due time (`dueOf`).
   */
  stopped: z.int(),
  /** Present while the backlog is drained in batches. `at`: when the next batch may be sent. `size`: its size. */
  drain: z.object({ at: z.int(), size: z.int() }).exactOptional(),
});
export type EndpointCircuit = z.infer<typeof endpointCircuit>;

export const newCircuit: EndpointCircuit = {
  state: "healthy",
  since: 0,
  failures: 0,
  recent: [],
  probes: 0,
  stopped: 0,
};

const failuresInARow = 5;
const recentOutcomes = 20;

/**
 * How many failures in a row open the circuit of a new endpoint without a recent success. The number is high, because
 * people create the subscription before they start the receiver. A limit is needed, because a receiver that hangs takes
 * workers' time from other endpoints.
 */
const failuresOfNew = 50;

/** The first batch of a drain is small, so that a recovered endpoint doesn't get its whole backlog in one burst. */
const firstDrainBatch = 10;

export type CircuitTimings = Pick<
  Timings,
  | "endpointProbes"
  | "failureWindow"
  | "unhealthyNotice"
  | "pauseWarning"
  | "unhealthyLimit"
  | "pausedProbe"
  | "pausedLimit"
>;

/** Whether the receiver might not be running yet, because the subscription was just created or changed. */
export function isNewEndpoint(
  { updatedAt }: Pick<Subscription, "updatedAt">,
  now: number,
  { newEndpoint }: Pick<Timings, "newEndpoint">,
): boolean {
  return now - updatedAt < newEndpoint;
}

/**
 * `hold` keeps the delivery until the endpoint is served again. `behind` puts it behind the backlog that is being
 * drained, because the endpoint or its partner has a limit.
 */
export function admit(
  circuit: EndpointCircuit,
  /** `parked`: the delivery might have come from the backlog. */
  delivery: { readonly probe?: boolean; readonly slow?: boolean; readonly parked?: boolean },
  isLimited: boolean,
  now: number,
): "dial" | "hold" | "slow" | "behind" {
  const passing = admitted[circuit.state];
  if (passing === "none" || (passing === "probes" && delivery.probe !== true)) return "hold";
  if (delivery.slow !== true && (circuit.slowUntil ?? 0) > now) return "slow";
  // New deliveries go behind the backlog, so that an endpoint at its limit doesn't get its newest deliveries first.
  return circuit.drain !== undefined && isLimited && delivery.parked !== true ? "behind" : "dial";
}

/** `outcomes` must be ordered oldest first. A disabled circuit stays as it is. */
export function withOutcomes(
  circuit: EndpointCircuit,
  outcomes: readonly Outcome[],
  timings: CircuitTimings,
): EndpointCircuit {
  return outcomes.reduce((before, one) => afterOutcome(before, one, timings), circuit);
}

function afterOutcome(circuit: EndpointCircuit, one: Outcome, timings: CircuitTimings): EndpointCircuit {
  const { at, ok, retryAfter = 0, isNew = false } = one;
  if (circuit.state === "disabled") return circuit;
  if (ok && circuit.state !== "healthy") return healthyCircuit(circuit, at);
  const until = ok || retryAfter === 0 ? {} : { until: at + retryAfter };
  const recent = [...circuit.recent, { at, ok, ...until }].slice(-recentOutcomes);
  const counted = { ...circuit, recent, failures: ok ? 0 : circuit.failures + 1 };
  if (ok) return counted;
  if (circuit.state !== "healthy") {
    return { ...counted, probeAt: Math.max(circuit.probeAt ?? 0, retryAfter === 0 ? 0 : at + retryAfter) };
  }
  const neverAnswered = recent.every((made) => !made.ok);
  const fails = isNew && neverAnswered ? counted.failures >= failuresOfNew : isFailing(counted, at, timings);
  return fails ? openCircuit(counted, at, timings) : counted;
}

function isFailing({ failures, recent }: EndpointCircuit, now: number, { failureWindow }: CircuitTimings): boolean {
  if (failures >= failuresInARow) return true;
  const [oldest] = recent;
  if (recent.length < recentOutcomes || oldest === undefined || oldest.at < now - failureWindow) return false;
  return recent.filter(({ ok }) => !ok).length * 2 >= recentOutcomes;
}

/** A circuit at the beginning of a state. */
function begun(before: EndpointCircuit, state: EndpointCircuit["state"], now: number): EndpointCircuit {
  const { failures, recent, slowUntil, stopped } = before;
  // Deliveries don't age while their endpoint is paused or disabled. They age while its circuit is open, but the
  // endpoint is paused before they expire.
  const wasStopped = before.state === "paused" || before.state === "disabled";
  const more = wasStopped ? Math.max(now - before.since, 0) : 0;
  return { state, since: now, failures, recent, probes: 0, stopped: stopped + more, ...defined({ slowUntil }) };
}

/** The first probe waits for every `Retry-After` since the last success, because the last failure may have had none. */
function openCircuit(circuit: EndpointCircuit, at: number, timings: CircuitTimings): EndpointCircuit {
  const sinceSuccess = circuit.recent.slice(circuit.recent.findLastIndex(({ ok }) => ok) + 1);
  const asked = Math.max(0, ...sinceSuccess.map(({ until = 0 }) => until));
  return { ...begun(circuit, "open", at), recent: [], probeAt: Math.max(at + probeWait(0, timings), asked) };
}

/** `probes`: the number of earlier probes. */
function probeWait(probes: number, { endpointProbes }: CircuitTimings): number {
  return endpointProbes[probes] ?? endpointProbes.at(-1) ?? 0;
}

/** A new endpoint is probed often, because its owner is waiting. */
export function withProbe(
  circuit: EndpointCircuit,
  now: number,
  timings: CircuitTimings,
  isNew = false,
): EndpointCircuit {
  const probes = circuit.probes + 1;
  const wait = circuit.state === "paused" ? timings.pausedProbe : probeWait(isNew ? 0 : probes, timings);
  return { ...circuit, probes, probeAt: now + wait };
}

/** A circuit that is healthy again. A drain sends the held deliveries, beginning with a small batch. */
export function healthyCircuit(circuit: EndpointCircuit, now: number): EndpointCircuit {
  return { ...begun(circuit, "healthy", now), failures: 0, recent: [], drain: { at: now, size: firstDrainBatch } };
}

export function disabledCircuit(circuit: EndpointCircuit, now: number): EndpointCircuit {
  return begun(circuit, "disabled", now);
}

/** A step that depends only on how long an endpoint has been unhealthy. */
export type CircuitStep =
  | { readonly step: "notify"; readonly what: "failing" | "pausing"; readonly circuit: EndpointCircuit }
  | { readonly step: "pause"; readonly circuit: EndpointCircuit }
  | { readonly step: "disable" };

export function dueCircuitStep(
  circuit: EndpointCircuit,
  now: number,
  timings: CircuitTimings,
): CircuitStep | undefined {
  const at = stepAt(circuit, timings);
  if (at === undefined || now < at) return undefined;
  if (circuit.state === "paused") return { step: "disable" };
  if (circuit.notified === undefined) return notice("failing", circuit);
  if (circuit.notified === "failing") return notice("pausing", circuit);
  const probeAt = now + timings.pausedProbe;
  return {
    step: "pause",
    circuit: { ...circuit, state: "paused", since: now, probes: 0, probeAt, notified: "paused" },
  };
}

function notice(what: "failing" | "pausing", circuit: EndpointCircuit): CircuitStep {
  return { step: "notify", what, circuit: { ...circuit, notified: what } };
}

/** When (unix ms) the next step is due; undefined unless the endpoint is unhealthy. */
export function stepAt({ state, since, notified }: EndpointCircuit, timings: CircuitTimings): number | undefined {
  if (state === "paused") return since + timings.pausedLimit;
  if (state !== "open") return undefined;
  if (notified === undefined) return since + Math.min(timings.unhealthyNotice, timings.unhealthyLimit);
  if (notified === "failing") return since + Math.max(timings.unhealthyLimit - timings.pauseWarning, 0);
  return since + timings.unhealthyLimit;
}

/** When (unix ms) to check an unhealthy endpoint again. `hasCandidate`: a delivery that could be a probe is waiting. */
export function nextLook(circuit: EndpointCircuit, hasCandidate: boolean, timings: CircuitTimings): number | undefined {
  const step = stepAt(circuit, timings);
  const probe = hasCandidate ? circuit.probeAt : undefined;
  if (step === undefined || probe === undefined) return step ?? probe;
  return Math.min(step, probe);
}
