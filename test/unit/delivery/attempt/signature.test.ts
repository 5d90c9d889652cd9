import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { signatureOf, signingBytes, signingKey } from "../../../../shared/delivery/attempt/signature.ts";
import { InvalidInputError } from "../../../../shared/kernel/errors.ts";
import { ed25519PublicKey, ed25519Secret, publicKeyBytes } from "../../../../shared/subscriptions/ed25519-key.ts";

/** Published by Svix, whose server was the first to sign in this way. */
const published = {
  secret: "whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==",
  publicKey: "whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=",
  signature: "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
};
const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
const timestamp = 1614265330;
const body = Buffer.from('{"test": 2432232314}');
const hmac = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

describe("an Ed25519 key", () => {
  it("signs as published, and its secret contains the published public key", () => {
    expect(signatureOf([signingKey(published.secret)], { id, timestamp, body })).toBe(published.signature);
    expect(ed25519PublicKey(published.secret)).toBe(published.publicKey);
    const seed = Buffer.from(published.secret.slice(5), "base64").subarray(0, 32);
    expect(ed25519Secret(seed)).toBe(published.secret);
  });

  it("of any seed signs any body so that Node verifies it with the public key alone", () => {
    const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
    fc.assert(
      fc.property(bytes(32), fc.uint8Array({ maxLength: 2_000 }), fc.nat(), (seed, any, at) => {
        const secret = ed25519Secret(seed);
        const x = publicKeyBytes(ed25519PublicKey(secret) ?? "").toString("base64url");
        const jwk: JsonWebKey = { kty: "OKP", crv: "Ed25519", x };
        const signature = signatureOf([signingKey(secret)], { id, timestamp: at, body: any });
        const signed = Buffer.concat([Buffer.from(`${id}.${at}.`), any]);
        const given = Buffer.from(signature.slice("v1a,".length), "base64");
        const key = createPublicKey({ key: jwk, format: "jwk" });
        expect(verify(null, signed, key, given)).toBe(true);
        expect(verify(null, Buffer.concat([signed, Buffer.from(" ")]), key, given)).toBe(false);
      }),
    );
  });

  it("signs beside HMAC keys, in the order of the keys, and each receiver finds its signature", () => {
    const keys = [published.secret, hmac].map(signingKey);
    const [first, second, ...others] = signatureOf(keys, { id, timestamp, body }).split(" ");
    expect([first, others]).toEqual([published.signature, []]);
    expect(second).toBe(new Webhook(hmac).sign(id, new Date(timestamp * 1_000), body.toString()));
  });

  it("counts in the turns of its partner's deliveries, and HMAC doesn't", () => {
    const keys = [published.secret, hmac, published.secret].map(signingKey);
    expect(signingBytes(keys, 1_000)).toBe(2 * (4_096 + 1_000));
    expect(signingBytes([signingKey(hmac)], 1_000)).toBe(0);
  });
});

const seed = Buffer.alloc(32, 7);
const base64 = (...parts: readonly Uint8Array[]) => Buffer.concat(parts).toString("base64");
it.each([
  ["that is a public key", published.publicKey],
  ["of no bytes", "whsk_"],
  ["that is only a seed", `whsk_${base64(seed)}`],
  ["that is too long", `whsk_${base64(seed, seed, seed)}`],
  ["whose public key belongs to another seed", `whsk_${base64(seed, publicKeyBytes(published.publicKey))}`],
  ["without a prefix", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  ["behind another prefix", "v1,whsec_MfKQ9r8GKYqr"],
  ["of no bytes for HMAC", "whsec_"],
  ["of no characters", ""],
])("a secret is refused, without being repeated, %s", (_, secret) => {
  expect(() => signingKey(secret)).toThrow(InvalidInputError);
  try {
    signingKey(secret);
  } catch (error) {
    expect(String(error)).not.toContain(secret.slice(6) || "\0");
  }
});
