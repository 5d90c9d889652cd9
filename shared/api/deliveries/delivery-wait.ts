import type { EndpointCircuit } from "../../delivery/endpoint/endpoint-circuit.ts";
import { type DeliveryRow, isFinal, stepOf } from "../../delivery/rows/delivery-row.ts";
import { isSpread } from "../../delivery/rows/retry-plan.ts";
import { isoTime } from "../../kernel/instant.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { disablerOf } from "../subscriptions/disabled-by.ts";
import { type TimeWording, type Wait, waitSentence } from "./wait-sentence.ts";

const utc: TimeWording<number> = { preposition: "at", timeOf: isoTime };

/** Times are in unix ms. */
export type DeliveryWait = Wait<number> & { readonly sentence: string };

export type WaitContext = {
  readonly subscription: Subscription;
  readonly circuit: EndpointCircuit;
  readonly access: PartnerAccess;
  /** The number of attempts in the retry schedule. */
  readonly attempts: number;
};

/** `behind`: the id of the event of the same record that must be delivered or expire first. */
export function waitOf(row: DeliveryRow, context: WaitContext, behind?: string): DeliveryWait | undefined {
  if (isFinal(row)) return undefined;
  const wait =
    heldBack(row, context) ?? waitForEndpoint(context.circuit) ?? waitForTurn(row, behind) ?? waitForTime(row, context);
  return { ...wait, sentence: waitSentence(wait, row, utc) };
}

/** Returns a reason that no response from the endpoint can change. */
function heldBack({ instance }: DeliveryRow, { subscription, circuit, access }: WaitContext): Wait<number> | undefined {
  if (!mayHave(access, instance)) return { reason: "instance_revoked" };
  if (!access.isActive)
    return { reason: "partner_suspended", ...(circuit.state === "disabled" && { since: circuit.since }) };
  if (subscription.status === "active") return undefined;
  const { disabledReason = "owner", disabledAt: since } = subscription;
  const by = disablerOf(subscription);
  return {
    ...{ reason: "subscription_disabled", disabledReason },
    ...(since !== undefined && { since }),
    ...(by !== undefined && { by }),
  };
}

function waitForEndpoint({ state, since, probeAt: until }: EndpointCircuit): Wait<number> | undefined {
  if (state !== "open" && state !== "paused") return undefined;
  const reason = state === "open" ? "circuit_open" : "endpoint_paused";
  return { reason, since, ...(until !== undefined && { until }) };
}

function waitForTurn(
  { claimedAt, postponed, nextAt: until }: DeliveryRow,
  behind: string | undefined,
): Wait<number> | undefined {
  if (behind !== undefined) return { reason: "ordered", behind };
  if (claimedAt !== undefined) return { reason: "attempt_under_way", since: claimedAt };
  const next = until === undefined ? {} : { until };
  if (postponed === "rateLimit") return { reason: "rate_limit", ...next };
  return postponed === "backlog" ? { reason: "backlog", ...next } : undefined;
}

function waitForTime(row: DeliveryRow, { attempts }: WaitContext): Wait<number> {
  const { state, nextAt: until, attempts: made } = row;
  if (state === "held") return { reason: "backlog", recovered: true };
  const last = made.at(-1);
  if (last === undefined || until === undefined) return { reason: "queued" };
  const { at, ms, retryAfter } = last;
  // If the delay matches `Retry-After`, the endpoint asked for it, and it replaced a shorter wait from the retry
  // schedule.
  if (retryAfter !== undefined && isSpread(until - at - ms, retryAfter))
    return { reason: "retry_after", until, retryAfterSeconds: Math.ceil(retryAfter / 1_000) };
  return { reason: "retry", until, attempt: stepOf(row) + 1, attempts };
}
