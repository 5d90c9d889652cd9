import { expect, test } from "vitest";
import type { Endpoint } from "../../../../shared/delivery/attempt/endpoint-cache.ts";
import { signingKey } from "../../../../shared/delivery/attempt/signature.ts";
import { WebhookPost } from "../../../../shared/delivery/attempt/webhook-post.ts";
import { newSigningSecret } from "../../../../shared/subscriptions/signing-secret.ts";
import { FakeClock } from "../../../support/fake-clock.ts";
import { SeededRandomness } from "../../../support/seeded-randomness.ts";
import { testContext } from "../../../support/test-context.ts";
import { answered } from "../delivery-world.ts";

test("large events that are posted together are built in turns, and the wait counts in their deadline", async () => {
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
  const post = new WebhookPost({
    ...testContext({ clock }),
    dialer: {
      post: async ({ deadline }) => {
        turns.push(turn);
        deadlines.add(deadline + turn);
        return answered(200);
      },
    },
    userAgent: "test",
  });
  const data = { note: "x".repeat(200_000) };
  const event = { envelope: { ...envelope(), data }, body: JSON.stringify({ ...envelope(), data }) };
  const posts = Array.from({ length: 20 }, () => post.send(endpoint("large"), event, 3_000));
  await post.send(endpoint("other"), event, 3_000);
  const before = turn;
  await Promise.all(posts);
  isOver = true;
  expect(before, "another partner doesn't wait for them").toBeLessThanOrEqual(1);
  expect(turns).toHaveLength(21);
  const perTurn = [...Map.groupBy(turns, (at) => at).values()].map((posts) => posts.length);
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(2);
  expect([...deadlines]).toEqual([3_000]);
});

function endpoint(partner: string): Endpoint {
  const subscription = { id: "sub_1", partner, format: "cloudevents" } as Endpoint["subscription"];
  const keys = [signingKey(newSigningSecret(new SeededRandomness()))];
  return { subscription, url: "https://example.com/", keys, headers: {} };
}

function envelope() {
  const time = "2026-01-05T08:00:00.000Z";
  return {
    ...({ id: "evt_1", type: "person.updated", timestamp: time, timestampFrom: "source", detectedAt: time } as const),
    ...({ instance: "acme", subject: { type: "person", id: "1", seq: 1, part: 1 }, detectedBy: "timeline" } as const),
  };
}
