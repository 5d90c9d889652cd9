import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { InvalidInputError } from "../../kernel/errors.ts";

/** The key in a signing secret, which consists of `whsec_` and the key in base64 (Standard Webhooks 1.0.0). */
export function signingKey(secret: string): KeyObject {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (!secret.startsWith("whsec_") || key.length === 0) {
    throw new InvalidInputError("signing secret", [{ path: "", message: "must be whsec_ followed by base64" }]);
  }
  // The key object is made here, because otherwise each signature would make one from the bytes.
  return createSecretKey(key);
}

/**
 * The value of `webhook-signature`: `v1,<base64>` for each key, separated by spaces. A receiver that knows only one of
 * several valid secrets then finds its signature. `timestamp` is in unix seconds; `body` contains the bytes that are
 * sent.
 */
export function signatureOf(
  keys: readonly KeyObject[],
  signed: { readonly id: string; readonly timestamp: number; readonly body: Uint8Array },
): string {
  const head = `${signed.id}.${signed.timestamp}.`;
  return keys
    .map((key) => `v1,${createHmac("sha256", key).update(head).update(signed.body).digest("base64")}`)
    .join(" ");
}
