import type { components } from "./api-types.ts";

/** After this many consecutive failures, an endpoint counts as failing although its circuit is still closed. */
const failingFrom = 3;

/** The health of an endpoint as people see it: a closed circuit alone doesn't mean that all is well. */
export function healthOf({
  endpoint: { state, failures, recentFailures },
  status,
}: Pick<components["schemas"]["ListedSubscription"], "endpoint" | "status">):
  | "healthy"
  | "unsteady"
  | "open"
  | "paused"
  | "disabled" {
  if (status === "disabled") return "disabled";
  if (state !== "healthy") return state;
  if (failures >= failingFrom) return "open";
  return recentFailures > 0 ? "unsteady" : "healthy";
}
