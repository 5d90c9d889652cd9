import { describe, expect, it } from "vitest";
import { causeText } from "../../infra/portal/app/logic/attempt-cause.ts";
import { localTimes, outcomeText, wasSent, whatComesNext } from "../../infra/portal/app/logic/delivery-words.ts";
import {
  endpointProblems,
  type ListedSubscription,
  latencyOf,
  recentFailuresText,
  rotationNote,
  shownSince,
  successOf,
  waitingText,
} from "../../infra/portal/app/logic/endpoint-words.ts";
import type { Outcome } from "../../shared/api/explain/delivery-verdicts.ts";
import { eventText, findingText } from "../../shared/api/explain/finding-text.ts";
import { mostSecrets } from "../../shared/subscriptions/subscription-secrets.ts";

describe("the text about an endpoint and a delivery", () => {
  const endpoint = { state: "open", lane: "fast", failures: 5, recentFailures: 0 } as const;
  const now = new Date(2026, 10, 21, 12).getTime();
  const problemOf = (given: Partial<ListedSubscription> & Pick<ListedSubscription, "endpoint">) =>
    endpointProblems([{ id: "sub_1", kind: "push", status: "active", eventTypes: ["*"], ...given }], now)[0];

  it("names the cause of the last failure in words", () => {
    expect(causeText({ status: 404 })).toMatch(/^The server has no POST route at this path \(404\)\. Check the path/);
  });

  it("names the cause in AWS's terms for a queue or a bus", () => {
    expect(causeText({ status: 404 }, "sqs")).toMatch(
      /^The destination doesn't exist \(404\)\. Create the destination, or/,
    );
    expect(causeText({ status: 403 }, "eventbridge")).toMatch(
      /^AWS denied access \(403\)\. Check that the role exists/,
    );
    expect(causeText({ status: 429 }, "sqs")).toBe(causeText({ status: 429 }));
    expect(causeText({ error: "blocked" }, "sqs")).toBe(
      "Feedhook has no credentials for AWS. Ask the operator to configure them.",
    );
    for (const given of [{ status: 500 }, { status: 413 }, { status: 200 }, { error: "timeout" }, {}] as const)
      expect(causeText(given, "sqs"), JSON.stringify(given)).not.toMatch(/endpoint|server/);
    const lastFailure = { event: "evt_1", run: "0", at: "2026-11-21T08:00:00.000Z", durationMs: 1, status: 403 };
    expect(problemOf({ kind: "sqs", endpoint: { ...endpoint, lastFailure } })).toMatchObject({
      sentence: expect.stringContaining("AWS denied access"),
      advice: expect.stringContaining("external ID"),
    });
  });

  it("says how many attempts succeeded, and 100 % only if all did", () => {
    expect(successOf({ attempts: 1, successRate: 1 })).toBe("100% of 1 attempt");
    expect(successOf({ attempts: 100_000, successRate: 0.99999 })).toBe("99.9% of 100,000 attempts");
    expect(successOf(undefined)).toBe("no attempts");
  });

  it("says how long responses took", () => {
    expect(latencyOf({ p50Ms: 84, p95Ms: 310 })).toBe("Median 84 ms, 95% within 310 ms");
    expect(latencyOf(undefined)).toBe("No responses");
  });

  it("distinguishes a recovered endpoint from one that still fails occasionally", () => {
    const said = (failures: number, recentFailures: number) =>
      problemOf({ endpoint: { ...endpoint, state: "healthy", failures, recentFailures } })?.sentence;
    expect(said(0, 1)).toBe("is responding again after 1 recent failure");
    expect(said(1, 1)).toBe("is unstable: 1 recent failure");
    expect(said(2, 5)).toBe("is unstable: 5 recent failures, including the last 2 attempts");
    expect(said(3, 3)).toBe("is failing: 3 failures in a row");
  });

  it("groups failures by endpoint and cause: since when, and who knows of it", () => {
    const at = (day: number) => new Date(2026, 10, day, 8, 10).toISOString();
    const lastFailure = { event: "evt_1", run: "0", at: at(21), durationMs: 1, status: 401 };
    const failing = { ...endpoint, since: at(21), lastFailure };
    expect(problemOf({ endpoint: failing })).toMatchObject({
      ...{ level: "bad", sentence: "has been failing since 08:10: the endpoint denied access (401)" },
      advice: expect.stringMatching(/^If your code verifies signatures/),
    });
    expect(problemOf({ endpoint: { ...failing, since: at(20) } })?.sentence).toMatch(
      /^has been failing since 20 Nov, 08:10:/,
    );
    expect(problemOf({ endpoint })?.sentence).toBe("has been failing");
    const acknowledged = { at: at(21), by: "ci", note: "known" };
    const of = (id: string, known: object) => ({ ...{ id, endpoint: { ...failing, ...known } } });
    const found = endpointProblems([of("sub_1", { acknowledged }), of("sub_2", {})], now);
    expect(found.map(({ subscription, level }) => [subscription.id, level])).toEqual([
      ["sub_2", "bad"],
      ["sub_1", "idle"],
    ]);
  });

  it("says since when an endpoint has been in its state only if it is shown in that state", () => {
    const since = "2026-11-21T09:00:00Z";
    const said = (fields: object) => shownSince({ ...endpoint, failures: 0, since, ...fields });
    expect(said({ state: "healthy" })).toBe(since);
    expect(said({ state: "open" })).toBe(since);
    // The endpoint is shown as unstable or failing, but its circuit has been closed since then.
    expect(said({ state: "healthy", recentFailures: 1 })).toBeUndefined();
    expect(said({ state: "healthy", failures: 3 })).toBeUndefined();
  });

  it("says how many recent attempts failed, without repeating a number", () => {
    const said = (state: "open" | "healthy", failures: number, recentFailures: number) =>
      recentFailuresText({ state, failures, recentFailures });
    expect([said("healthy", 0, 0), said("open", 0, 0)]).toEqual(["None", "None"]);
    expect([said("healthy", 1, 1), said("open", 1, 0)]).toEqual(["1 attempt", "1 attempt"]);
    expect([said("healthy", 3, 3), said("open", 3, 0)]).toEqual(["3 attempts in a row", "3 attempts in a row"]);
    expect(said("healthy", 2, 5)).toBe("5 attempts, including the last 2");
  });

  it("says how a disabled or paused endpoint gets events again", () => {
    const lastFailure = { event: "evt_1", run: "0", at: "2026-11-21T09:00:00Z", durationMs: 1, status: 500 };
    const said = (disabledReason: "gone" | "requested" | "unreachable") =>
      problemOf({ disabledReason, endpoint: { ...endpoint, state: "disabled", lastFailure } });
    const requested = "is disabled because its response contained the header “webhook-delivery: disable”";
    expect(said("requested")?.sentence).toBe(requested);
    for (const reason of ["gone", "requested", "unreachable"] as const) {
      expect(said(reason)?.advice).toMatch(/enable the endpoint\.$/);
    }
    expect(said("unreachable")?.advice).toMatch(/^The endpoint returned an error \(500\)\. /);
    expect(problemOf({ endpoint: { ...endpoint, state: "paused", lastFailure } })?.advice).toMatch(
      /resume delivery\.$/,
    );
    expect(problemOf({ disabledReason: "owner", endpoint: { ...endpoint, state: "disabled" } })).toBeUndefined();
  });

  it("names endpoints instead of their ids, except those of others", () => {
    const names = new Map([["sub_1", "CRM"]]);
    const wording = { ...localTimes, noun: "endpoint" as const, nameOf: (id: string) => names.get(id) ?? id };
    const said = (subscription: string) => findingText({ code: "held", event: "evt_1", subscription }, wording);
    expect(said("sub_1")).toBe("for CRM, evt_1 is held until delivery to the endpoint resumes");
    expect(said("sub_2")).toMatch(/^for sub_2, evt_1 is held/);
    const changedSince = { code: "changedSince", event: "evt_1", subscription: "sub_1" };
    expect(findingText(changedSince, wording)).toBe(
      "for CRM, evt_1 wasn't sent: the endpoint's settings have changed since the event, and the earlier ones may have excluded it; to send it, start a replay",
    );
  });

  it("says in one sentence what happened to an event, and the first reason if it wasn't delivered everywhere", () => {
    const wording = { ...localTimes, timeOf: () => "Monday", noun: "endpoint" as const, nameOf: () => "CRM" };
    const said = (...outcomes: Outcome[]) => {
      const deliveries = outcomes.map((outcome, at) => ({ outcome, subscription: `sub_${at}` }));
      const event = { id: "evt_1", type: "person.updated", detectedAt: "2026-11-21T09:00:00Z", deliveries };
      const findings = [{ code: "held", event: "evt_1", subscription: "sub_1" }];
      return eventText("This event", event, findings, wording);
    };
    const reason = "for CRM, evt_1 is held until delivery to the endpoint resumes";
    expect(said()).toBe("This event was detected on Monday, and no endpoint selects it.");
    expect(said("held")).toBe(`This event was detected on Monday and hasn't been delivered: ${reason}.`);
    expect(said("delivered", "held")).toBe(
      `This event was detected on Monday and was delivered to 1 of 2 endpoints: ${reason}.`,
    );
    expect(said("delivered")).toBe(
      "This event was detected on Monday and was delivered to every endpoint that selects it.",
    );
  });

  it("shows times as people write them", () => {
    const wait = { reason: "circuit_open", since: "2026-11-22T08:58:38.688Z", until: "2026-11-22T08:59:08Z" } as const;
    const delivery = { event: "evt_1", instance: "acme", run: "0", attempts: [] };
    expect(whatComesNext({ ...delivery, state: "held", wait: { ...wait, sentence: "" } })).toMatch(
      /^The endpoint has been failing since \d\d? Nov 2026 at \d\d:\d\d:38\. The next attempt is on \d\d? Nov 2026 at \d\d:\d\d:08\./,
    );
  });

  it("says what the bridge waits for, or what to do once it has given up", () => {
    const delivery = { event: "evt_1", instance: "acme", run: "0", attempts: [] };
    const wait = { reason: "queued", sentence: "The delivery is queued and will be sent next." } as const;
    expect(whatComesNext({ ...delivery, state: "waiting", wait })).toBe(wait.sentence);
    expect(whatComesNext({ ...delivery, state: "held" })).toBe("Waiting.");
    expect(whatComesNext({ ...delivery, state: "failed" })).toMatch(/^Pings and examples aren't retried/);
    expect(whatComesNext({ ...delivery, state: "delivered" })).toBe(
      "Nothing. To receive the event again, resend or replay it.",
    );
    expect(whatComesNext({ ...delivery, run: "ping", state: "delivered" })).toMatch(/^Nothing\. Pings/);
    const attempts = [{ at: "2026-11-21T12:00:00.000Z", durationMs: 20, status: 500 }];
    expect(whatComesNext({ ...delivery, attempts, state: "expired" })).toMatch(/^All attempts failed/);
    expect(whatComesNext({ ...delivery, state: "expired" })).toBe("The event expired before it was delivered.");
  });
});

it("doesn't offer to resend an unsent event, a ping or an example", () => {
  const attempts = [{ at: "2026-11-21T12:00:00.000Z", durationMs: 20, status: 500 }];
  expect(wasSent([{ run: "0", attempts: [] }])).toBe(false);
  expect(wasSent([{ run: "ping", attempts }])).toBe(false);
  expect(wasSent([{ run: "example", attempts }])).toBe(false);
  expect(wasSent([{ run: "0", attempts }])).toBe(true);
});

it("never shows an outcome's code", () => {
  const outcomes = {
    ...{ waiting: "Waiting", blocked: "URL blocked", held: "Held", delivered: "Delivered", expired: "Expired" },
    ...{ waitingToBeFetched: "Waiting to be fetched", noAttempt: "Queued" },
    changedSince: "Not sent: the endpoint's earlier settings may have excluded the event",
    youngerThanEvent: "Not sent: the endpoint was created after the event",
    disabled: "Not sent: the endpoint is disabled",
    baselineNotWanted: "Not sent: the endpoint doesn't select baseline events",
    filtered: "Not sent: the filter doesn't match",
    typeNotAsked: "Not sent: the endpoint doesn't select this type",
    instanceNotAsked: "Not sent: the endpoint doesn't select this instance",
  } satisfies { [outcome in Outcome]: string };
  for (const [outcome, said] of Object.entries(outcomes)) expect(outcomeText(outcome)).toBe(said);
});

it("an endpoint's waiting deliveries are counted, and aren't mentioned if there are none", () => {
  expect(waitingText(undefined)).toBe("");
  expect(waitingText({ held: 0, waiting: 0, more: false })).toBe("");
  expect(waitingText({ held: 0, waiting: 1, more: false })).toBe("1 event is undelivered.");
  expect(waitingText({ held: 12, waiting: 2, more: false })).toBe("14 events are undelivered.");
  expect(waitingText({ held: 1_000, waiting: 0, more: true })).toBe("At least 1,000 events are undelivered.");
});

it("before a rotation, the dialog says what ends with it, and how to rotate at the limit", () => {
  const keys = (count: number) => Array.from({ length: count }, () => ({ createdAt: "2026-11-21T09:12:33.481Z" }));
  expect(rotationNote(keys(1))).toBeUndefined();
  expect(rotationNote(keys(2))).toContain("Any other valid secrets expire at the same time as the old one");
  expect(rotationNote(keys(mostSecrets - 1))).toContain("Any other valid secrets");
  expect(rotationNote(keys(mostSecrets))).toContain(`choose “Immediately”, which revokes all ${mostSecrets}.`);
});
