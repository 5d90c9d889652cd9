import type { components } from "./api-types.ts";
import { wordsFor } from "./words-for.ts";

/** The portal and the terminal show these words for the API's states. */
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

export const stateWord = wordsFor(stateWords);

/** After this many consecutive failures, an endpoint is shown as failing even if its circuit hasn't opened. */
const failingFrom = 3;

type Health = Pick<components["schemas"]["EndpointSummary"], "state" | "failures" | "recentFailures">;

export function shownEndpointState({ state, failures, recentFailures }: Health) {
  if (state !== "healthy") return state;
  if (failures >= failingFrom) return "open";
  return recentFailures > 0 ? "unstable" : state;
}

/**
 * The feeds of a paused or parked instance aren't read, whatever their own states. A parked feed's owner may be gone,
 * so such a feed isn't shown as rejected by the source.
 */
export function shownState<S extends string>(state: S, instance: string | undefined) {
  if (instance === "paused" || instance === "parked") return instance;
  return state === "parked" ? "given_up" : state;
}
