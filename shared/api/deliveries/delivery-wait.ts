import type { EndpointCircuit } from "../../delivery/endpoint/endpoint-circuit.ts";
import { type DeliveryRow, isFinal, stepOf } from "../../delivery/rows/delivery-row.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
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
  /** When it is tried again, or when its endpoint is probed; absent if no time is set. */
  readonly until?: number;
  /** The name of the key that disabled the subscription. */
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
    const sentence = `The partner no longer has access to ${instance}, so this event isn't sent.`;
    return { reason: "instance_revoked", sentence };
  }
  if (!access.isActive) {
    const sentence = "The partner is suspended. Delivery continues when an operator resumes it.";
    return { reason: "partner_suspended", sentence, ...(circuit.state === "disabled" && { since: circuit.since }) };
  }
  if (subscription.status === "active") return undefined;
  const { disabledReason = "owner", disabledAt: since } = subscription;
  const by = disablerOf(subscription);
  const when = since === undefined ? "" : ` at ${iso(since)}`;
  const causes = {
    gone: `The endpoint returned 410 Gone${when}, which disabled the subscription.`,
    requested: `The endpoint asked${when} to stop, which disabled the subscription.`,
    unreachable: `The subscription was disabled${when} because its endpoint didn't recover within 14 days of being paused.`,
    owner: `The subscription was disabled${when}${disablerClause(subscription)}.`,
  };
  const sentence = `${causes[disabledReason]} Delivery continues when the subscription is enabled.`;
  return {
    reason: "subscription_disabled",
    sentence,
    ...(since !== undefined && { since }),
    ...(by !== undefined && { by }),
  };
}

function waitForEndpoint({ state, since, probeAt: until }: EndpointCircuit): DeliveryWait | undefined {
  if (state !== "open" && state !== "paused") return undefined;
  const probe = until === undefined ? "" : `, and its next probe is due at ${iso(until)}`;
  const [reason, fact] =
    state === "open"
      ? (["circuit_open", `The endpoint has been failing since ${iso(since)}`] as const)
      : (["endpoint_paused", `The endpoint failed for three days and has been paused since ${iso(since)}`] as const);
  const sentence = `${fact}${probe}. Delivery continues when a probe or a ping gets a 2xx response.`;
  return { reason, sentence, since, ...(until !== undefined && { until }) };
}

function waitForTurn(
  { claimedAt, postponed, nextAt: until }: Waiting,
  behind: string | undefined,
): DeliveryWait | undefined {
  const next = until === undefined ? {} : { until };
  const at = until === undefined ? "" : ` The next check is at ${iso(until)}.`;
  if (behind !== undefined) {
    const sentence = `The delivery is waiting for ${behind}, an earlier event of the same record that isn't delivered yet.`;
    return { reason: "ordered", sentence, behind };
  }
  if (claimedAt !== undefined) {
    const sentence = `An attempt began at ${iso(claimedAt)} and isn't recorded yet.`;
    return { reason: "attempt_under_way", sentence, since: claimedAt };
  }
  if (postponed === "rateLimit") {
    const sentence = `The delivery rate limit of this endpoint or its partner is used up.${at}`;
    return { reason: "rate_limit", sentence, ...next };
  }
  if (postponed !== "backlog") return undefined;
  return { reason: "backlog", sentence: `Older deliveries to this endpoint go first.${at}`, ...next };
}

function waitForTime(row: Waiting, { attempts }: WaitContext): DeliveryWait {
  const { state, nextAt: until, attempts: made } = row;
  if (state === "held") {
    const sentence = "The endpoint is responding again. Held deliveries are being sent, oldest first.";
    return { reason: "backlog", sentence };
  }
  const last = made.at(-1);
  if (last === undefined || until === undefined)
    return { reason: "queued", sentence: "The delivery is queued and is sent next." };
  const { at, ms, status, error, retryAfter } = last;
  const answer =
    status === undefined
      ? `The last attempt got no response (${error ?? "unknown"})`
      : `The endpoint returned HTTP ${status}`;
  // If the time matches, `Retry-After` asked for more than the retry schedule.
  if (retryAfter !== undefined && until === Math.ceil(at + ms + retryAfter)) {
    const sentence = `${answer} with Retry-After: ${Math.ceil(retryAfter / 1_000)}. The next attempt is at ${iso(until)}.`;
    return { reason: "retry_after", sentence, until };
  }
  const step = `Step ${stepOf(row) + 1} of ${attempts} of the retry schedule`;
  return { reason: "retry", sentence: `${answer}. ${step} follows at ${iso(until)}.`, until };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
