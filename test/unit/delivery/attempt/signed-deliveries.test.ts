import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DialOutcome, DialRequest } from "../../../../shared/delivery/attempt/dialer.ts";
import { newSigningSecret } from "../../../../shared/subscriptions/signing-secret.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { SeededRandomness } from "../../../support/seeded-randomness.ts";
import { answered, DeliveryWorld } from "../delivery-world.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A world whose endpoint checks each POST with the official library, knowing one secret. */
function verifying(fields: Partial<Subscription> = {}) {
  const w = new DeliveryWorld();
  w.subscribe("sub_1", fields);
  const randomness = new SeededRandomness();
  const secrets = [newSigningSecret(randomness)];
  let known = secrets[0] ?? "";
  w.store.openSecrets = async () => secrets;
  const verified: unknown[] = [];
  let status = 200;
  w.answer = (post: DialRequest) => {
    vi.setSystemTime(w.clock.now());
    verified.push(new Webhook(known).verify(Buffer.from(post.body), { ...post.headers }));
    return answered(status);
  };
  return {
    w,
    verified,
    answerWith: (next: number) => {
      status = next;
    },
    rotate: () => secrets.unshift(newSigningSecret(randomness)),
    endOverlap: () => secrets.splice(1),
    deploy: () => {
      known = secrets[0] ?? "";
    },
  };
}

describe.each([
  ["the envelope", {}],
  ["a thin one", { payload: "thin" as const }],
  ["CloudEvents", { format: "cloudevents" as const }],
  ["thin CloudEvents", { format: "cloudevents" as const, payload: "thin" as const }],
])("the official verifier accepts, for %s,", (_, fields) => {
  it("every attempt before, during and after a rotation", async () => {
    const { w, verified, answerWith, rotate, endOverlap, deploy } = verifying(fields);
    answerWith(500);
    await w.run(w.message());
    const ids = new Set<string>();
    for (const step of [rotate, deploy, endOverlap]) {
      step();
      // Longer than an endpoint's settings are remembered.
      w.clock.advance(20_000);
      const [next] = w.queued();
      expect(await w.run(next!.message)).toEqual(["fulfilled"]);
    }
    for (const { headers } of w.posts) ids.add(headers["webhook-id"] ?? "");
    expect(ids.size).toBe(1);
    expect(verified).toHaveLength(4);
    expect(w.posts.map(({ headers }) => headers["webhook-signature"]?.split(" ").length)).toEqual([1, 2, 2, 1]);
    expect(new Set(w.posts.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  });
});

describe("a failed attempt's stored request", () => {
  it("has the headers that its row doesn't imply, without secret values or their echoes", async () => {
    const { w } = verifying();
    w.store.openHeaders = async () => ({ "x-api-key": "k3y-of-the-owner" });
    w.answer = ({ headers }) => {
      const echo = `${headers["x-api-key"]} ${headers["webhook-signature"]}`;
      return { ...answered(500), excerpt: `you sent ${echo}`, shown: { "x-echo": echo } } as DialOutcome;
    };
    await w.run(w.message());
    const stored = JSON.stringify([w.rows(), w.queued(), w.subscriptions.items]);
    expect(stored).not.toContain("k3y-of-the-owner");
    expect(stored).not.toContain(w.posts[0]?.headers["webhook-signature"]);
    expect(w.rows()[0]?.failures).toEqual([
      {
        at: w.clock.now(),
        excerpt: "you sent … …",
        headers: { "x-echo": "… …" },
        sent: { "content-type": "application/json", "user-agent": "Feedhook/test", "x-api-key": "…" },
      },
    ]);
  });

  it("is absent if it succeeded", async () => {
    const { w } = verifying();
    w.store.openHeaders = async () => ({ "x-api-key": "k3y-of-the-owner" });
    await w.run(w.message());
    expect(w.rows()[0]).toMatchObject({ state: "delivered" });
    expect(w.rows()[0]).not.toHaveProperty("failures");
  });
});

describe("a delivery's headers", () => {
  it("are its owner's and ours, and ours win", async () => {
    const { w } = verifying();
    w.store.openHeaders = async () => ({ "x-api-key": "k", "user-agent": "forged" });
    await w.run(w.message());
    expect(w.posts[0]?.headers).toMatchObject({ "x-api-key": "k", "user-agent": "Feedhook/test" });
  });
});
