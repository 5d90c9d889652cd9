import type { components } from "../../../api-client/api-types.ts";
import { text } from "../text.ts";
import { atLeast, plural } from "./plural.ts";

type Attempt = components["schemas"]["Attempt"];
type Delivery = components["schemas"]["Delivery"];
export type ListedSubscription = components["schemas"]["ListedSubscription"];

/** Why an attempt failed, and what the endpoint's owner can do about it. */
export type Cause = { readonly title: string; readonly advice: string };

export function causeOf({ status, error }: Pick<Attempt, "status" | "error">): Cause {
  if (error !== undefined) return text.causes[error];
  const { answers } = text;
  if (status === undefined) return answers.server;
  if (status < 300) return answers.delivered;
  const known = new Map<number, Cause>([
    [401, answers.unauthorized],
    [403, answers.unauthorized],
    [404, answers.missing],
    [405, answers.missing],
    [410, answers.gone],
    [413, answers.tooLarge],
    [429, answers.tooMany],
  ]);
  const general = status < 400 ? answers.redirect : status < 500 ? answers.client : answers.server;
  return withStatus(known.get(status) ?? general, status);
}

function withStatus(cause: Cause, status: number): Cause {
  return cause.title.includes(String(status)) ? cause : { ...cause, title: `${cause.title} (${status})` };
}

/** Why an attempt failed and what to do about it, in sentences. */
export function causeText(attempt: Pick<Attempt, "status" | "error">): string {
  const { title, advice } = causeOf(attempt);
  return `${title}. ${advice}`;
}

/** A sentence about the events that wait for an endpoint; empty if there are none or the count is unknown. */
export function waitingText(backlog: components["schemas"]["Endpoint"]["backlog"] | undefined): string {
  if (backlog === undefined || backlog.held + backlog.waiting === 0) return "";
  const { held, waiting, more } = backlog;
  return `${atLeast(held + waiting, more, "delivery is", "deliveries are")} waiting.`;
}

type Statistics = components["schemas"]["AttemptStatistics"];

/** The percentage of attempts with a 2xx response, as text. */
export function successOf(statistics: Statistics | undefined): string {
  if (statistics === undefined) return "no attempts";
  const { attempts, successRate } = statistics;
  // 100% is shown only if every attempt succeeded.
  const percent = Math.floor(successRate * 1_000) / 10;
  return `${percent}% of ${plural(attempts, "attempt", "attempts")}`;
}

/** Response times, as text. */
export function latencyOf({ p50Ms, p95Ms }: Partial<Statistics> = {}): string {
  return p50Ms === undefined || p95Ms === undefined ? "no responses" : `median ${p50Ms} ms, 95% within ${p95Ms} ms`;
}

/** A problem of an endpoint, and what to do about it. The worst problems have the lowest `rank`. */
export type EndpointProblem = {
  readonly subscription: ListedSubscription;
  readonly rank: number;
  readonly level: "bad" | "warn";
  readonly sentence: string;
  readonly advice: string;
};

/** The current problems of endpoints. An endpoint that its owner disabled has none. */
export function endpointProblems(subscriptions: readonly ListedSubscription[]): readonly EndpointProblem[] {
  const { endpointProblems: sentences, endpointAdvice } = text;
  return subscriptions
    .flatMap((subscription): EndpointProblem[] => {
      const { endpoint, status, disabledReason } = subscription;
      const { lastFailure } = endpoint;
      const cause = lastFailure === undefined ? "" : causeText(lastFailure);
      if (subscription.kind === "pull") return [];
      if (status === "disabled") {
        if (disabledReason === undefined || disabledReason === "owner") return [];
        const advice =
          disabledReason === "unreachable" ? `${cause} ${endpointAdvice.unreachable}` : endpointAdvice[disabledReason];
        return [{ subscription, rank: 0, level: "bad", sentence: sentences[disabledReason], advice }];
      }
      if (endpoint.state === "paused") {
        const advice = `${cause} ${endpointAdvice.paused}`;
        return [{ subscription, rank: 1, level: "bad", sentence: sentences.paused, advice }];
      }
      const problem = { subscription, advice: cause };
      if (endpoint.state === "open") return [{ ...problem, rank: 2, level: "bad", sentence: sentences.open }];
      const health = healthOf(subscription);
      if (health === "healthy") return [];
      const failures = failuresText(endpoint, "recent failure", "recent failures");
      if (health === "open") {
        return [{ ...problem, rank: 3, level: "bad", sentence: `${sentences.failing}: ${failures}` }];
      }
      const how = endpoint.failures === 0 ? `${sentences.recovered} after` : `${sentences.flaky}:`;
      return [{ ...problem, rank: 4, level: "warn", sentence: `${how} ${failures}` }];
    })
    .toSorted((a, b) => a.rank - b.rank);
}

/** After this many consecutive failures, an endpoint counts as failing although its circuit is still closed. */
const failingFrom = 3;

/** The health of an endpoint as people see it: a closed circuit alone doesn't mean that all is well. */
export function healthOf({
  endpoint: { state, failures, recentFailures },
  status,
}: Pick<ListedSubscription, "endpoint" | "status">): "healthy" | "unsteady" | "open" | "paused" | "disabled" {
  if (status === "disabled") return "disabled";
  if (state !== "healthy") return state;
  if (failures >= failingFrom) return "open";
  return recentFailures > 0 ? "unsteady" : "healthy";
}

type Failures = Pick<ListedSubscription["endpoint"], "failures" | "recentFailures" | "state">;

/** How many recent attempts failed, as text. */
export function recentFailuresText(endpoint: Failures): string {
  const { state, failures, recentFailures } = endpoint;
  // While only probes are sent, no recent attempts are counted.
  const recent = state === "healthy" ? recentFailures : failures;
  return recent === 0 ? "None" : failuresText({ failures, recentFailures: recent }, "attempt", "attempts");
}

function failuresText({ failures, recentFailures }: Omit<Failures, "state">, one: string, other: string): string {
  if (failures > 1 && failures >= recentFailures) return `${plural(failures, one, other)} in a row`;
  const recent = plural(recentFailures, one, other);
  return failures > 1 ? `${recent}, the last ${failures} in a row` : recent;
}

/** A sentence with the endpoints' names in place of their ids. */
export function withNames(sentence: string, names: ReadonlyMap<string, string>): string {
  return sentence.replaceAll(/sub_[0-9A-Z]{26}/g, (id) => names.get(id) ?? id);
}

const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });

/** An API sentence without the routes in parentheses, because the page has a button or a link for each. */
export function withoutRoutes(sentence: string): string {
  return sentence.replaceAll(/ \((GET|POST) [^)]*\)/g, "");
}

/** An API sentence with its times in the user's local format. */
export function withTimes(sentence: string): string {
  return sentence.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, (instant) => time.format(new Date(instant)));
}

const outcomes: ReadonlyMap<string, string> = new Map(Object.entries({ ...text.states, ...text.outcomes }));

/** What became of an event at an endpoint. */
export const outcomeText = (outcome: string): string => outcomes.get(outcome) ?? outcome;

const isTest = ({ run }: Pick<Delivery, "run">): boolean => run === "ping" || run === "example";

/** Whether an event was sent to an endpoint. Pings and examples don't count, because they can't be resent. */
export const wasSent = (deliveries: readonly Pick<Delivery, "run" | "attempts">[]): boolean =>
  deliveries.some((one) => !isTest(one) && one.attempts.length > 0);

/** Why a delivery isn't done and what comes next, in a sentence. */
export function whatComesNext(delivery: Delivery): string {
  const { state, wait } = delivery;
  switch (state) {
    case "delivered":
      return isTest(delivery) ? "Delivered." : "Delivered. To receive the event again, resend it.";
    case "expired":
      return "All retries failed. Once the endpoint works, resend this event or replay all undelivered events.";
    case "failed":
      return "Pings and examples aren't retried. Send another once the endpoint works.";
    case "held":
    case "blocked":
    case "waiting":
      return wait === undefined ? "Waiting." : withTimes(wait.sentence);
  }
}
