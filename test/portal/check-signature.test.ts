import { Webhook } from "standardwebhooks";
import { describe, expect, it, vi } from "vitest";
import { checkSignature } from "../../infra/portal/app/logic/check-signature.ts";
import { ed25519PublicKey, ed25519Secret } from "../../shared/subscriptions/ed25519-key.ts";

const secret = `whsec_${Buffer.from("a key of thirty-two bytes, really").toString("base64")}`;
const ed25519 = ed25519Secret(Buffer.alloc(32, 7));
const publicKey = ed25519PublicKey(ed25519) ?? "";
const now = 1_800_000_000_000;
const sent = '{"id":"evt_1","data":{"name":"Kåre"}}';

function headersAt(at: number): string {
  const signature = new Webhook(secret).sign("evt_1", new Date(at), sent);
  return `webhook-id: evt_1\r\nwebhook-timestamp: ${Math.floor(at / 1_000)}\nWebhook-Signature: ${signature}`;
}

const check = (input: { headers?: string; body?: string; secret?: string }) =>
  checkSignature({ secret, now, headers: headersAt(now), body: sent, ...input });
const titles = async (input: Parameters<typeof check>[0]) => (await check(input)).map(({ title }) => title);

// test/unit/cli/diagnose-webhook.test.ts tests which mistake is found.
describe("the signature checker", () => {
  it("accepts a valid signature, including beside another one and with headers as JSON or curl's options", async () => {
    const rotated = { headers: headersAt(now).replace("v1,", "v1,AAAA v1,") };
    expect(await check(rotated)).toEqual([
      {
        ...{ level: "good", title: "The signature is valid" },
        advice: "The webhook has several signatures, because the endpoint's secret is being rotated.",
      },
    ]);
    const lines = headersAt(now).split(/\r?\n/);
    const asJson = JSON.stringify(Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2))));
    const asOptions = lines.map((line) => `  -H '${line}' \\`).join("\n");
    for (const valid of [{}, { headers: asJson }, { headers: asOptions }, { secret: ` ${secret.slice(6)}\n` }]) {
      expect(await titles(valid)).toEqual(["The signature is valid"]);
    }
  });

  it("names a mistake, with advice in the portal's words", async () => {
    expect(await check({ body: JSON.stringify(JSON.parse(sent), null, 2) })).toEqual([
      {
        level: "bad",
        title: expect.stringContaining("this body was parsed and serialized again"),
        advice: expect.stringContaining("express.raw"),
      },
    ]);
    expect(await titles({ body: "{}" })).toEqual(["No signature matches the secret and these 2 bytes"]);
    expect(await titles({ headers: "webhook-id: evt_1" })).toEqual([
      "These headers are missing: webhook-timestamp, webhook-signature",
    ]);
  });

  it("refuses what is no secret or public key, and says when a browser can't check", async () => {
    expect(await titles({ secret: "whsec_!" })).toEqual(["The secret isn't valid"]);
    expect(await titles({ secret: ed25519 })).toEqual(["The secret isn't valid"]);
    expect(await titles({ secret: "whpk_AAAA" })).toEqual(["The public key isn't valid"]);
    const importKey = vi.spyOn(crypto.subtle, "importKey").mockRejectedValue(new DOMException("", "NotSupportedError"));
    const headers = headersAt(now).replace("v1,", "v1a,");
    try {
      expect(await titles({ headers, secret: publicKey })).toEqual(["This browser can't check Ed25519 signatures"]);
    } finally {
      importKey.mockRestore();
    }
  });

  it.each([
    [12 / 60, "The timestamp is 12 minutes old"],
    [-12 / 60, "The timestamp is 12 minutes in the future"],
    [2, "The timestamp is 2 hours old"],
    [47, "The timestamp is 47 hours old"],
    [48, "The timestamp is 2 days old"],
  ])("says how old a timestamp is, or how far ahead: %d hours", async (hours, title) => {
    const headers = headersAt(now - hours * 3_600_000);
    expect(await titles({ headers })).toEqual(["The signature is valid", title]);
  });
});
