import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { DialOutcome, DialRequest } from "../../../../shared/delivery/attempt/dialer.ts";
import { payloadOf } from "../../../../shared/delivery/attempt/payload.ts";
import { signatureOf, signingKey } from "../../../../shared/delivery/attempt/signature.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { newSigningSecret } from "../../../../shared/subscriptions/subscription-secrets.ts";
import { SeededRandomness } from "../../../support/seeded-randomness.ts";
import { webhookVectors } from "../../../support/webhook-vectors.ts";
import { anEvent } from "../../fanout/an-event.ts";
import { answered, subscribed } from "../delivery-world.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A world whose endpoint checks each POST with the official library, knowing one secret. */
function verifying(fields: Partial<Subscription> = {}) {
  const w = subscribed(fields);
  const randomness = new SeededRandomness();
  const secrets = [newSigningSecret(randomness)];
  let known = secrets[0] ?? "";
  w.store.secrets.openSecrets = async () => secrets;
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
    for (const step of [rotate, deploy, endOverlap]) {
      step();
      // Longer than an endpoint's settings are remembered.
      w.clock.advance(20_000);
      const [next] = w.queued();
      expect(await w.run(next!.message)).toEqual(["fulfilled"]);
    }
    const sent = w.posts.map(({ headers, body }) => [headers["webhook-id"], Buffer.from(body).toString()].join(" "));
    expect(new Set(sent).size, "the same event").toBe(1);
    expect(verified).toHaveLength(4);
    expect(w.posts.map(({ headers }) => headers["webhook-signature"]?.split(" ").length)).toEqual([1, 2, 2, 1]);
    expect(new Set(w.posts.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(4);
  });
});

describe("a failed attempt's stored request", () => {
  it("has the headers that its row doesn't imply, without secret values or their echoes", async () => {
    const { w } = verifying();
    w.store.secrets.openHeaders = async () => ({ "x-api-key": "k3y-of-the-owner" });
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

  it("has no echoes in headers either if the response has no text", async () => {
    const { w } = verifying();
    w.store.secrets.openHeaders = async () => ({ "x-api-key": "k3y-of-the-owner" });
    const { excerpt: _, ...silent } = answered(500) as DialOutcome & { readonly excerpt: string };
    w.answer = ({ headers }) => ({ ...silent, shown: { "x-echo": headers["x-api-key"] } }) as DialOutcome;
    await w.run(w.message());
    expect(w.rows()[0]?.failures).toMatchObject([{ headers: { "x-echo": "…" } }]);
  });

  it("names the class of a failure, never its detail, which operators find in the log", async () => {
    const { w } = verifying();
    w.answer = () => ({ outcome: "failed", class: "connect", detail: "ECONNREFUSED 10.0.0.7", ms: 1, timing: {} });
    await w.run(w.message());
    const stored = JSON.stringify([w.rows(), w.queued(), w.subscriptions.items, w.notified]);
    expect([stored.includes("connect"), stored.includes("10.0.0.7")]).toEqual([true, false]);
    expect(w.logger.lines).toMatchObject([
      { event: "delivery.attempt_failed", fields: { subscription: "sub_1", detail: "ECONNREFUSED 10.0.0.7" } },
    ]);
  });

  it("has no echoes of signatures of either kind", async () => {
    const { w } = verifying();
    const secrets = [newSigningSecret(new SeededRandomness(), "ed25519"), newSigningSecret(new SeededRandomness(2))];
    w.store.secrets.openSecrets = async () => secrets;
    w.answer = ({ headers }) => ({ ...answered(500), excerpt: `got ${headers["webhook-signature"]}.` }) as DialOutcome;
    await w.run(w.message());
    const [ed25519 = "", hmac = ""] = w.posts[0]?.headers["webhook-signature"]?.split(" ") ?? [];
    expect([ed25519.slice(0, 4), hmac.slice(0, 3)]).toEqual(["v1a,", "v1,"]);
    expect(w.rows()[0]?.failures).toMatchObject([{ excerpt: "got … …." }]);
  });

  it("is absent if it succeeded", async () => {
    const { w } = verifying();
    w.store.secrets.openHeaders = async () => ({ "x-api-key": "k3y-of-the-owner" });
    await w.run(w.message());
    expect(w.rows()[0]).toMatchObject({ state: "delivered" });
    expect(w.rows()[0]).not.toHaveProperty("failures");
  });
});

it("a delivery's headers are its owner's and ours, and ours win", async () => {
  const { w } = verifying();
  w.store.secrets.openHeaders = async () => ({ "x-api-key": "k", "user-agent": "forged" });
  await w.run(w.message());
  expect(w.posts[0]?.headers).toMatchObject({ "x-api-key": "k", "user-agent": "Feedhook/test" });
});

const envelope = anEvent({ changes: [{ field: "status", from: "a", to: "b" }], owner: { type: "Person", id: "p" } });
const event = { envelope, body: JSON.stringify(envelope) };
const parsed = (choice: Parameters<typeof payloadOf>[1]) => {
  const { contentType, body } = payloadOf(event, choice);
  return { contentType, body: JSON.parse(body.toString("utf8")) };
};

const without = (fields: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

describe("the body of a delivery", () => {
  it("is the stored bytes, unchanged", () => {
    const odd = { envelope, body: `${JSON.stringify(envelope)} ` };
    expect(payloadOf(odd, {}).body.toString()).toBe(odd.body);
    expect(payloadOf(odd, { format: "envelope", payload: "full" }).contentType).toBe("application/json");
  });

  it("thin: without data, with everything else", () => {
    const rest = without(envelope, "data");
    expect(parsed({ payload: "thin" })).toEqual({ contentType: "application/json", body: rest });
  });

  it("CloudEvents 1.0 in structured mode, with the rest of the envelope as data", () => {
    const { id, timestamp } = envelope;
    const rest = without(envelope, "id", "type", "instance", "timestamp");
    expect(parsed({ format: "cloudevents" })).toEqual({
      contentType: "application/cloudevents+json",
      body: {
        specversion: "1.0",
        id,
        type: "feedhook.person.updated",
        source: "/instances/acme",
        subject: "person/per-1",
        time: timestamp,
        datacontenttype: "application/json",
        dataschema: "urn:feedhook:schema:person.updated:cloudevent-data:1",
        data: rest,
      },
    });
    expect(parsed({ format: "cloudevents", payload: "thin" }).body.data).not.toHaveProperty("data");
  });
});

test("webhook-signature matches the published vector", () => {
  const [{ headers, now, body, secrets }] = webhookVectors as [(typeof webhookVectors)[number]];
  const vector = { id: headers["webhook-id"], timestamp: now, body: Buffer.from(body) };
  expect(signatureOf(secrets.slice(0, 1).map(signingKey), vector)).toBe(headers["webhook-signature"]);
});
