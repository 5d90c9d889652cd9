import type { Timings } from "../../kernel/timings.ts";
import type { EndpointCircuit } from "./endpoint-circuit.ts";

type CircuitTimings = Pick<
  Timings,
  "unhealthyNotice" | "pauseWarning" | "unhealthyLimit" | "pausedProbe" | "pausedLimit"
>;

/** What time alone brings to an unhealthy endpoint: `tell` its owner something, `pause` it, or `disable` its subscription. */
export type CircuitStep =
  | { readonly step: "tell"; readonly what: "failing" | "pausing"; readonly health: EndpointCircuit }
  | { readonly step: "pause"; readonly health: EndpointCircuit }
  | { readonly step: "disable" };

/** The step that is due now, one at a time; undefined when none is. */
export function dueCircuitStep(health: EndpointCircuit, now: number, timings: CircuitTimings): CircuitStep | undefined {
  const at = stepAt(health, timings);
  if (at === undefined || now < at) return undefined;
  if (health.state === "paused") return { step: "disable" };
  if (health.told === undefined) return { step: "tell", what: "failing", health: { ...health, told: "failing" } };
  if (health.told === "failing") return { step: "tell", what: "pausing", health: { ...health, told: "pausing" } };
  const probeAt = now + timings.pausedProbe;
  return { step: "pause", health: { ...health, state: "paused", since: now, probes: 0, probeAt, told: "paused" } };
}

/** When (unix ms) the next step is due; undefined for an endpoint that isn't unhealthy. */
export function stepAt({ state, since, told }: EndpointCircuit, timings: CircuitTimings): number | undefined {
  if (state === "paused") return since + timings.pausedLimit;
  if (state !== "open") return undefined;
  if (told === undefined) return since + Math.min(timings.unhealthyNotice, timings.unhealthyLimit);
  if (told === "failing") return since + Math.max(timings.unhealthyLimit - timings.pauseWarning, 0);
  return since + timings.unhealthyLimit;
}

/** When (unix ms) an unhealthy endpoint is to be looked at again; `hasCandidate`: something waits that could be a probe. */
export function nextLook(health: EndpointCircuit, hasCandidate: boolean, timings: CircuitTimings): number | undefined {
  const step = stepAt(health, timings);
  const probe = hasCandidate ? health.probeAt : undefined;
  if (step === undefined || probe === undefined) return step ?? probe;
  return Math.min(step, probe);
}
