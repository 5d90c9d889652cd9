import { expect, test } from "vitest";
import { createContainer } from "../../functions/runtime/container.ts";
import { eventStore } from "../../functions/runtime/services/publishing.ts";
import { subscriptionStore } from "../../functions/runtime/services/subscriptions.ts";
import { operatorPartner } from "../../shared/partners/partner-key.ts";
import { answerOf, type Post } from "../faults/support/endpoints.ts";
import { lastRelease } from "../last-release/last-release.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { memoryEngine } from "../support/memory-engine.ts";
import { anEvent, detectedAt } from "../unit/fanout/an-event.ts";
import { type CodeVersion, code } from "./bridge/code-version.ts";

const destination = {
  kind: "sqs" as const,
  target: "https://sqs.eu-north-1.amazonaws.com/123456789012/orders",
  roleArn: "arn:aws:iam::123456789012:role/feedhook-destination-orders",
  externalId: "feedhook-mine",
};

test("the last release, which knows no destinations, keeps their deliveries for today's code", async () => {
  const engine = memoryEngine({ clock: new FakeClock(detectedAt + 1_000) });
  const { get } = createContainer(engine);
  const settings = { eventTypes: ["*"], baseline: false, status: "active" as const, destination };
  const { subscription } = await get(subscriptionStore).create(operatorPartner, settings);
  const event = anEvent();
  await get(eventStore).put([{ envelope: event, body: JSON.stringify(event) }]);
  const posts: Post[] = [];
  const sent: string[] = [];
  const run = async (version: CodeVersion, body: string): Promise<void> => {
    const outside = {
      source: { get: () => Promise.reject(new Error("no source")) } as never,
      endpoints: { post: async (dial: Parameters<typeof answerOf>[0]) => answerOf(dial, () => 200, posts) },
      destinations: {
        send: async ({ envelope }: { readonly envelope: { readonly id: string } }) => {
          sent.push(envelope.id);
          return { outcome: "answered" as const, status: 200, headers: {}, ms: 1, timing: {} };
        },
      },
      vet: async () => "allowed" as const,
      canaryUrl: "",
    };
    const deliver = version.start("deliver", engine, outside);
    const record = { messageId: "1", body, attributes: { ApproximateReceiveCount: "1" } };
    expect(await deliver({ Records: [record] } as never)).toEqual({ batchItemFailures: [] });
  };
  const message = {
    subscription: subscription.id,
    partner: operatorPartner,
    instance: "acme",
    event: event.id,
    run: "0",
  };
  await run(await lastRelease(), JSON.stringify({ ...message, attempt: 1 }));
  const rows = () => engine.table("deliveries").items.filter(({ sk }) => sk === `${event.id}#0`);
  expect(rows()).toMatchObject([{ state: "blocked" }]);
  const [retry] = engine.queue("deliver").take();
  engine.clock.advance(10_000);
  await run(code, JSON.stringify(retry));
  expect([posts, sent]).toEqual([[], [event.id]]);
  expect(rows()).toMatchObject([{ state: "delivered" }]);
});
