import { createHmac } from "node:crypto";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { readHeaders } from "../../../infra/cli/given-files.ts";
import { diagnoseWebhook } from "../../../infra/cli/verify/diagnose-webhook.ts";
import { signatureOf, signingKey } from "../../../shared/delivery/attempt/signature.ts";
import { ed25519PublicKey, ed25519Secret } from "../../../shared/subscriptions/ed25519-key.ts";
import { anyCharacter } from "../../support/any-character.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const other = "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
const id = "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB";
const at = new Date("2026-11-21T09:00:00Z");
const text = `{"id":"${id}","type":"person.updated","data":{"name":"Kåre","a":[1,2]}}`;
const sign = (body: string, by = secret) => new Webhook(by).sign(id, at, body);

type Changes = { body?: Buffer | string; signature?: string; secrets?: string[]; now?: number; headers?: object };

function diagnose({ body = text, signature = sign(text), secrets = [secret], now = at.getTime(), headers }: Changes) {
  const timestamp = String(at.getTime() / 1_000);
  const own = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
  return diagnoseWebhook({ body: Buffer.from(body), headers: { ...own, ...headers }, secrets, now });
}

const signedWith = (key: Buffer) =>
  `v1,${createHmac("sha256", key)
    .update(`${id}.${at.getTime() / 1_000}.${text}`)
    .digest("base64")}`;

describe("a verifying webhook", () => {
  it("is genuine, with several signatures or a secret without its prefix", () => {
    expect(diagnose({})).toMatchObject({ isGenuine: true, code: "genuine" });
    expect(diagnose({ signature: `v1,AAAA v1a,xyz ${sign(text)}` })).toMatchObject({ code: "genuine" });
    expect(diagnose({ secrets: [secret.slice("whsec_".length)] })).toMatchObject({ code: "genuine" });
  });

  it("is genuine exactly when the official package says so", () => {
    const webhook = new Webhook(secret);
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.boolean(), (body, isChanged) => {
        const now = Date.now();
        const seconds = String(Math.floor(now / 1_000));
        const signature = webhook.sign(id, new Date(now), body);
        const sent = isChanged ? `${body}x` : body;
        const headers = { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signature };
        const official = () => webhook.verify(sent, headers, { jsonParse: false });
        const { isGenuine } = diagnoseWebhook({ body: Buffer.from(sent), headers, secrets: [secret], now });
        if (isGenuine) expect(official).not.toThrow();
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
  ])("was parsed and rewritten: %s", (_, body) => {
    expect(diagnose({ body })).toMatchObject({ isGenuine: false, code: "reserialised" });
  });

  it.each([
    ["a line end added", `${text}\n`, text, "line_end"],
    ["a line end taken away", text, `${text}\n`, "line_end"],
    ["a byte order mark added", `\u{feff}${text}`, text, "line_end"],
    ["UTF-8 read as Latin-1", Buffer.from(Buffer.from(text).toString("latin1")), text, "charset"],
  ])("has %s", (_, body, signed, code) => {
    expect(diagnose({ body, signature: sign(signed) })).toMatchObject({ isGenuine: false, code });
  });

  it.each([
    ["kept whsec_ and used the text", Buffer.from(secret), "prefix_kept"],
    ["dropped whsec_ and didn't decode", Buffer.from(secret.slice(6)), "not_decoded"],
    ["decoded whsec_ as well", Buffer.from(secret, "base64"), "prefix_decoded"],
  ])("was signed by a sender that %s", (_, key, code) => {
    expect(diagnose({ signature: signedWith(key) })).toMatchObject({ isGenuine: false, code });
  });

  it("is signed with an older secret of those given", () => {
    expect(diagnose({ secrets: [other, secret] })).toMatchObject({ isGenuine: false, code: "old_secret" });
  });

  it.each([
    [42 * 60_000, "42 minutes in the past"],
    [-7 * 60_000, "7 minutes in the future"],
  ])("has a time that is %i ms off", (off, said) => {
    const found = diagnose({ now: at.getTime() + off });
    expect(found).toMatchObject({ isGenuine: false, code: "clock", text: expect.stringContaining(said) });
    expect(diagnose({ now: at.getTime() + Math.sign(off) * 299_000 })).toMatchObject({ isGenuine: true });
  });

  it("counts milliseconds, mixes two requests, or lacks headers", () => {
    const ms = String(at.getTime());
    const signature = `v1,${createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
      .update(`${id}.${ms}.${text}`)
      .digest("base64")}`;
    expect(diagnose({ signature, headers: { "webhook-timestamp": ms } })).toMatchObject({ code: "timestamp_in_ms" });
    expect(diagnose({ headers: { "webhook-timestamp": "soon" } })).toMatchObject({ code: "timestamp_unreadable" });
    expect(diagnose({ headers: { "webhook-id": undefined } })).toMatchObject({ code: "headers_missing" });
    expect(diagnose({ signature: "sha256=abc" })).toMatchObject({ code: "signature_unreadable" });
    const foreign = text.replace(id, "evt_2");
    expect(diagnose({ body: foreign, signature: sign(foreign) })).toMatchObject({ code: "id_differs" });
  });

  it("fits none of these, and says so without showing a secret", () => {
    const found = diagnose({ secrets: [other] });
    expect(found).toMatchObject({ isGenuine: false, code: "no_match" });
    expect(found.text).not.toContain(other);
    expect(diagnose({ body: "" }).text).toContain("The body is empty");
  });
});

describe("a webhook with Ed25519 signatures", () => {
  const ed25519 = ed25519Secret(Buffer.alloc(32, 7));
  const publicKey = ed25519PublicKey(ed25519) ?? "";
  const otherKey = ed25519PublicKey(ed25519Secret(Buffer.alloc(32, 8))) ?? "";
  const signed = { id, timestamp: at.getTime() / 1_000, body: Buffer.from(text) };
  const signature = signatureOf([signingKey(ed25519)], signed);
  const both = signatureOf([ed25519, secret].map(signingKey), signed);

  it("is genuine with the public key, beside HMAC or not", () => {
    for (const [all, secrets] of [
      [signature, [publicKey]],
      [both, [publicKey]],
      [both, [secret]],
      [sign(text), [secret, publicKey]],
    ] as const) {
      expect(diagnose({ signature: all, secrets: [...secrets] })).toMatchObject({ isGenuine: true });
    }
  });

  it("is genuine with the vector that was published", () => {
    const now = 1614265330;
    const headers = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": String(now),
      "webhook-signature":
        "v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==",
    };
    const secrets = ["whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4="];
    const found = diagnoseWebhook({ body: Buffer.from('{"test": 2432232314}'), headers, secrets, now: now * 1_000 });
    expect(found).toMatchObject({ isGenuine: true });
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
  ])("is %s", (code, changes) => {
    const found = diagnose(changes);
    expect(found).toMatchObject({ isGenuine: false, code });
    expect(found.text).not.toContain(ed25519.slice(5, 30));
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
