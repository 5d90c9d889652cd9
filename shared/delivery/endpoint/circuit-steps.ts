import type { CircuitTimings, EndpointCircuit } from "./endpoint-circuit.ts";

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
