import { afterEach, describe, expect, test, vi } from "vitest";
import { createReceiver } from "../../../infra/receiver/receiver.ts";
import { signatureOf, signingKey } from "../../../shared/delivery/attempt/signature.ts";
import { ed25519PublicKey, ed25519Secret } from "../../../shared/subscriptions/ed25519-key.ts";
import { webhookVectors } from "../../support/webhook-vectors.ts";

afterEach(() => {
  vi.useRealTimers();
});

const named = webhookVectors.map((vector) => [vector.name, vector] as const);

describe("a webhook with", () => {
  test.each(named)("%s", async (_, { now, secrets, headers, body, receipt, event }) => {
    vi.useFakeTimers({ toFake: ["Date"], now: now * 1_000 });
    const handled: object[] = [];
    const onError = vi.fn<(error: unknown) => void>();
    const receiver = createReceiver({ secret: secrets, handle: (each) => handled.push(each), onError });
    expect(await receiver.receive(headers, Buffer.from(body))).toEqual(receipt);
    expect(onError).toHaveBeenCalledTimes(receipt.status === 204 ? 0 : 1);
    expect(handled).toHaveLength(receipt.outcome === "handled" ? 1 : 0);
    if (event !== undefined) expect(handled).toEqual([event]);
  });
});

test("the bridge signs each accepted webhook in this way", () => {
  const accepted = webhookVectors.filter(({ receipt }) => receipt.outcome !== "refused");
  expect(accepted.length).toBeGreaterThan(20);
  for (const { name, secrets, headers, body } of accepted) {
    const signed = {
      id: headers["webhook-id"],
      timestamp: Number(headers["webhook-timestamp"]),
      body: Buffer.from(body),
    };
    const known = secrets.filter((secret) => !secret.startsWith("whpk_") || privateKeys.has(secret));
    const signatures = known.map((secret) => signatureOf([signingKey(prefixed(secret))], signed));
    expect(
      signatures.some((signature) => headers["webhook-signature"].split(" ").includes(signature)),
      name,
    ).toBe(true);
  }
});

/** The private keys of the public keys in the vectors: the published one, and one of the bytes 7. */
const privateKeys = new Map(
  [
    "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==",
    ed25519Secret(Buffer.alloc(32, 7)),
  ].map((secret) => [ed25519PublicKey(secret), secret]),
);
const prefixed = (secret: string) =>
  privateKeys.get(secret) ?? (secret.startsWith("whsec_") ? secret : `whsec_${secret}`);
