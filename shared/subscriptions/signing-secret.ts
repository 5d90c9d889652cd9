import type { Randomness } from "../kernel/ports/randomness.ts";

const prefix = "whsec_";
const generatedBytes = 32;

/** A new Standard Webhooks secret: `whsec_` and the base64 of 32 random bytes. */
export function newSigningSecret(randomness: Pick<Randomness, "bytes">): string {
  return `${prefix}${Buffer.from(randomness.bytes(generatedBytes)).toString("base64")}`;
}

/**
 * Returns a caller's own secret in its normal spelling (padded base64, as libraries expect it). Returns undefined
 * unless the text is `whsec_` and the base64 of 24 to 64 bytes. Without this check, a mistyped secret would go
 * unnoticed until the first signature fails to verify.
 */
export function normaliseSigningSecret(text: string): string | undefined {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+)={0,2}$/.exec(text) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, "base64");
  const normal = bytes.toString("base64");
  // Decoding tolerates a wrong length and stray bits. A text that doesn't encode back to itself was mistyped.
  if (normal.replaceAll("=", "") !== base64) return undefined;
  return bytes.length >= 24 && bytes.length <= 64 ? `${prefix}${normal}` : undefined;
}
