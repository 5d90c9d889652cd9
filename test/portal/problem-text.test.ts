import { describe, expect, it } from "vitest";
import { answerOf, done } from "../../infra/portal/app/api/client.ts";
import { alertReason } from "../../infra/portal/app/logic/alert-words.ts";
import { problemText } from "../../infra/portal/app/logic/problem-text.ts";

describe("an API error", () => {
  it("names fields by their labels, in sentences", () => {
    const errors = [
      { field: "code", message: "is wrong or expired. You have 4 tries left" },
      { field: "eventTypes.0", message: "must be an event type" },
      { field: "headers.x-key", message: "is reserved" },
      { field: "filter.owner.typ", message: "must be an array" },
      { field: "data", message: "must be at most 64 KB" },
    ];
    expect(problemText(400, { title: "Invalid request", detail: "5 fields are invalid.", errors })).toBe(
      "Confirmation code is wrong or expired. You have 4 tries left. Events (entry 1) must be an event type. " +
        "Header x-key is reserved. Filter: owner.typ must be an array. Example data must be at most 64 KB.",
    );
  });

  it("calls a subscription an endpoint", () => {
    expect(problemText(409, { detail: "The subscription is disabled. Enable it first." })).toBe(
      "The endpoint is disabled. Enable it first.",
    );
    expect(problemText(409, { detail: "Create a subscription first." })).toBe("Create an endpoint first.");
    const errors = [{ field: "instances", message: "must contain only instances of the subscription" }];
    expect(problemText(400, { errors })).toBe("Instances must contain only instances of the endpoint.");
  });

  it("shows its detail, its title, or that the user can try again", () => {
    expect(problemText(429, { title: "Too many requests", detail: "Wait ten seconds." })).toBe("Wait ten seconds.");
    expect(problemText(409, { title: "Too many concurrent changes" })).toBe("Too many concurrent changes.");
    const again = (status: number) => `Feedhook returned an error (${status}). Try again in a minute.`;
    expect(problemText(502, {})).toBe(again(502));
    expect(problemText(500, { title: "Internal error" })).toBe(again(500));
  });
});

describe("why an alert didn't arrive", () => {
  it.each([
    ["slack", "http_404", "The chat service returned 404. Check the webhook URL."],
    ["teams", "http_401", "Microsoft Teams returned 401. Check the workflow URL."],
    ["pagerduty", "http_400", "PagerDuty returned 400. Check the integration key and the region."],
    ["slack", "http_429", "The chat service returned 429."],
    ["slack", "http_503", "The chat service returned 503."],
    ["slack", "dns", "The host name didn't resolve."],
    ["email", "smtp_550", "The mail server rejected the alert (550). Check the address."],
    ["email", "smtp_451", "The mail server returned 451."],
    ["email", "too_many_today", "The daily alert limit was reached. It resets at 00:00 UTC."],
    ["slack", "something_new", "Reason: something_new."],
  ] as const)("%s %s", (channel, reason, said) => {
    expect(alertReason(channel, reason)).toBe(said);
  });

  it("is nothing that a partner can change if the mail server refuses Feedhook", () => {
    for (const reason of ["smtp_535", "smtp_eauth", "ses_MessageRejected"]) {
      expect(alertReason("email", reason)).toMatch(new RegExp(`${reason}.*contact the operator`));
    }
  });
});

it("a call that gets no response fails with a message for the user, whether or not its response has a body", async () => {
  const offline = () => Promise.reject(new TypeError("Failed to fetch"));
  const message = "Can't reach Feedhook. Check your connection and try again.";
  await expect(answerOf(offline())).rejects.toThrow(message);
  await expect(done(offline())).rejects.toThrow(message);
});
