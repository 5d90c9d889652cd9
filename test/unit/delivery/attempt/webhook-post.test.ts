import { expect, it, test } from "vitest";
import type { DialOutcome } from "../../../../shared/delivery/attempt/dialer.ts";
import type { Endpoint } from "../../../../shared/delivery/attempt/endpoint-cache.ts";
import { signingKey } from "../../../../shared/delivery/attempt/signature.ts";
import { WebhookPost } from "../../../../shared/delivery/attempt/webhook-post.ts";
import { canaryPartner } from "../../../../shared/partners/partner-key.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { newSigningSecret } from "../../../../shared/subscriptions/subscription-secrets.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { SeededRandomness } from "../../../support/seeded-randomness.ts";
import { testContext } from "../../../support/test-context.ts";
import { anEvent } from "../../fanout/an-event.ts";
import { answering } from "../answering.ts";
import { answered, subscribed } from "../delivery-world.ts";

test.each([
  { name: "posted", settings: {} },
  { name: "sent to a queue", settings: { destination: { kind: "sqs", target: "https://sqs", externalId: "x" } } },
] as const)("large events that are $name together are built in turns, which count in their deadline", async (arm) => {
  const clock = new FakeClock();
  const turns: number[] = [];
  const deadlines = new Set<number>();
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn += 1;
    clock.advance(1);
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const made = async ({ deadline }: { readonly deadline: number }) => {
    turns.push(turn);
    deadlines.add(deadline + turn);
    return answered(200);
  };
  const parts = { dialer: { post: made }, connector: { send: made }, userAgent: "test" };
  const post = new WebhookPost({ ...testContext({ clock }), ...parts });
  const data = { note: "x".repeat(200_000) };
  const envelope = anEvent({ data });
  const event = { envelope, body: JSON.stringify(envelope) };
  const posts = Array.from({ length: 20 }, () => post.send(endpoint("large", arm.settings), event, 3_000));
  await post.send(endpoint("other", arm.settings), event, 3_000);
  const before = turn;
  await Promise.all(posts);
  isOver = true;
  expect(before, "another partner doesn't wait for them").toBeLessThanOrEqual(1);
  expect(turns).toHaveLength(21);
  const perTurn = [...Map.groupBy(turns, (at) => at).values()].map((posts) => posts.length);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2);
  expect([...deadlines]).toEqual([3_000]);
});

function endpoint(partner: string, settings: Partial<Subscription> = {}): Endpoint {
  const subscription = { id: "sub_1", partner, format: "cloudevents", ...settings } as Endpoint["subscription"];
  const keys = [signingKey(newSigningSecret(new SeededRandomness()))];
  return { subscription, url: "https://example.com/", keys, headers: {} };
}

it("an endpoint gets no more time than it asks for, even in the fast lane", async () => {
  const world = subscribed({ timeoutSeconds: 1 });
  world.subscribe("sub_2", { timeoutSeconds: 30 });
  for (const [n, subscription] of ["sub_1", "sub_2"].entries()) await world.run(world.message(n + 1, {}, subscription));
  expect(world.posts.map(({ deadline }) => deadline)).toEqual([1_000, world.timings.fastDeadline]);
});

it("a batch's attempts are counted when the batch is done", async () => {
  const world = subscribed();
  await world.run(world.message(1));
  expect(world.deliveries.items.filter(({ pk }) => pk.endsWith("#statistics"))).toHaveLength(1);
});

const failed = (why: "connect" | "blocked"): DialOutcome => ({ outcome: "failed", class: why, ms: 1, timing: {} });

it.each([
  ["accepted", answered(204), "delivery.delivered"],
  ["refused", answered(500), "delivery.failed"],
  ["unanswered", failed("connect"), "delivery.failed"],
  ["blocked", failed("blocked"), "delivery.blocked"],
])("an attempt that is %s counts once under its own outcome", async (_, outcome, name) => {
  const w = answering(outcome);
  await w.run(w.message());
  const outcomes = ["delivery.delivered", "delivery.failed", "delivery.blocked"];
  expect(w.measured.filter((one) => outcomes.includes(one))).toEqual([name]);
});

it.each([
  ["nothing if it arrived, because its own metric counts that", answered(204), []],
  ["what every delivery counts if it failed", failed("connect"), ["delivery.duration_ms", "delivery.failed"]],
])("a canary counts %s", async (_, outcome, measured) => {
  const w = answering(outcome, { partner: canaryPartner });
  await w.run({ ...w.message(), partner: canaryPartner });
  expect(w.measured).toEqual(measured);
});

it("an attempt without a free file descriptor blames no endpoint: the message comes again and is sent then", async () => {
  const w = answering({ outcome: "failed", class: "connect", detail: "EMFILE", ms: 1, timing: {} });
  for (let times = 0; times < 12; times += 1) {
    expect(await w.run(w.message())).toEqual(["rejected"]);
    w.clock.advance(1_000);
  }
  w.answer = () => answered(200);
  w.clock.advance(120_000);
  expect(await w.run(w.message())).toEqual(["fulfilled"]);
  expect(w.posts).toHaveLength(13);
  expect(w.logger.lines.filter(({ event }) => event === "delivery.attempt_failed")).toEqual([]);
  expect(w.logger.lines.filter(({ event }) => event === "endpoint.state")).toEqual([]);
});

const hour = 3_600_000;

it.each([
  { name: "an event that the source dates", fields: {}, lag: 5_000 + 1_000 + 20 },
  { name: "one of an hour before its detection", fields: { age: hour }, lag: hour + 1_000 + 20 },
  { name: "one that is backdated further", fields: { age: hour + 1 }, lag: undefined },
  { name: "one without a date of the source", fields: { timestampFrom: "detected" as const }, lag: undefined },
])("the lag of $name is measured from its date to the response: $lag", async ({ fields, lag }) => {
  const recorded: (number | undefined)[] = [];
  const record = (name: string, value: number) => void (name === "delivery.lag_ms" && recorded.push(value));
  const clock = new FakeClock();
  const parts = { dialer: { post: async () => answered(200) }, connector: { send: async () => answered(500) } };
  const post = new WebhookPost({ ...testContext({ clock, metrics: { record } }), ...parts, userAgent: "test" });
  const { age = 5_000, ...others } = { age: undefined, ...fields };
  const detected = clock.now() - 1_000;
  const times = { detectedAt: new Date(detected).toISOString(), timestamp: new Date(detected - age).toISOString() };
  const dated = anEvent({ ...others, ...times });
  await post.send(endpoint("prt_1"), { envelope: dated, body: JSON.stringify(dated) }, 3_000);
  expect(recorded).toEqual(lag === undefined ? [] : [lag]);
});
