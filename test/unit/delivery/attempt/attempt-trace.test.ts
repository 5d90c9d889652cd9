import { expect, it } from "vitest";
import { attemptTrace } from "../../../../shared/delivery/attempt/attempt-trace.ts";
import { WebhookPost } from "../../../../shared/delivery/attempt/webhook-post.ts";
import type { Span, Tracer } from "../../../../shared/kernel/ports/tracer.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent, idOf } from "../../fanout/an-event.ts";
import { answered, aSubscription } from "../delivery-world.ts";

const message = { partner: "prt_1", subscription: "sub_1", instance: "acme", event: idOf(1), run: "0", attempt: 2 };

function aTracer() {
  const spans: Span[] = [];
  const tracer: Tracer = {
    traceOf: (event) =>
      event === message.event
        ? { record: (span) => spans.push(span), traceparent: (name) => `00-${name.join("-")}` }
        : undefined,
  };
  return { spans, tracer };
}

const answer = {
  ...{ at: 1_000, ms: 20, timing: {}, type: "person.updated" },
  result: "delivered",
  status: 200,
} as const;

it.each([
  { name: "a first run", fields: {}, parent: ["fanout"], lane: "fast" },
  { name: "a replay, which isn't fanned out", fields: { run: "rpl_1" }, parent: ["publish"], lane: "fast" },
  { name: "the slow lane", fields: { slow: true as const }, parent: ["fanout"], lane: "slow" },
])("the span of an attempt of $name has its place, its times and its result", ({ fields, parent, lane }) => {
  const { spans, tracer } = aTracer();
  const made = { ...message, ...fields };
  const trace = attemptTrace(made, tracer, 1_000);
  const name = ["deliver", "sub_1", made.run, "2", "1000"];
  expect(trace?.traceparent).toBe(`00-${name.join("-")}`);
  trace?.record(answer);
  trace?.record({ ...answer, result: "failed", status: 500 });
  const attributes = {
    ...{ "feedhook.event.type": "person.updated", "feedhook.instance": "acme", "feedhook.subscription": "sub_1" },
    ...{ "feedhook.run": made.run, "feedhook.attempt": 2, "feedhook.lane": lane, "http.request.method": "POST" },
  };
  const span = { name, parent, start: 1_000, end: 1_020 };
  expect(spans).toEqual([
    { ...span, failed: false, attributes: { ...attributes, "http.response.status_code": 200 } },
    { ...span, failed: true, attributes: { ...attributes, "http.response.status_code": 500 } },
  ]);
});

it("only the request of a traced event names its span", async () => {
  const { spans, tracer } = aTracer();
  const sent: unknown[] = [];
  const post = new WebhookPost({
    ...testContext(),
    tracer,
    dialer: {
      post: async ({ headers }) => {
        sent.push(headers["traceparent"]);
        return answered(200);
      },
    },
    connector: { send: async () => answered(500) },
    userAgent: "test",
  });
  const endpoint = { subscription: aSubscription(), url: "https://hooks.example.com/in", keys: [], headers: {} };
  for (const n of [1, 2]) {
    const envelope = anEvent({ id: idOf(n) });
    const traced = { ...message, event: idOf(n) };
    await post.send(endpoint, { envelope, body: JSON.stringify(envelope) }, 3_000, { traced });
  }
  expect(sent).toEqual([expect.stringMatching(/^00-deliver-sub_1-0-2-/), undefined]);
  expect(spans).toHaveLength(1);
});
