import { describe, expect, it } from "vitest";
import { seededDraw } from "../../../shared/kernel/draw.ts";
import { UnsealError } from "../../../shared/kernel/errors.ts";
import { ed25519PublicKey } from "../../../shared/subscriptions/ed25519-key.ts";
import {
  mostSecrets,
  newSigningSecret,
  normaliseSigningSecret,
} from "../../../shared/subscriptions/subscription-secrets.ts";
import { around } from "../../support/around.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";
import { partner, settings, subscribed, subscriptionFixture } from "./subscription-fixture.ts";

const hour = 3_600_000;
const own = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

async function rotated() {
  const fixture = await subscribed();
  const { store, id, find, secret } = fixture;
  const rotate = (overlap: number, ownSecret?: string) => store.rotate(partner, id, { overlap, ownSecret });
  const open = async () => store.secrets.openSecrets(await find());
  return { ...fixture, first: secret, rotate, open };
}

describe("rotation", () => {
  it("signs with the new secret and, for the overlap, with the previous one", async () => {
    const { rotate, open, first, clock } = await rotated();
    const result = await rotate(24 * hour);
    if (result.outcome !== "ok") throw new Error(result.outcome);
    expect(await open()).toEqual([result.secret, first]);
    clock.advance(24 * hour - 1);
    expect(await open()).toEqual([result.secret, first]);
    clock.advance(1);
    expect(await open()).toEqual([result.secret]);
  });

  it("without an overlap ends all earlier secrets at once, including those in an overlap", async () => {
    const { rotate, open } = await rotated();
    await rotate(24 * hour);
    await rotate(0, own);
    expect(await open()).toEqual([own]);
  });

  it("never makes an older secret live longer", async () => {
    const { rotate, open, first, clock } = await rotated();
    await rotate(1 * hour);
    await rotate(48 * hour);
    clock.advance(1 * hour);
    expect(await open()).not.toContain(first);
    expect(await open()).toHaveLength(2);
  });

  it("refuses one secret too many, and accepts it when an overlap has ended", async () => {
    const { rotate, open, clock } = await rotated();
    for (let n = 1; n < mostSecrets; n += 1) expect((await rotate(24 * hour)).outcome).toBe("ok");
    expect(await rotate(24 * hour)).toEqual({ outcome: "refused", reason: "tooMany" });
    expect(await open()).toHaveLength(mostSecrets);
    clock.advance(24 * hour);
    expect((await rotate(24 * hour)).outcome).toBe("ok");
    expect(await open()).toHaveLength(2);
  });

  it("loses neither of two simultaneous secrets", async () => {
    const { rotate, open } = await rotated();
    const results = await Promise.all([rotate(hour), rotate(hour)]);
    const secrets = results.map((result) => (result.outcome === "ok" ? result.secret : undefined));
    expect(await open()).toEqual(expect.arrayContaining(secrets));
  });

  it("adds one secret though the engine reports a conflict with its own write", async () => {
    const { memory, rotate, open, first } = await rotated();
    around(memory, "put", (put) => async (puts) => {
      const outcomes = await put(puts);
      return puts.some(({ item }) => item["rev"] === 2) ? outcomes.map(() => "conflict") : outcomes;
    });
    const result = await rotate(hour);
    if (result.outcome !== "ok") throw new Error(result.outcome);
    expect(await open()).toEqual([result.secret, first]);
  });

  it("finds no subscription that is removed meanwhile", async () => {
    const { memory, rotate, remove } = await rotated();
    around(memory, "put", (put) => async (puts) => {
      memory.put = put;
      await remove();
      return put(puts);
    });
    expect(await rotate(hour)).toEqual({ outcome: "notFound" });
  });

  it("keeps the secrets when other settings change meanwhile, and lists no missing one", async () => {
    const { rotate, open, store, change } = await rotated();
    await rotate(hour, own);
    await change({ description: "changed" });
    expect((await open())[0]).toBe(own);
    expect(await store.rotate(partner, "sub_gone", { overlap: hour })).toEqual({ outcome: "notFound" });
  });
});

describe("custom headers", () => {
  it("are sealed, each under its own name", async () => {
    const { store, memory } = await subscriptionFixture();
    const headers = [
      ["x-api-key", "k3y"],
      ["x-team", "crm"],
    ] as const;
    const { subscription } = await store.create(partner, settings, { headers });
    expect(await store.secrets.openHeaders(subscription)).toEqual({ "x-api-key": "k3y", "x-team": "crm" });
    expect(JSON.stringify(memory.items)).not.toContain("k3y");
    const [key, team] = subscription.headers!;
    const swapped = [{ ...key!, sealed: team!.sealed }];
    await expect(store.secrets.openHeaders({ ...subscription, headers: swapped })).rejects.toThrow(UnsealError);
  });

  it("are none at first, and can be sealed for a change", async () => {
    const { store, subscription } = await subscribed();
    expect(await store.secrets.openHeaders(subscription)).toEqual({});
    const headers = await store.secrets.sealHeaders({ partner, id: subscription.id }, [["x-api-key", "k3y"]]);
    expect(JSON.stringify(headers)).not.toContain("k3y");
    expect(await store.secrets.openHeaders({ ...subscription, headers: [...headers] })).toEqual({ "x-api-key": "k3y" });
  });
});

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

describe("an Ed25519 subscription", () => {
  const publicKeyShape = /^whpk_[A-Za-z0-9+/]{43}=$/;
  async function created() {
    const fixture = await subscriptionFixture();
    const { subscription, secret, publicKey } = await fixture.store.create(partner, settings, { signing: "ed25519" });
    const find = async () => (await fixture.store.find(partner, subscription.id))!;
    return { ...fixture, id: subscription.id, secret, publicKey, find };
  }

  it("gives its owner only the public key, which is stored beside the sealed secret", async () => {
    const { secret, publicKey, find, store, memory } = await created();
    expect([secret, publicKey]).toEqual([undefined, expect.stringMatching(publicKeyShape)]);
    const stored = await find();
    expect(stored.secrets).toEqual([{ sealed: expect.any(String), createdAt: expect.any(Number), publicKey }]);
    const [opened = ""] = await store.secrets.openSecrets(stored);
    expect(ed25519PublicKey(opened)).toBe(publicKey);
    expect(JSON.stringify(memory.items)).not.toContain(opened.slice(5, 40));
  });

  it("moves to HMAC and back, with both kinds valid during the overlap", async () => {
    const { store, id, publicKey, find, clock } = await created();
    const toHmac = await store.rotate(partner, id, { overlap: hour, signing: "hmac" });
    expect(toHmac).toMatchObject({ outcome: "ok", secret: expect.stringMatching(/^whsec_/) });
    expect(toHmac).not.toHaveProperty("publicKey");
    const back = await store.rotate(partner, id, { overlap: hour, signing: "ed25519" });
    expect(back).toMatchObject({ outcome: "ok", publicKey: expect.stringMatching(publicKeyShape) });
    expect(back).not.toHaveProperty("secret");
    expect((await store.secrets.openSecrets(await find())).map((one) => one.slice(0, 5))).toEqual([
      "whsk_",
      "whsec",
      "whsk_",
    ]);
    expect((await find()).secrets.map((one) => one.publicKey !== undefined)).toEqual([true, false, true]);
    expect((await find()).secrets[2]?.publicKey).toBe(publicKey);
    clock.advance(hour);
    expect(await store.secrets.openSecrets(await find())).toHaveLength(1);
  });

  it("has the same key after a repeated request", async () => {
    const { store, clock, find, id } = await created();
    const draw = (isRepeat: boolean) => seededDraw("1".repeat(32), clock.now(), isRepeat);
    const first = await store.create(partner, settings, { signing: "ed25519" }, draw(false));
    const repeat = await store.create(partner, settings, { signing: "ed25519" }, draw(true));
    expect([repeat.subscription.id, repeat.publicKey]).toEqual([first.subscription.id, first.publicKey]);
    const rotated = await store.rotate(partner, id, { overlap: hour, signing: "ed25519" }, draw(false));
    expect(await store.rotate(partner, id, { overlap: hour, signing: "ed25519" }, draw(true))).toEqual(rotated);
    expect((await find()).secrets).toHaveLength(2);
  });
});
