import { createHmac, createSecretKey, type KeyObject, sign } from "node:crypto";
import { InvalidInputError } from "../../kernel/errors.ts";
import { ed25519PrivateKey } from "../../subscriptions/ed25519-key.ts";

/** The key in a signing secret of Standard Webhooks 1.0.0. Throws {@link InvalidInputError}. */
export function signingKey(secret: string): KeyObject {
  // Signing with the secret's bytes would create a key object for every signature.
  const key = secret.startsWith("whsk_") ? ed25519PrivateKey(secret) : hmacKey(secret);
  if (key === undefined) {
    const message = "must be whsec_ followed by base64, or whsk_ followed by an Ed25519 key pair in base64";
    throw new InvalidInputError("signing secret", [{ path: "", message }]);
  }
  return key;
}

function hmacKey(secret: string): KeyObject | undefined {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return secret.startsWith("whsec_") && key.length > 0 ? createSecretKey(key) : undefined;
}

/**
 * The value of `webhook-signature`. It has a signature for each key, so that a receiver that knows only one of several
 * valid keys can verify the request. `timestamp` is in unix seconds.
 */
export function signatureOf(
  keys: readonly KeyObject[],
  signed: { readonly id: string; readonly timestamp: number; readonly body: Uint8Array },
): string {
  const head = `${signed.id}.${signed.timestamp}.`;
  return keys
    .map((key) => {
      if (!isEd25519(key)) return `v1,${createHmac("sha256", key).update(head).update(signed.body).digest("base64")}`;
      // Ed25519 reads the message twice, so the message can't be passed in parts.
      return `v1a,${sign(null, Buffer.concat([Buffer.from(head), signed.body]), key).toString("base64")}`;
    })
    .join(" ");
}

/** An Ed25519 signature of a small body takes as long as building a body of this size (bytes) and HMAC-signing it. */
const ed25519Bytes = 4_096;

/** How many bytes a body's Ed25519 signatures count as when deliveries take turns. HMAC signatures count as 0. */
export function signingBytes(keys: readonly KeyObject[], body: number): number {
  return keys.filter(isEd25519).length * (ed25519Bytes + body);
}

const isEd25519 = (key: KeyObject): boolean => key.asymmetricKeyType === "ed25519";
