import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createApi } from "../../../shared/api/create-api.ts";
import { Authenticator } from "../../../shared/partners/authenticator.ts";
import { isStrongKey } from "../../../shared/partners/key-strength.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { apiFixture } from "./api-fixture.ts";

const randomness = new SeededRandomness();
const chosen = (bytes: number, encoding: "hex" | "base64" | "base64url") =>
  Array.from({ length: 2_000 }, () => Buffer.from(randomness.bytes(bytes)).toString(encoding));
const refusedOf = (keys: readonly string[]) => keys.filter((key) => !isStrongKey(key)).length;

describe("a key chosen outside the bridge", () => {
  it.each(["hex", "base64", "base64url"] as const)("passes with 32 random bytes in %s", (encoding) => {
    expect(refusedOf(chosen(32, encoding))).toBe(0);
    expect(refusedOf(chosen(16, encoding))).toBeLessThanOrEqual(20);
    expect(refusedOf(chosen(15, encoding))).toBe(2_000);
  });

  it("passes in the bridge's current and earlier formats", () => {
    for (const bytes of [24, 32]) {
      expect(refusedOf(chosen(bytes, "base64url").map((text) => `fh_operator_${text}`))).toBe(0);
    }
  });

  it.each([
    ...["", "short", "a-key-for-this-tutorial", "operator-key-of-sixteen-and-more", "fh_operator_test_key_0123456789"],
    ...["correct-horse-battery-staple", "CorrectHorseBatteryStapleAndMore", "CORRECTHORSEBATTERYSTAPLEANDMORE"],
    ...[
      "my operator key please let me in",
      "thisisalongsentencethatsomebodytyped",
      "correct1horse2battery3staple4anchor5",
    ],
    ...["password1234567890password1234567890", "0123456789abcdef0123456789abcdef"],
    ...["zyxwvutsrqponmlkjihgfedcba9876543210", "123456789012345678901234567890123456789"],
    ...["314159265358979323846264338327950212345", "a".repeat(256), "deadbeef".repeat(32), "Xy7".repeat(100)],
  ])("%j is weak", (text) => {
    expect(isStrongKey(text)).toBe(false);
  });

  it.each([
    "k3X9q1Zhello5P0w8R2t6Y4u",
    "314159265358979323846264338327950281234",
    "314159265358979323846264338327950213579",
  ])("%j is strong, although a part of it looks chosen", (text) => {
    expect(isStrongKey(text)).toBe(true);
  });

  const alternating = "k3x9q1z7m5p0w8r2t6y4u1i9o";
  it.each([
    ["digits", "314159265358979323846264338327950288419"],
    ["hex", "b5bb9d8014a0f9b1d61e21e796d78dcc"],
    ["hex in capitals", "B5BB9D8014A0F9B1D61E21E796D78DCC"],
    ["hex with separators", "b5bb9d80-14a0_f9b1.d61e:21e796d78dcc"],
    ["digits and letters", alternating],
    ["digits and capitals", alternating.toUpperCase()],
    ["digits and letters of both cases", "k3X9q1Z7m5P0w8R2t6Y4u1"],
    ["digits, letters of both cases and a separator", "k3X9q1Z7m5-0w8R2t6Y4u1"],
    ["words and digits", "correct-83-horse-17-battery-46-staple-anchor-meadow-violin"],
  ])("of %s is as strong as its alphabet allows, and weak with one character or word less", (_, key) => {
    expect(isStrongKey(key)).toBe(true);
    expect(isStrongKey(key.replace(/(-violin|.)$/, ""))).toBe(false);
  });

  it("isn't strengthened by repetition", () => {
    const text = fc.string({
      minLength: 1,
      maxLength: 20,
      unit: fc.constantFrom("a", "b", "c", "X", "Y", "Z", "0", "1", "8", "9", "-", "_"),
    });
    fc.assert(fc.property(text, fc.nat(50), (one, times) => !isStrongKey(one.repeat(times + 1))));
  });

  it("is judged by its first 256 characters, because the work grows with their square", () => {
    const strong = "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c";
    expect(isStrongKey(`${"a".repeat(192)}${strong}`)).toBe(true);
    expect(isStrongKey(`${"a".repeat(256)}${strong}`)).toBe(false);
  });
});

describe("the operator key of an AWS deployment, known only by its digest", () => {
  const hashOf = (key: string) => createHash("sha256").update(key).digest("hex");
  const withKey = (key: string, hashes = { operatorKeyHash: hashOf(key) }) => {
    const { services } = apiFixture();
    const app = createApi({ ...services, authenticator: new Authenticator({ ...services, ...hashes }) });
    return async () => app.request("/v1/me", { headers: { authorization: `Bearer ${key}` } });
  };

  it("opens nothing if it is weak, and the response names the option and not the key", async () => {
    const key = "a-key-for-this-stage-on-aws";
    const answer = await withKey(key)();
    const text = await answer.text();
    expect(answer.status).toBe(403);
    expect(JSON.parse(text).detail).toMatch(
      /operator key has less than 128 bits.*openssl rand -hex 32.*operatorKeyHash/,
    );
    expect(text).not.toContain(key);
  });

  const strong = "b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c";
  const next = "4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865";

  it("opens everything if it is strong", async () => {
    expect((await withKey(strong)()).status).toBe(200);
  });

  it("is accepted beside its predecessor during a key change", async () => {
    const both = { operatorKeyHash: hashOf(next), formerOperatorKeyHash: hashOf(strong) };
    for (const key of [strong, next]) expect((await withKey(key, both)()).status).toBe(200);
    expect((await withKey(strong, { operatorKeyHash: hashOf(next) })()).status).toBe(401);
    const weak = { operatorKeyHash: hashOf(next), formerOperatorKeyHash: hashOf("a-key-for-this-stage-on-aws") };
    expect((await withKey("a-key-for-this-stage-on-aws", weak)()).status).toBe(403);
  });
});
