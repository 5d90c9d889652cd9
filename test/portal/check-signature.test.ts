import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { checkSignature } from "../../infra/portal/app/logic/check-signature.ts";
import { signatureOf, signingKey } from "../../shared/delivery/attempt/signature.ts";
import { ed25519PublicKey, ed25519Secret } from "../../shared/subscriptions/ed25519-key.ts";

const secret = `whsec_${Buffer.from("a key of thirty-two bytes, really").toString("base64")}`;
const other = `whsec_${Buffer.from("another key of thirty-two bytes!!").toString("base64")}`;
const now = 1_800_000_000_000;
const sent = '{"id":"evt_1","data":{"name":"Kåre"}}';

function headersOf(body: string, { key = secret, at = now } = {}): string {
  const signature = new Webhook(key).sign("evt_1", new Date(at), body);
  return `webhook-id: evt_1\r\nwebhook-timestamp: ${Math.floor(at / 1_000)}\nWebhook-Signature: ${signature}`;
}

const titles = async (input: { headers: string; body: string; secret?: string }) =>
  (await checkSignature({ secret, now, ...input })).map(({ title }) => title);

describe("the signature checker", () => {
  it("accepts the official library's signatures, including beside another signature and as JSON headers", async () => {
    expect(await titles({ headers: headersOf(sent), body: sent })).toEqual(["The signature is valid"]);
    const rotated = headersOf(sent).replace("v1,", "v1,AAAA v1,");
    expect(await checkSignature({ secret, now, headers: rotated, body: sent })).toEqual([
      {
        ...{ level: "good", title: "The signature is valid" },
        advice: "The webhook has several signatures, because the endpoint's secret is being rotated.",
      },
    ]);
    const lines = headersOf(sent).split(/\r?\n/);
    const asJson = JSON.stringify(Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2))));
    expect(await titles({ headers: asJson, body: sent })).toEqual(["The signature is valid"]);
    expect(await titles({ headers: headersOf(sent), body: sent, secret: secret.slice("whsec_".length) })).toEqual([
      "The signature is valid",
    ]);
  });

  it.each([
    ["a body that was parsed and written anew", JSON.stringify(JSON.parse(sent), null, 2), /re-serialized/],
    ["white space around the body", `${sent}\n`, /Whitespace|re-serialized/],
  ])("names %s", async (_, body, title) => {
    const [first] = await titles({ headers: headersOf(sent), body });
    expect(first).toMatch(title);
  });

  it("distinguishes a wrong secret from a secret used as text", async () => {
    const [wrong] = await titles({ headers: headersOf(sent, { key: other }), body: sent });
    expect(wrong).toMatch(/doesn't match/);
    const asText = `whsec_${Buffer.from(secret).toString("base64")}`;
    const [text] = await titles({ headers: headersOf(sent, { key: asText }), body: sent });
    expect(text).toMatch(/secret's text/);
    expect(await titles({ headers: headersOf(sent), body: sent, secret: "whsec_!" })).toEqual([
      "The secret isn't valid",
    ]);
  });

  it("checks Ed25519 signatures with a public key, beside HMAC signatures or not", async () => {
    const ed25519 = ed25519Secret(Buffer.alloc(32, 7));
    const publicKey = ed25519PublicKey(ed25519) ?? "";
    const headers = (keys: readonly string[], body = sent) => {
      const signed = { id: "evt_1", timestamp: now / 1_000, body: Buffer.from(body) };
      const signature = signatureOf(keys.map(signingKey), signed);
      return `webhook-id: evt_1\nwebhook-timestamp: ${now / 1_000}\nwebhook-signature: ${signature}`;
    };
    const check = (keys: readonly string[], by = publicKey, body = sent) =>
      titles({ headers: headers(keys), body, secret: by });
    expect(await check([ed25519])).toEqual(["The signature is valid"]);
    expect(await check([ed25519, secret])).toEqual(["The signature is valid"]);
    expect(await check([ed25519, secret], secret)).toEqual(["The signature is valid"]);
    const [parsed] = await check([ed25519], publicKey, JSON.stringify(JSON.parse(sent), null, 2));
    expect(parsed).toMatch(/re-serialized/);
    expect(await check([ed25519], publicKey, "{}")).toEqual(["The signature doesn't match this body and public key"]);
    expect(await check([ed25519], secret)).toEqual(["The webhook has only Ed25519 signatures"]);
    expect(await check([secret])).toEqual(["The webhook has only HMAC signatures"]);
    expect(await check([ed25519], "whpk_AAAA")).toEqual(["The public key isn't valid"]);
    expect(await check([ed25519], ed25519)).toEqual(["The secret isn't valid"]);
    const importKey = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
    try {
      expect(await check([ed25519])).toEqual(["This browser can't check Ed25519 signatures"]);
    } finally {
      importKey.mockRestore();
    }
  });

  it("says how old a timestamp is, or how far ahead", async () => {
    const old = await titles({ headers: headersOf(sent, { at: now - 12 * 60_000 }), body: sent });
    expect(old).toEqual(["The signature is valid", "The timestamp is 12 minutes old"]);
    const early = await titles({ headers: headersOf(sent, { at: now + 12 * 60_000 }), body: sent });
    expect(early[1]).toBe("The timestamp is 12 minutes in the future");
    const ages = [2, 47, 48].map((hours) =>
      titles({ headers: headersOf(sent, { at: now - hours * 3_600_000 }), body: sent }),
    );
    expect((await Promise.all(ages)).map(([, age]) => age)).toEqual([
      ...["The timestamp is 2 hours old", "The timestamp is 47 hours old", "The timestamp is 2 days old"],
    ]);
  });

  it("names the missing headers", async () => {
    expect(await titles({ headers: "webhook-id: evt_1", body: sent })).toEqual([
      "webhook-timestamp and webhook-signature are missing",
    ]);
    expect(await titles({ headers: "", body: sent })).toEqual([
      "webhook-id, webhook-timestamp, and webhook-signature are missing",
    ]);
  });
});
