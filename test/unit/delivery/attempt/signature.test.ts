import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { signatureOf, signingKey } from "../../../../shared/delivery/attempt/signature.ts";
import { InvalidInputError } from "../../../../shared/kernel/errors.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const vector = {
  id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
  timestamp: 1_614_265_330,
  body: Buffer.from('{"test": 2432232314}'),
};

describe("webhook-signature", () => {
  it("matches the published vector", () => {
    expect(signatureOf([signingKey(secret)], vector)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  });

  it("holds one signature per valid secret, and a receiver that knows either accepts it", () => {
    const secrets = [secret, `whsec_${Buffer.alloc(32, 7).toString("base64")}`];
    const timestamp = Math.floor(Date.now() / 1_000);
    const body = Buffer.from(`{"name":"Ærøskøbing ${"x".repeat(200_000)}"}`);
    const signature = signatureOf(secrets.map(signingKey), { id: "evt_1", timestamp, body });
    expect(signature.split(" ")).toHaveLength(2);
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signature,
    };
    for (const known of secrets) {
      expect(new Webhook(known).verify(body, headers)).toEqual(JSON.parse(body.toString("utf8")));
      expect(() => new Webhook(known).verify(`${body.toString("utf8")} `, headers)).toThrow("No matching signature");
    }
  });

  it.each(["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "v1,whsec_MfKQ9r8GKYqr", "whsec_", ""])(
    "refuses %o as a secret and doesn't repeat it",
    (wrong) => {
      const failure = (() => {
        try {
          return signingKey(wrong);
        } catch (error) {
          return error;
        }
      })();
      expect(failure).toBeInstanceOf(InvalidInputError);
      expect(String(failure)).not.toContain("MfKQ9r8GKYqr");
    },
  );
});
