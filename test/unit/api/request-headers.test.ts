import { describe, expect, it } from "vitest";
import { requestHeadersOf } from "../../../shared/api/deliveries/delivery-view.ts";
import type { DeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { aSubscription } from "../delivery/delivery-world.ts";
import { idOf } from "../fanout/an-event.ts";

const at = Date.UTC(2026, 10, 21, 9);
const row: Pick<DeliveryRow, "event" | "run" | "failures"> = { event: idOf(1), run: "0" };
const own = { headers: [{ name: "x-api-key", sealed: "…" }] };
const always = {
  "accept-encoding": "identity",
  "webhook-id": idOf(1),
  "webhook-timestamp": String(at / 1_000),
  "webhook-signature": "v1,…",
};

describe("an attempt's request headers", () => {
  it("follow from its delivery and its subscription, without secrets", () => {
    const headers = requestHeadersOf(row, { at, ms: 1, status: 204 }, aSubscription({ ...own, format: "cloudevents" }));
    expect(headers).toEqual({ ...always, "content-type": "application/cloudevents+json", "x-api-key": "…" });
  });

  it("omit what a later change to the subscription made uncertain", () => {
    const changed = (updatedAt: number) => aSubscription({ ...own, createdAt: 1, updatedAt });
    const attempt = { at, ms: 1, status: 204 };
    expect(requestHeadersOf(row, attempt, changed(at + 1))).toEqual(always);
    // Another worker may not have seen the change yet.
    expect(requestHeadersOf(row, attempt, changed(at - 5_000))).toEqual(always);
    expect(requestHeadersOf(row, attempt, changed(at - 60_000))).toMatchObject({ "x-api-key": "…" });
  });

  it("are those stored with a failure, whatever changed since", () => {
    const failures = [{ at, sent: { "content-type": "application/json", "user-agent": "Feedhook/1", "x-old": "…" } }];
    const headers = requestHeadersOf({ ...row, failures }, { at, ms: 1, status: 500 }, aSubscription(own));
    expect(headers).toEqual({
      ...always,
      "content-type": "application/json",
      "user-agent": "Feedhook/1",
      "x-old": "…",
    });
  });

  it("mark a replay, or a late event; a ping is neither", () => {
    const one = aSubscription();
    expect(requestHeadersOf({ ...row, run: "rpl_1" }, { at, ms: 1, late: true }, one)).toMatchObject({
      "webhook-replay": "true",
      "webhook-late": "true",
    });
    expect(requestHeadersOf({ ...row, run: "ping" }, { at, ms: 1 }, one)).not.toHaveProperty("webhook-replay");
  });

  it.each(["dns", "connect", "tls", "blocked"] as const)("are absent if nothing could be sent: %s", (error) => {
    expect(requestHeadersOf(row, { at, ms: 1, error }, aSubscription())).toBeUndefined();
  });
});
