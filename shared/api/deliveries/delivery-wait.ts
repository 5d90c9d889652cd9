import type { FailureClass } from "../../delivery/attempt/dialer.ts";
import type { EndpointCircuit } from "../../delivery/endpoint/endpoint-circuit.ts";
import { type DeliveryRow, isFinal, stepOf } from "../../delivery/rows/delivery-row.ts";
import { isSpread } from "../../delivery/rows/retry-plan.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { isoTime } from "../http/iso-time.ts";
import { disablerClause, disablerOf } from "../subscriptions/disabled-by.ts";

export const waitReasons = [
  "retry",
  "retry_after",
  "rate_limit",
  "backlog",
  "ordered",
  "circuit_open",
  "endpoint_paused",
  "subscription_disabled",
  "partner_suspended",
  "instance_revoked",
  "attempt_under_way",
  "queued",
] as const;

/** What a delivery waits for. Times are unix ms. */
export type DeliveryWait = {
  readonly reason: (typeof waitReasons)[number];
  /** The reason as one sentence. */
  readonly sentence: string;
  readonly since?: number;
  /** When the next attempt or, while the endpoint is failing, its next probe is due; absent if no time is set. */
  readonly until?: number;
  /** The name of the key that disabled the subscription, or `operator`. */
  readonly by?: string;
  /** The event that must be delivered first. */
  readonly behind?: string;
};

/** What decides whether an endpoint is called. */
export type WaitContext = {
  readonly subscription: Subscription;
  readonly circuit: EndpointCircuit;
  readonly access: PartnerAccess;
  /** The number of attempts in the retry schedule. */
  readonly attempts: number;
};

type Waiting = Pick<DeliveryRow, "state" | "instance" | "attempt" | "attempts" | "probes" | "nextAt" | "claimedAt"> &
  Pick<DeliveryRow, "postponed">;

/**
 * Why a delivery isn't done, and when it continues; undefined if it is done. `behind`: the id of the event of the same
 * record that must be delivered first.
 */
export function waitOf(row: Waiting, context: WaitContext, behind?: string): DeliveryWait | undefined {
  if (isFinal(row)) return undefined;
  return (
    heldBack(row, context) ?? waitForEndpoint(context.circuit) ?? waitForTurn(row, behind) ?? waitForTime(row, context)
  );
}

/** A reason that no response of the endpoint changes. */
function heldBack({ instance }: Waiting, { subscription, circuit, access }: WaitContext): DeliveryWait | undefined {
  if (!mayHave(access, instance)) {
    const sentence = `The partner no longer has access to ${instance}, so Feedhook won't send this event.`;
    return { reason: "instance_revoked", sentence };
  }
  if (!access.isActive) {
    const sentence = "The partner is suspended. Delivery resumes when an operator resumes the partner.";
    return { reason: "partner_suspended", sentence, ...(circuit.state === "disabled" && { since: circuit.since }) };
  }
  if (subscription.status === "active") return undefined;
  const { disabledReason = "owner", disabledAt: since } = subscription;
  const by = disablerOf(subscription);
  const when = since === undefined ? "" : ` at ${isoTime(since)}`;
  const causes = {
    gone: `The endpoint was disabled${when} because it returned 410 Gone.`,
    requested: `The endpoint was disabled${when} because a response contained the webhook-delivery: disable header.`,
    unreachable: `The endpoint was disabled${when} because it didn't recover within 14 days of being paused.`,
    owner: `The endpoint was disabled${when}${disablerClause(subscription)}.`,
  };
  const sentence = `${causes[disabledReason]} Delivery resumes when the endpoint is enabled.`;
  return {
    reason: "subscription_disabled",
    sentence,
    ...(since !== undefined && { since }),
    ...(by !== undefined && { by }),
  };
}

function waitForEndpoint({ state, since, probeAt: until }: EndpointCircuit): DeliveryWait | undefined {
  if (state !== "open" && state !== "paused") return undefined;
  const next = until === undefined ? "" : ` The next attempt is at ${isoTime(until)}.`;
  const [reason, fact] =
    state === "open"
      ? (["circuit_open", `The endpoint has been failing since ${isoTime(since)}.`] as const)
      : ([
          "endpoint_paused",
          `The endpoint failed for three days and has been paused since ${isoTime(since)}.`,
        ] as const);
  const sentence = `${fact}${next} Delivery resumes when an attempt or a ping gets a 2xx response.`;
  return { reason, sentence, since, ...(until !== undefined && { until }) };
}

function waitForTurn(
  { claimedAt, postponed, nextAt: until }: Waiting,
  behind: string | undefined,
): DeliveryWait | undefined {
  const next = until === undefined ? {} : { until };
  const at = until === undefined ? "" : ` Feedhook checks again at ${isoTime(until)}.`;
  if (behind !== undefined) {
    const sentence = `The delivery is waiting for an earlier event of the same record, ${behind}.`;
    return { reason: "ordered", sentence, behind };
  }
  if (claimedAt !== undefined) {
    const sentence = `An attempt started at ${isoTime(claimedAt)}. Its result isn't known yet.`;
    return { reason: "attempt_under_way", sentence, since: claimedAt };
  }
  if (postponed === "rateLimit") {
    const sentence = `The endpoint or the partner has reached its delivery limit.${at}`;
    return { reason: "rate_limit", sentence, ...next };
  }
  if (postponed !== "backlog") return undefined;
  return { reason: "backlog", sentence: `Older deliveries to this endpoint are sent first.${at}`, ...next };
}

function waitForTime(row: Waiting, { attempts }: WaitContext): DeliveryWait {
  const { state, nextAt: until, attempts: made } = row;
  if (state === "held") {
    const sentence = "The endpoint is responding again. Feedhook is sending the held deliveries, oldest first.";
    return { reason: "backlog", sentence };
  }
  const last = made.at(-1);
  if (last === undefined || until === undefined)
    return { reason: "queued", sentence: "The delivery is queued and will be sent next." };
  const { at, ms, status, error, retryAfter } = last;
  const answer = status === undefined ? noResponse[error ?? "unknown"] : `The endpoint returned HTTP ${status}`;
  // If the time matches, `Retry-After` asked for more than the retry schedule.
  if (retryAfter !== undefined && isSpread(until - at - ms, retryAfter)) {
    const sentence = `${answer} with Retry-After: ${Math.ceil(retryAfter / 1_000)}. The next attempt is at ${isoTime(until)}.`;
    return { reason: "retry_after", sentence, until };
  }
  const next = `The next attempt, ${stepOf(row) + 1} of ${attempts}, is at ${isoTime(until)}.`;
  return { reason: "retry", sentence: `${answer}. ${next}`, until };
}

const noResponse: { readonly [error in FailureClass | "unknown"]: string } = {
  dns: "The endpoint's host name didn't resolve",
  connect: "The connection to the endpoint failed",
  tls: "The TLS handshake with the endpoint failed",
  timeout: "The endpoint didn't respond in time",
  blocked: "Feedhook can't send to the endpoint's address",
  protocol: "The endpoint didn't send a valid HTTP response",
  unknown: "The endpoint didn't respond",
};
