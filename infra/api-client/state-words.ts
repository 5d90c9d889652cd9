import type { components } from "./api-types.ts";

/** The word that the portal and the terminal show for each state in the API. */
export const stateWords = {
  // deliveries
  waiting: "Waiting",
  blocked: "URL blocked",
  held: "Held",
  delivered: "Delivered",
  expired: "Expired",
  failed: "Failed",
  // endpoints
  healthy: "Healthy",
  open: "Failing",
  unstable: "Unstable",
  paused: "Paused",
  disabled: "Disabled",
  // feeds and instances
  active: "Active",
  connecting: "Connecting",
  parked: "Rejected by the source",
  backing_off: "Backing off",
  given_up: "Stopped for now",
  suspended: "Suspended",
  deleting: "Deleting",
  // replays
  running: "Running",
  cancelled: "Cancelled",
  completed: "Completed",
} as const;

const words: ReadonlyMap<string, string> = new Map(Object.entries(stateWords));

/** The word for a state. An unknown state, from a later version of Feedhook, is returned unchanged. */
export const stateWord = (state: string): string => words.get(state) ?? state;

/** After this many consecutive failures, an endpoint is shown as failing even if its circuit hasn't opened. */
const failingFrom = 3;

/** The state to show for an endpoint. A healthy endpoint is shown as unstable or failing if recent attempts failed. */
export function shownEndpointState({
  state,
  failures,
  recentFailures,
}: Pick<components["schemas"]["EndpointSummary"], "state" | "failures" | "recentFailures">) {
  if (state !== "healthy") return state;
  if (failures >= failingFrom) return "open";
  return recentFailures > 0 ? "unstable" : state;
}

/**
 * The state to show for a feed. An instance that is paused or parked isn't read, regardless of its feeds' states. If
 * only the feed is parked, its owner may be gone, so the feed isn't shown as rejected by the source.
 */
export function shownState<S extends string>(state: S, instance: string | undefined) {
  if (instance === "paused" || instance === "parked") return instance;
  return state === "parked" ? "given_up" : state;
}
