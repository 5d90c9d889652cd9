import type * as z from "zod";
import type { FailureClass } from "../../delivery/attempt/dialer.ts";
import type { deliveryWait } from "./delivery-schemas.ts";

type Answer = z.input<typeof deliveryWait>;

/** What a delivery waits for, as the API returns it, with times of the type `T`. */
export type Wait<T> = Omit<Answer, "since" | "until" | "sentence"> & { readonly since?: T; readonly until?: T };

type Waiting = {
  readonly instance: string;
  readonly attempts: readonly { readonly status?: number; readonly error?: FailureClass }[];
};

/** The API writes `at` and a time in UTC, and the portal writes `on` and a local date and time. */
export type TimeWording<T> = { readonly preposition: "at" | "on"; readonly timeOf: (time: T) => string };

export function waitSentence<T>(
  wait: Wait<T>,
  { instance, attempts }: Waiting,
  { preposition, timeOf }: TimeWording<T>,
): string {
  const { reason, since, until, by, behind = "", disabledReason = "owner", recovered } = wait;
  const last = lastAnswer(attempts);
  const after = (words: string, time: T | undefined) => (time === undefined ? "" : `${words} ${timeOf(time)}`);
  const resumes = "Delivery resumes when an attempt or a ping gets a 2xx response.";
  const next = until === undefined ? "" : `${after(` The next attempt is ${preposition}`, until)}.`;
  const again = until === undefined ? "" : `${after(` Feedhook checks again ${preposition}`, until)}.`;
  const sentences = {
    instance_revoked: `The partner no longer has access to ${instance}, so Feedhook won't send this event.`,
    partner_suspended: "The partner is suspended. Delivery resumes when an operator lifts the suspension.",
    subscription_disabled: `The endpoint was disabled${after(` ${preposition}`, since)}${causes(by)[disabledReason]}. Delivery resumes when the endpoint is enabled.`,
    circuit_open: `The endpoint has been failing${after(" since", since)}.${next} ${resumes}`,
    endpoint_paused: `The endpoint failed for three days and has been paused${after(" since", since)}.${next} ${resumes}`,
    ordered: `The delivery is waiting until an earlier event for the same record, ${behind}, is delivered or expires.`,
    attempt_under_way: `An attempt is in progress${since === undefined ? "" : ` (started ${preposition} ${timeOf(since)})`}.`,
    rate_limit: `The endpoint or the partner has reached a delivery limit.${again}`,
    backlog: recovered
      ? "The endpoint is responding again. Feedhook is sending the held deliveries, oldest first."
      : `Older deliveries to this endpoint are sent first.${again}`,
    queued: "The delivery is queued and will be sent next.",
    retry_after: `${last} and asked Feedhook to wait ${seconds(wait.retryAfterSeconds ?? 0)} (Retry-After).${next}`,
    retry: `${last}. The next attempt, ${wait.attempt ?? 0} of ${wait.attempts ?? 0}, is${after(` ${preposition}`, until)}.`,
  };
  return sentences[reason];
}

const causes = (by: string | undefined) => ({
  gone: " because it returned 410 Gone",
  requested: " because a response contained the header “webhook-delivery: disable”",
  unreachable: " because it didn't recover within 14 days of being paused",
  owner: by === undefined ? "" : ` ${actorText(by)}`,
});

/** Says first whether an operator acted, because a partner can give a key any name, such as `operators`. */
export function actorText(by: string): string {
  return by === "operator" ? "by an operator" : `using the API key "${by}"`;
}

const seconds = (count: number): string => `${count} ${count === 1 ? "second" : "seconds"}`;

function lastAnswer(attempts: Waiting["attempts"]): string {
  const { status, error = "unknown" } = attempts.at(-1) ?? {};
  return status === undefined ? noResponse[error] : `The endpoint returned HTTP ${status}`;
}

const noResponse: { readonly [error in FailureClass | "unknown"]: string } = {
  dns: "The endpoint's host name didn't resolve",
  connect: "The connection to the endpoint failed",
  tls: "The TLS handshake with the endpoint failed",
  timeout: "The endpoint didn't respond in time",
  blocked: "Feedhook can't send to the endpoint's URL",
  protocol: "The endpoint didn't send a valid HTTP response",
  unknown: "The endpoint didn't respond",
};
