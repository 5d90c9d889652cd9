/** Rejects with the reason if the headers contain no valid signature of the text. */
export type Verify = (text: string, headers: Readonly<Record<string, string>>) => Promise<void>;

/** How far (seconds) a timestamp may be from the clock, as in `standardwebhooks`. */
const tolerance = 300;

/**
 * The maximum number of signatures of one webhook that are verified. Anyone can send signatures, and each takes about
 * 0.1 ms to verify. Feedhook sends at most four.
 */
const mostSignatures = 16;

/**
 * Verifies Ed25519 signatures (`v1a`) with a public key `whpk_…`, because `standardwebhooks` verifies only HMAC. Uses
 * the Web Crypto API, because edge runtimes have no `node:crypto`. Throws if the public key is invalid.
 */
export function ed25519Verifier(publicKey: string): Verify {
  const bytes = bytesOf(publicKey.replace(/^whpk_/, ""));
  if (bytes?.length !== 32) {
    throw new TypeError(
      "the public key is invalid: pass the subscription's publicKey, which is whpk_ and the base64 of 32 bytes",
    );
  }
  let importing: ReturnType<typeof crypto.subtle.importKey> | undefined;
  return async (text, headers) => {
    const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": all = "" } = headers;
    if (id === "" || timestamp === "" || all === "") throw new Error("Missing required headers");
    // A number with more digits would be rounded.
    if (!/^\d{1,15}$/.test(timestamp)) throw new Error("Invalid webhook-timestamp header");
    const age = Math.floor(Date.now() / 1_000) - Number(timestamp);
    if (Math.abs(age) > tolerance) throw new Error(`webhook-timestamp is too ${age > 0 ? "old" : "new"}`);
    const signed = new TextEncoder().encode(`${id}.${Number(timestamp)}.${text}`);
    importing ??= crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
    const key = await importing;
    for (const signature of signaturesIn(all)) {
      if (await crypto.subtle.verify("Ed25519", key, signature, signed)) return;
    }
    throw new Error("No matching v1a signature found");
  };
}

function signaturesIn(header: string): readonly Uint8Array<ArrayBuffer>[] {
  const named = header.split(" ").filter((one) => one.startsWith("v1a,"));
  return named.slice(0, mostSignatures).flatMap((one) => {
    const bytes = bytesOf(one.slice("v1a,".length));
    return bytes?.length === 64 ? [bytes] : [];
  });
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
