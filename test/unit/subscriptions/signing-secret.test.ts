import { describe, expect, it } from "vitest";
import { newSigningSecret, normaliseSigningSecret } from "../../../shared/subscriptions/signing-secret.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

const ofBytes = (length: number) => `whsec_${Buffer.alloc(length, 7).toString("base64")}`;

describe("a signing secret", () => {
  it("that is generated is one a caller could have given", () => {
    const secret = newSigningSecret(new SeededRandomness());
    expect(normaliseSigningSecret(secret)).toBe(secret);
  });

  it("gets the padding that libraries expect", () => {
    expect(normaliseSigningSecret(ofBytes(32).replace("=", ""))).toBe(ofBytes(32));
  });

  it.each([24, 25, 26, 64])("of %i bytes is accepted", (length) => {
    expect(normaliseSigningSecret(ofBytes(length))).toBe(ofBytes(length));
  });

  it.each([
    "",
    "whsec_",
    ofBytes(23),
    ofBytes(65),
    ofBytes(32).replace("whsec_", ""),
    ofBytes(32).replace("whsec_", "v1,whsec_"),
    `${ofBytes(32)}\n`,
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS_",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwA",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAB==".replace("AB", "AF"),
  ])("%j is refused", (text) => {
    expect(normaliseSigningSecret(text)).toBeUndefined();
  });
});
