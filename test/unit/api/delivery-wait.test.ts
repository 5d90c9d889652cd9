import { describe, expect, it } from "vitest";
import { type DeliveryWait, type WaitContext, waitOf } from "../../../shared/api/deliveries/delivery-wait.ts";
import { newCircuit } from "../../../shared/delivery/endpoint/endpoint-circuit.ts";
import { type DeliveryRow, newDeliveryRow, withAnswer } from "../../../shared/delivery/rows/delivery-row.ts";
import { attemptsOf } from "../../../shared/delivery/rows/retry-plan.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import type { PartnerAccess } from "../../../shared/partners/partner.ts";
import { aSubscription } from "../delivery/delivery-world.ts";
import { idOf } from "../fanout/an-event.ts";

const now = Date.UTC(2026, 10, 21, 9);
const iso = (ms: number) => new Date(now + ms).toISOString();
const message = { subscription: "sub_1", partner: "prt_1", instance: "acme", event: idOf(1), run: "0", attempt: 1 };
const fresh = newDeliveryRow(message, now, 1_000);
const held: DeliveryRow = { ...fresh, state: "held", attempt: 1 };
const access: PartnerAccess = { partner: "prt_1", isActive: true, instances: "all", quotas: undefined, rev: 1 };
const well: WaitContext = {
  ...{ subscription: aSubscription(), circuit: newCircuit, access },
  attempts: attemptsOf(defaultTimings),
};
const failed = { at: now, ms: 20, timing: {}, result: "failed", type: "person.updated" } as const;
const plan = { timings: defaultTimings, chance: 0 };
const under = (circuit: Partial<WaitContext["circuit"]>): WaitContext => ({
  ...well,
  circuit: { ...newCircuit, ...circuit },
});
const disabled = (reason: "gone" | "requested" | "unreachable" | "owner", more: object = {}): WaitContext => ({
  ...well,
  subscription: aSubscription({ status: "disabled", disabledReason: reason, ...more }),
});

function failures(count: number, answer: object): DeliveryRow {
  let row = fresh;
  for (let attempt = 1; attempt <= count; attempt += 1)
    row = withAnswer(row, { attempt }, { ...failed, ...answer }, plan);
  return row;
}

describe("what a delivery waits for", () => {
  type Wait = { readonly sentence?: string; readonly behind?: string } & Partial<Omit<DeliveryWait, "sentence">>;
  const said = (text: string): string => expect.stringContaining(text);
  it.each<[string, Wait, DeliveryRow?, WaitContext?]>([
    [
      "the wait that the endpoint asked for",
      {
        ...{ reason: "retry_after", until: now + 30_020 },
        sentence: `The endpoint returned HTTP 503 and asked Feedhook to wait 30 seconds (Retry-After). The next attempt is at ${iso(30_020)}.`,
      },
      failures(1, { status: 503, retryAfter: 30_000 }),
    ],
    [
      "the wait that the endpoint asked for, spread by a tenth",
      { reason: "retry_after", until: now + 32_020 },
      { ...failures(1, { status: 503, retryAfter: 30_000 }), nextAt: now + 32_020 },
    ],
    [
      "the ladder, where that waits longer than the endpoint asked for",
      {
        ...{ reason: "retry", until: now + 120_020 },
        sentence: `The endpoint returned HTTP 503. The next attempt, 4 of 12, is at ${iso(120_020)}.`,
      },
      failures(3, { status: 503, retryAfter: 1_000 }),
    ],
    [
      "the ladder, after no answer",
      {
        reason: "retry",
        sentence: `Feedhook can't send to the endpoint's URL. The next attempt, 2 of 12, is at ${iso(5_020)}.`,
      },
      failures(1, { error: "blocked", result: "blocked" }),
    ],
    [
      "the ladder, of which probes are no steps",
      { reason: "retry", sentence: said("The next attempt, 3 of 12,") },
      { ...failures(2, { status: 500 }), attempt: 9, probes: 7 },
    ],
    ["its first attempt", { reason: "queued", sentence: "The delivery is queued and will be sent next." }],
    [
      "an open circuit's next probe",
      {
        ...{ reason: "circuit_open", since: now - 1_000, until: now + 30_000 },
        sentence: `The endpoint has been failing since ${iso(-1_000)}. The next attempt is at ${iso(30_000)}. Delivery resumes when an attempt or a ping gets a 2xx response.`,
      },
      held,
      under({ state: "open", since: now - 1_000, probeAt: now + 30_000 }),
    ],
    [
      "a paused endpoint's",
      {
        reason: "endpoint_paused",
        sentence: `The endpoint failed for three days and has been paused since ${iso(0)}. Delivery resumes when an attempt or a ping gets a 2xx response.`,
      },
      held,
      under({ state: "paused", since: now }),
    ],
    [
      "the backlog of an endpoint that has come back",
      {
        reason: "backlog",
        sentence: "The endpoint is responding again. Feedhook is sending the held deliveries, oldest first.",
      },
      held,
      under({ drain: { at: now, size: 10 } }),
    ],
    [
      "older ones of a limited endpoint",
      { reason: "backlog", sentence: said("Older deliveries to this endpoint are sent first.") },
      { ...fresh, postponed: "backlog", nextAt: now + 1_000 },
    ],
    [
      "a limit",
      { reason: "rate_limit", until: now + 1_000 },
      { ...fresh, postponed: "rateLimit", nextAt: now + 1_000 },
    ],
    [
      "an earlier event of its record",
      {
        ...{ reason: "ordered", behind: idOf(7) },
        sentence: `The delivery is waiting until an earlier event for the same record, ${idOf(7)}, is delivered or expires.`,
      },
    ],
    [
      "an attempt that is being made",
      { reason: "attempt_under_way", since: now },
      { ...fresh, attempt: 1, claimedAt: now },
    ],
    [
      "its owner, who disabled the subscription with a key",
      {
        ...{ reason: "subscription_disabled", since: now, by: "ci" },
        sentence: `The endpoint was disabled at ${iso(0)} using the API key "ci". Delivery resumes when the endpoint is enabled.`,
      },
      held,
      disabled("owner", { disabledAt: now, disabledBy: "ci" }),
    ],
    [
      "an operator, who disabled the subscription",
      { by: "operator", sentence: said("was disabled by an operator.") },
      held,
      disabled("owner", { disabledBy: "operator" }),
    ],
    [
      "its owner, of whom nothing more was kept",
      { sentence: "The endpoint was disabled. Delivery resumes when the endpoint is enabled." },
      held,
      disabled("owner"),
    ],
    ["an endpoint that is gone", { sentence: said("410 Gone") }, held, disabled("gone")],
    ["an endpoint that asked for it", { sentence: said("webhook-delivery: disable") }, held, disabled("requested")],
    ["an endpoint that was unreachable", { sentence: said("14 days") }, held, disabled("unreachable")],
    [
      "a partner that is suspended",
      { reason: "partner_suspended", since: now, sentence: said("lifts the suspension") },
      held,
      { ...under({ state: "disabled", since: now }), access: { ...access, isActive: false } },
    ],
    [
      "nothing, where the instance was revoked",
      {
        reason: "instance_revoked",
        sentence: "The partner no longer has access to acme, so Feedhook won't send this event.",
      },
      held,
      { ...well, access: { ...access, instances: new Set(["other"]) } },
    ],
  ])("%s", (_, expected, row = fresh, context = well) => {
    expect(waitOf(row, context, expected.behind)).toMatchObject(expected);
  });

  it.each(["delivered", "expired", "failed"] as const)("nothing, once it is %s", (state) => {
    expect(waitOf({ ...fresh, state }, well)).toBeUndefined();
  });
});
