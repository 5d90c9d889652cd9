import type { Timings } from "../../kernel/timings.ts";
import type { EndpointHealth } from "./health.ts";

type DarkTimings = Pick<Timings, "darkNotice" | "pauseWarning" | "darkLimit" | "pausedProbe" | "pausedLimit">;

/** What time alone brings to a dark endpoint: `tell` its owner something, `pause` it, or `disable` its subscription. */
export type DarkStep =
  | { readonly step: "tell"; readonly what: "failing" | "pausing"; readonly health: EndpointHealth }
  | { readonly step: "pause"; readonly health: EndpointHealth }
  | { readonly step: "disable" };

/** The step that is due now, one at a time; undefined when none is. */
export function darkStep(health: EndpointHealth, now: number, timings: DarkTimings): DarkStep | undefined {
  const at = stepAt(health, timings);
  if (at === undefined || now < at) return undefined;
  if (health.state === "paused") return { step: "disable" };
  if (health.told === undefined) return { step: "tell", what: "failing", health: { ...health, told: "failing" } };
  if (health.told === "failing") return { step: "tell", what: "pausing", health: { ...health, told: "pausing" } };
  const probeAt = now + timings.pausedProbe;
  return { step: "pause", health: { ...health, state: "paused", since: now, probes: 0, probeAt, told: "paused" } };
}

/** When (unix ms) the next step is due; undefined for an endpoint that isn't dark. */
export function stepAt({ state, since, told }: EndpointHealth, timings: DarkTimings): number | undefined {
  if (state === "paused") return since + timings.pausedLimit;
  if (state !== "open") return undefined;
  if (told === undefined) return since + Math.min(timings.darkNotice, timings.darkLimit);
  if (told === "failing") return since + Math.max(timings.darkLimit - timings.pauseWarning, 0);
  return since + timings.darkLimit;
}

/** When (unix ms) a dark endpoint is to be looked at again; `hasCandidate`: something waits that could be a probe. */
export function nextLook(health: EndpointHealth, hasCandidate: boolean, timings: DarkTimings): number | undefined {
  const step = stepAt(health, timings);
  const probe = hasCandidate ? health.probeAt : undefined;
  if (step === undefined || probe === undefined) return step ?? probe;
  return Math.min(step, probe);
}
