import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { type Advice, diagnoseWebhook } from "../../../infra/api-client/diagnose-webhook.ts";
import { readHeaders } from "../../../infra/cli/given-files.ts";
import { signatureOf, signingKey } from "../../../shared/delivery/attempt/signature.ts";
import { ed25519PublicKey, ed25519Secret } from "../../../shared/subscriptions/ed25519-key.ts";
import { anyCharacter } from "../../support/any-character.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const id = "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB";
const at = new Date("2026-11-21T09:00:00Z");
const text = `{"id":"${id}","type":"person.updated","data":{"name":"Kåre","a":[1,2]}}`;
const sign = (body: string, by = secret) => new Webhook(by).sign(id, at, body);

const advice: Advice = {
  ...{ missing: "", onlyHmac: "", onlyEd25519: "", changedBody: "", past: "", future: "" },
  noMatch: () => "",
};

type Changes = { body?: Buffer | string; signature?: string; secrets?: string[]; now?: number; headers?: object };

function diagnose({ body = text, signature = sign(text), secrets = [secret], now = at.getTime(), headers }: Changes) {
  const timestamp = String(at.getTime() / 1_000);
  const own = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
  return diagnoseWebhook({ body: Buffer.from(body), headers: { ...own, ...headers }, secrets, now }, advice);
}

const signedWith = (key: Buffer) =>
  `v1,${createHmac("sha256", key)
    .update(`${id}.${at.getTime() / 1_000}.${text}`)
    .digest("base64")}`;

describe("a verifying webhook", () => {
  it("is genuine, with several signatures or a secret without its prefix", async () => {
    expect(await diagnose({})).toMatchObject({ code: "genuine" });
    expect(await diagnose({ signature: `v1,AAAA v1a,xyz ${sign(text)}` })).toMatchObject({ code: "genuine" });
    expect(await diagnose({ secrets: [secret.slice("whsec_".length)] })).toMatchObject({ code: "genuine" });
  });

  it("is genuine exactly when the official package says so", async () => {
    const webhook = new Webhook(secret);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), fc.boolean(), async (body, isChanged) => {
        const now = Date.now();
        const seconds = String(Math.floor(now / 1_000));
        const signature = webhook.sign(id, new Date(now), body);
        const sent = isChanged ? `${body}x` : body;
        const headers = { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signature };
        const official = () => webhook.verify(sent, headers, { jsonParse: false });
        const received = { body: Buffer.from(sent), headers, secrets: [secret], now };
        if ((await diagnoseWebhook(received, advice)).code === "genuine") expect(official).not.toThrow();
        else expect(official).toThrow();
      }),
    );
  });
});

describe("a webhook that doesn't verify", () => {
  it.each([
    ["indented", JSON.stringify(JSON.parse(text), null, 2)],
    ["indented by 4", JSON.stringify(JSON.parse(text), null, 4)],
    ["written with spaces, as Python does", text.replaceAll(/[:,]/g, "$& ")],
    ["written as a string of JSON", JSON.stringify(text)],
    ["with escaped letters", text.replace("å", "\\u00e5")],
  ])("was parsed and rewritten: %s", async (_, body) => {
    expect(await diagnose({ body })).toMatchObject({ code: "reserialised" });
  });

  it.each([
    ["a line end added", `${text}\n`, text, "line_end"],
    ["a line end taken away", text, `${text}\n`, "line_end"],
    ["a byte order mark added", `\u{feff}${text}`, text, "line_end"],
    ["UTF-8 read as Latin-1", Buffer.from(Buffer.from(text).toString("latin1")), text, "charset"],
  ])("has %s", async (_, body, signed, code) => {
    expect(await diagnose({ body, signature: sign(signed) })).toMatchObject({ code });
  });

  it.each([
    ["kept whsec_ and used the text", Buffer.from(secret), "prefix_kept"],
    ["dropped whsec_ and didn't decode", Buffer.from(secret.slice(6)), "not_decoded"],
    ["decoded whsec_ as well", Buffer.from(secret, "base64"), "prefix_decoded"],
  ])("was signed by a sender that %s", async (_, key, code) => {
    expect(await diagnose({ signature: signedWith(key) })).toMatchObject({ code });
  });

  it("is signed with an older secret of those given", async () => {
    expect(await diagnose({ secrets: [other, secret] })).toMatchObject({ code: "old_secret" });
  });

  it.each([
    [42 * 60_000, "42 minutes in the past"],
    [-7 * 60_000, "7 minutes in the future"],
  ])("has a time that is %i ms off", async (off, said) => {
    const found = await diagnose({ now: at.getTime() + off });
    expect(found).toMatchObject({ code: "clock", found: expect.stringContaining(said) });
    expect(await diagnose({ now: at.getTime() + Math.sign(off) * 299_000 })).toMatchObject({ code: "genuine" });
  });

  it("counts milliseconds, mixes two requests, or lacks headers", async () => {
    const ms = String(at.getTime());
    const signature = `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
      .update(`${id}.${ms}.${text}`)
      .digest("base64")}`;
    expect(await diagnose({ signature, headers: { "webhook-timestamp": ms } })).toMatchObject({
      code: "timestamp_in_ms",
    });
    expect(await diagnose({ headers: { "webhook-timestamp": "soon" } })).toMatchObject({
      code: "timestamp_unreadable",
    });
    expect(await diagnose({ headers: { "webhook-id": undefined } })).toMatchObject({ code: "headers_missing" });
    expect(await diagnose({ signature: "sha256=abc" })).toMatchObject({ code: "signature_unreadable" });
    const foreign = text.replace(id, "evt_2");
    expect(await diagnose({ body: foreign, signature: sign(foreign) })).toMatchObject({ code: "id_differs" });
  });

  it("fits none of these, and says so without showing a secret", async () => {
    const found = await diagnose({ secrets: [other] });
    expect(found).toMatchObject({ code: "no_match" });
    expect(found.found).not.toContain(other);
    expect(await diagnose({ body: "" })).toMatchObject({ found: expect.stringContaining("The body is empty") });
  });
});

describe("a webhook with Ed25519 signatures", () => {
  const ed25519 = ed25519Secret(Buffer.alloc(32, 7));
  const publicKey = ed25519PublicKey(ed25519) ?? "";
  const otherKey = ed25519PublicKey(ed25519Secret(Buffer.alloc(32, 8))) ?? "";
  const signed = { id, timestamp: at.getTime() / 1_000, body: Buffer.from(text) };
  const signature = signatureOf([signingKey(ed25519)], signed);
  const both = signatureOf([ed25519, secret].map(signingKey), signed);

  it("is genuine with the public key, beside HMAC or not", async () => {
    for (const [all, secrets] of [
      [signature, [publicKey]],
      [both, [publicKey]],
      [both, [secret]],
      [sign(text), [secret, publicKey]],
    ] as const) {
      expect(await diagnose({ signature: all, secrets: [...secrets] })).toMatchObject({ code: "genuine" });
    }
  });

  it("is genuine with the vector that was published", async () => {
    const now = 1614265330;
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": String(now),
      "webhook-signature":
        "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
    };
    const secrets = ["whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="];
    const received = { body: Buffer.from('{"test": 2432232314}'), headers, secrets, now: now * 1_000 };
    expect(await diagnoseWebhook(received, advice)).toMatchObject({ code: "genuine" });
  });

  it.each([
    ["only_hmac", { signature: sign(text), secrets: [publicKey] }],
    ["only_ed25519", { signature, secrets: [secret, other] }],
    ["private_key", { signature, secrets: [ed25519] }],
    ["no_match", { signature, secrets: [otherKey] }],
    ["no_match", { signature, secrets: ["whpk_AAAA"] }],
    ["no_match", { signature: signature.slice(0, 60), secrets: [publicKey] }],
    ["old_secret", { signature, secrets: [otherKey, publicKey] }],
    ["reserialised", { signature, secrets: [publicKey], body: JSON.stringify(JSON.parse(text), null, 2) }],
    ["clock", { signature, secrets: [publicKey], now: at.getTime() + 600_000 }],
  ])("is %s", async (code, changes) => {
    const found = await diagnose(changes);
    expect(found).toMatchObject({ code });
    expect(found.found).not.toContain(ed25519.slice(5, 30));
  });
});

describe("headers", () => {
  const expected = { "webhook-id": "evt_1", "x-y": "a: b" };
  it.each([
    ["lines", "Webhook-Id: evt_1\r\nX-Y: a: b\r\n"],
    ["curl's lines after a request line", "> POST /hook HTTP/1.1\n> Webhook-Id: evt_1\n> X-Y: a: b\n"],
    ["a JSON object", '{"Webhook-Id":"evt_1","x-y":["a: b"]}'],
  ])("are read from %s", (_, given) => {
    expect(readHeaders(given)).toEqual(expected);
  });

  it("are refused if they begin like JSON and aren't", () => {
    expect(() => readHeaders('{"a":1}')).toThrow("aren't an object of strings");
  });
});
