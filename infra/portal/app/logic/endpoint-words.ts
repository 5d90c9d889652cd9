import type { components } from "../../../api-client/api-types.ts";
import { shownEndpointState } from "../../../api-client/state-words.ts";
import { causeOf, causeText } from "./attempt-cause.ts";
import { atLeast, plural } from "./plural.ts";
import { clauseOf } from "./sentence.ts";
import { startText } from "./start-text.ts";

export type ListedSubscription = components["schemas"]["ListedSubscription"];
type Statistics = components["schemas"]["AttemptStatistics"];

export function waitingText(backlog: components["schemas"]["Endpoint"]["backlog"] | undefined): string {
  if (backlog === undefined || backlog.held + backlog.waiting === 0) return "";
  const { held, waiting, more } = backlog;
  return `${atLeast(held + waiting, more, "event is", "events are")} undelivered.`;
}

/** Undefined if the portal shows a state that isn't the stored one, because only the stored state's start is known. */
export function shownSince(endpoint: ListedSubscription["endpoint"]): string | undefined {
  return shownEndpointState(endpoint) === endpoint.state ? endpoint.since : undefined;
}

export function successOf(statistics: Statistics | undefined): string {
  if (statistics === undefined) return "no attempts";
  const { attempts, successRate } = statistics;
  // Rounds down, so that 100% means that every attempt succeeded.
  const percent = Math.floor(successRate * 1_000) / 10;
  return `${percent}% of ${plural(attempts, "attempt", "attempts")}`;
}

export function latencyOf({ p50Ms, p95Ms }: Partial<Statistics> = {}): string {
  return p50Ms === undefined || p95Ms === undefined ? "No responses" : `Median ${p50Ms} ms, 95% within ${p95Ms} ms`;
}

type Troubled = Pick<ListedSubscription, "id" | "disabledReason" | "endpoint"> & Partial<ListedSubscription>;

/** The worst problems have the lowest `rank`. */
export type EndpointProblem<T extends Troubled = ListedSubscription> = {
  readonly subscription: T;
  readonly rank: number;
  /** `idle`: someone has acknowledged the problem. */
  readonly level: "bad" | "warn" | "idle";
  readonly sentence: string;
  readonly advice: string;
};

const disabled = {
  gone: {
    sentence: "is disabled because it returned 410 Gone",
    advice: "Check the URL. Once your server responds with 2xx, enable the endpoint.",
  },
  requested: {
    sentence: "is disabled because its response contained the header “webhook-delivery: disable”",
    advice: "To receive events again, remove that header from your responses. Then enable the endpoint.",
  },
  unreachable: {
    sentence: "is disabled because it didn't recover within 14 days of being paused",
    advice: "Once your server responds with 2xx, enable the endpoint.",
  },
} as const;

/** Acknowledged problems come last. An endpoint that its owner disabled has no problem. */
export function endpointProblems<T extends Troubled>(
  subscriptions: readonly T[],
  now: number,
): readonly EndpointProblem<T>[] {
  return subscriptions
    .flatMap((subscription) => {
      const problem = problemOf(subscription, now);
      if (problem === undefined) return [];
      const isKnown = subscription.endpoint.acknowledged !== undefined;
      return [{ subscription, ...problem, ...(isKnown && { rank: acknowledgedRank, level: "idle" as const }) }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}

const acknowledgedRank = 10;

function problemOf(subscription: Troubled, now: number): Omit<EndpointProblem, "subscription"> | undefined {
  const { kind, endpoint, disabledReason = "owner" } = subscription;
  const state = shownEndpointState(endpoint);
  if (kind === "pull" || state === "healthy") return undefined;
  const advice = endpoint.lastFailure === undefined ? "" : causeText(endpoint.lastFailure, kind);
  if (state === "disabled") {
    if (disabledReason === "owner") return undefined;
    const { sentence, advice: next } = disabled[disabledReason];
    return { rank: 0, level: "bad", sentence, advice: disabledReason === "unreachable" ? `${advice} ${next}` : next };
  }
  if (state === "paused") {
    const next = "Feedhook tries again every six hours. To try now, resume delivery.";
    return { rank: 1, level: "bad", sentence: "is paused after failing for three days", advice: `${advice} ${next}` };
  }
  if (endpoint.state === "open") {
    const cause = endpoint.lastFailure && causeOf(endpoint.lastFailure, kind);
    const because = cause === undefined ? "" : `: ${clauseOf(cause.title)}`;
    const since = endpoint.since === undefined ? "" : ` since ${startText(Date.parse(endpoint.since), now)}`;
    return { rank: 2, level: "bad", sentence: `has been failing${since}${because}`, advice: cause?.advice ?? "" };
  }
  const failures = failuresText(endpoint, "failure", "recent ");
  if (state === "open") return { rank: 3, level: "bad", sentence: `is failing: ${failures}`, advice };
  const how = endpoint.failures === 0 ? "is responding again after" : "is unstable:";
  // Without `Last failure:`, the advice would read as if the endpoint were still failing.
  return { rank: 4, level: "warn", sentence: `${how} ${failures}`, advice: advice && `Last failure: ${advice}` };
}

/** The most secrets that an endpoint can have at a time. */
const mostSecrets = 4;

export function rotationNote(valid: components["schemas"]["Subscription"]["signingKeys"]): string | undefined {
  if (valid.length < 2) return undefined;
  if (valid.length < mostSecrets) return "Any other valid secrets expire at the same time as the old one, or sooner.";
  return `${mostSecrets} secrets are valid, which is the maximum. To rotate now, choose “Immediately”, which revokes all ${mostSecrets}.`;
}

type Failures = Pick<ListedSubscription["endpoint"], "failures" | "recentFailures" | "state">;

export function recentFailuresText(endpoint: Failures): string {
  const { state, failures, recentFailures } = endpoint;
  // When an endpoint's state becomes `open`, `recentFailures` starts again at 0, but `failures` doesn't.
  const recent = state === "healthy" ? recentFailures : failures;
  return recent === 0 ? "None" : failuresText({ failures, recentFailures: recent }, "attempt");
}

/** `adjective` is left out if all failures are in a row. */
function failuresText({ failures, recentFailures }: Omit<Failures, "state">, noun: string, adjective = ""): string {
  if (failures > 1 && failures >= recentFailures) return `${plural(failures, noun, `${noun}s`)} in a row`;
  const recent = plural(recentFailures, `${adjective}${noun}`, `${adjective}${noun}s`);
  const last = noun === "attempt" ? failures : `${failures} attempts`;
  return failures > 1 ? `${recent}, including the last ${last}` : recent;
}

export function typesText(types: readonly string[]): string {
  return types.map((type) => (type === "*" ? "All changes" : type)).join(", ");
}
