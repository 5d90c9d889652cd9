import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";

/** The prefixes of secrets and public keys for Standard Webhooks' Ed25519 signatures (`v1a`). */
const secretPrefix = "whsk_";
const publicPrefix = "whpk_";
const keyBytes = 32;

/** The beginning of an Ed25519 private key in PKCS #8 (RFC 8410); the seed follows. */
const pkcs8 = Buffer.from("302e020100300506032b657004220420", "hex");

/** The secret for a seed of 32 bytes: `whsk_` and the base64 of the seed and the public key. */
export function ed25519Secret(seed: Uint8Array): string {
  return `${secretPrefix}${Buffer.concat([seed, publicBytes(privateKey(seed))]).toString("base64")}`;
}

/** Undefined if the text isn't an Ed25519 secret, or if its two halves don't match. */
export function ed25519PrivateKey(secret: string): KeyObject | undefined {
  const halves = halvesOf(secret);
  if (halves === undefined) return undefined;
  const key = privateKey(halves.seed);
  return publicBytes(key).equals(halves.publicKey) ? key : undefined;
}

/** `whpk_…`, as receivers get it; undefined if the text isn't an Ed25519 secret. */
export function ed25519PublicKey(secret: string): string | undefined {
  const halves = halvesOf(secret);
  return halves && `${publicPrefix}${halves.publicKey.toString("base64")}`;
}

export function publicKeyBytes(publicKey: string): Buffer {
  return Buffer.from(publicKey.slice(publicPrefix.length), "base64");
}

function halvesOf(secret: string): { readonly seed: Buffer; readonly publicKey: Buffer } | undefined {
  const bytes = Buffer.from(secret.slice(secretPrefix.length), "base64");
  if (!secret.startsWith(secretPrefix) || bytes.length !== 2 * keyBytes) return undefined;
  return { seed: bytes.subarray(0, keyBytes), publicKey: bytes.subarray(keyBytes) };
}

function privateKey(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: "der", type: "pkcs8" });
}

/** The last 32 bytes of the public key's SPKI form are the key itself. */
function publicBytes(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-keyBytes);
}
