import type { components } from "./api-types.ts";

type Answer = components["schemas"]["SubscriptionCompleteness"];
type Hour = Pick<Answer["hours"][number], "waitingFor" | "nextRetryAt">;

/** For example, `2 for a retry (earliest: 10:04)`. Empty if no events are waiting. */
export function waitingText(
  { waitingFor, nextRetryAt }: Hour,
  endpoint: Answer["endpoint"],
  timeOf: (at: string) => string,
): string {
  if (waitingFor === undefined) return "";
  const { queue, retry, limit, endpoint: held } = waitingFor;
  const at = nextRetryAt === undefined ? "" : ` (earliest: ${timeOf(nextRetryAt)})`;
  const parts = [
    [held, endpointText(endpoint, timeOf)],
    [limit, "the rate limit or earlier events"],
    [retry, `a retry${at}`],
    [queue, queue === 1 ? "its turn" : "their turn"],
  ] as const;
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} for ${what}`])).join("; ");
}

function endpointText({ state, nextProbeAt }: Answer["endpoint"], timeOf: (at: string) => string): string {
  if (state === "disabled") return "the disabled endpoint";
  const probe = nextProbeAt === undefined ? "" : ` (next attempt: ${timeOf(nextProbeAt)})`;
  if (state === "open") return `the failing endpoint${probe}`;
  return state === "paused" ? `the paused endpoint${probe}` : "the endpoint";
}
