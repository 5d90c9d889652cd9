import * as z from "zod";
import type { Timings } from "../../kernel/timings.ts";

/**
 * healthy: deliveries are dialled; open: they go to the backlog, and one at a time is sent as a probe; paused: likewise,
 * with rare probes; disabled: the subscription is, and nothing is sent at all.
 */
export const circuitState = z.enum(["healthy", "open", "paused", "disabled"]);

const outcome = z.object({ at: z.int(), ok: z.boolean() });
export type Outcome = z.infer<typeof outcome> & {
  /** Ms that a failed answer asked to wait. */
  readonly retryAfter?: number;
};

/** What is known of an endpoint by its answers; all instants unix ms. It stands in a table, so that all workers know the same. */
export const endpointCircuit = z.object({
  state: circuitState,
  /** When the state began; 0 before anything happened. */
  since: z.int(),
  /** Failures in a row. */
  failures: z.int(),
  /** The newest outcomes, oldest first. */
  recent: z.array(outcome),
  /** Made since the state began. */
  probes: z.int(),
  probeAt: z.int().exactOptional(),
  /** What the owner was told last of this outage. */
  told: z.enum(["failing", "pausing", "paused"]).exactOptional(),
  /** Until then deliveries take the slow lane. */
  slowUntil: z.int().exactOptional(),
  /** Ms that messages' clocks have stood still so far. */
  stopped: z.int(),
  /** The backlog is drained at a rate: when the next portion may go, and how many deliveries that is. */
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

/** Deliveries in the first portion of a drain; an endpoint that has just come back isn't hit by all that it missed. */
export const firstDrainBatch = 10;

type Limits = Pick<Timings, "endpointProbes" | "failureWindow">;

/** The health after outcomes, in their order. Any success closes; failures open. */
export function withOutcomes(health: EndpointCircuit, outcomes: readonly Outcome[], limits: Limits): EndpointCircuit {
  return outcomes.reduce((standing, one) => afterOutcome(standing, one, limits), health);
}

function afterOutcome(health: EndpointCircuit, { at, ok, retryAfter = 0 }: Outcome, limits: Limits): EndpointCircuit {
  if (health.state === "disabled") return health;
  if (ok && health.state !== "healthy") return closedCircuit(health, at);
  const recent = [...health.recent, { at, ok }].slice(-recentOutcomes);
  const counted = { ...health, recent, failures: ok ? 0 : health.failures + 1 };
  if (ok) return counted;
  if (health.state !== "healthy") {
    return { ...counted, probeAt: Math.max(health.probeAt ?? 0, retryAfter === 0 ? 0 : at + retryAfter) };
  }
  return isFailing(counted, at, limits) ? opened(counted, at, retryAfter, limits) : counted;
}

function isFailing({ failures, recent }: EndpointCircuit, now: number, { failureWindow }: Limits): boolean {
  if (failures >= failuresInARow) return true;
  const [oldest] = recent;
  if (recent.length < recentOutcomes || oldest === undefined || oldest.at < now - failureWindow) return false;
  return recent.filter(({ ok }) => !ok).length * 2 >= recentOutcomes;
}

function opened(health: EndpointCircuit, at: number, retryAfter: number, limits: Limits): EndpointCircuit {
  const next: EndpointCircuit = { ...health, state: "open", since: at, probes: 0, recent: [] };
  delete next.drain;
  delete next.told;
  return { ...next, probeAt: at + Math.max(probeWait(0, limits), retryAfter) };
}

/** The wait before a probe, by how many went before it. */
function probeWait(probes: number, { endpointProbes }: Pick<Timings, "endpointProbes">): number {
  return endpointProbes[probes] ?? endpointProbes.at(-1) ?? 0;
}

/** A probe is being made: when the next one may be. */
export function withProbe(
  health: EndpointCircuit,
  now: number,
  timings: Pick<Timings, "endpointProbes" | "pausedProbe">,
): EndpointCircuit {
  const probes = health.probes + 1;
  const wait = health.state === "paused" ? timings.pausedProbe : probeWait(probes, timings);
  return { ...health, probes, probeAt: now + wait };
}

/** It answered, or its owner says it will: what was held goes out, in small portions first. */
export function closedCircuit(health: EndpointCircuit, now: number): EndpointCircuit {
  const next: EndpointCircuit = {
    ...health,
    state: "healthy",
    since: now,
    failures: 0,
    recent: [],
    probes: 0,
    stopped: health.stopped + stoodStill(health, now),
    drain: { at: now, size: firstDrainBatch },
  };
  delete next.probeAt;
  delete next.told;
  return next;
}

/** Its subscription is disabled. */
export function disabledCircuit(health: EndpointCircuit, now: number): EndpointCircuit {
  const next: EndpointCircuit = {
    ...health,
    state: "disabled",
    since: now,
    stopped: health.stopped + stoodStill(health, now),
  };
  delete next.probeAt;
  delete next.told;
  delete next.drain;
  return next;
}

/** A message's clock runs while its endpoint is open: the pause comes before that could expire anything. */
function stoodStill({ state, since }: EndpointCircuit, now: number): number {
  return state === "paused" || state === "disabled" ? Math.max(now - since, 0) : 0;
}
