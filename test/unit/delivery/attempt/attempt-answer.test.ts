import { describe, expect, it } from "vitest";
import type { DialOutcome, FailureClass } from "../../../../shared/delivery/attempt/dialer.ts";
import { answerOf } from "../../../../shared/delivery/attempt/webhook-post.ts";
import { defaultTimings } from "../../../../shared/kernel/timings.ts";

const at = Date.UTC(2026, 10, 21, 9);
const judged = (outcome: DialOutcome) => answerOf(outcome, { at, type: "person.updated" }, defaultTimings);
const answered = (status: number, headers: { retryAfter?: string; webhookDelivery?: string } = {}): DialOutcome => ({
  outcome: "answered",
  status,
  headers,
  excerpt: "said",
  ms: 12,
  timing: { firstByte: 4 },
});

describe("a response's meaning", () => {
  it.each([
    ...[200, 201, 204, 299].map((status) => [status, "delivered"] as const),
    ...[199, 300, 301, 302, 304, 308, 400, 401, 404, 410].map((status) => [status, "failed"] as const),
    ...[429, 500, 502, 503, 599, 999].map((status) => [status, "failed"] as const),
  ])("%i: %s, and the start of the response, which often names the cause, is kept", (status, result) => {
    const shown = { result, status, at, ms: 12, type: "person.updated", excerpt: "said" };
    expect(judged(answered(status))).toMatchObject(shown);
  });

  it.each<FailureClass>(["dns", "connect", "tls", "timeout", "protocol"])("%s: failed", (failure) => {
    expect(judged({ outcome: "failed", class: failure, ms: 7, timing: {} })).toEqual({
      at,
      ms: 7,
      timing: {},
      type: "person.updated",
      result: "failed",
      error: failure,
    });
  });

  it("a refused address is blocked, not failed", () => {
    expect(judged({ outcome: "failed", class: "blocked", ms: 1, timing: {} })).toMatchObject({
      result: "blocked",
      error: "blocked",
    });
  });

  it("only 410 and the header disable the endpoint", () => {
    expect(judged(answered(410))).toMatchObject({ disable: "gone" });
    expect(judged(answered(200, { webhookDelivery: "disable" }))).toMatchObject({
      result: "delivered",
      disable: "requested",
    });
    expect(judged(answered(500, { webhookDelivery: " Disable" }))).toMatchObject({ disable: "requested" });
    for (const other of [answered(404), answered(200, { webhookDelivery: "abort-message" }), answered(411)]) {
      expect(judged(other)).not.toHaveProperty("disable");
    }
  });

  it("Retry-After counts only with 429 and 503", () => {
    expect(judged(answered(429, { retryAfter: "90" })).retryAfter).toBe(90_000);
    expect(judged(answered(503, { retryAfter: "90" })).retryAfter).toBe(90_000);
    expect(judged(answered(500, { retryAfter: "90" })).retryAfter).toBeUndefined();
    expect(judged(answered(429, { retryAfter: "never" })).retryAfter).toBeUndefined();
    // A date counts from the end of the attempt.
    const until = new Date(at + 90_000).toUTCString();
    expect(judged({ ...answered(429, { retryAfter: until }), ms: 2_000 }).retryAfter).toBe(88_000);
  });

  it("keeps the headers that the dialer shows", () => {
    const shown = { server: "nginx" };
    expect(judged({ ...answered(502), shown } as DialOutcome).headers).toEqual(shown);
    expect(judged(answered(502))).not.toHaveProperty("headers");
  });
});
