/** `id` and `timestamp` as in the headers. */
export type Signed = { readonly id: string; readonly timestamp: string; readonly body: Uint8Array };

export type SigningKey = {
  /** Whether this key made one of the header's signatures. Rejects if a browser doesn't support Ed25519. */
  readonly hasSigned: (signed: Signed, signatures: readonly string[]) => Promise<boolean>;
  /** The mistake that leads to this key; undefined if the key is right. */
  readonly mistake?: { readonly code: string; readonly found: string; readonly advice: string };
};

export const isPublicKey = (secret: string): boolean => secret.startsWith("whpk_");

/** The right key, and the wrong keys that are often derived from a secret. */
export function keysFrom(secret: string): SigningKey[] {
  if (isPublicKey(secret)) return [ed25519Key(secret)];
  const encoded = secret.replace(/^whsec_/, "");
  const tool = "The tool that signed this";
  const advice = "The right key is the part after whsec_, decoded from base64.";
  const mistake = (code: string, found: string) => ({ mistake: { code, found: `${tool} ${found}`, advice } });
  return [
    hmacKey(fromBase64(encoded)),
    {
      ...hmacKey(new TextEncoder().encode(secret)),
      ...mistake("prefix_kept", "used the whole secret as text, including whsec_."),
    },
    {
      ...hmacKey(new TextEncoder().encode(encoded)),
      ...mistake("not_decoded", "dropped whsec_ but didn't decode the rest."),
    },
    { ...hmacKey(fromBase64(secret)), ...mistake("prefix_decoded", "decoded the secret together with whsec_.") },
  ];
}

/** `v1,<base64>`, as Standard Webhooks defines it. */
function hmacKey(bytes: Uint8Array<ArrayBuffer>): SigningKey {
  return {
    hasSigned: async (signed, signatures) => {
      if (bytes.length === 0) return false;
      const key = await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, signedBytes(signed)));
      return signatures.includes(`v1,${btoa(String.fromCharCode(...digest))}`);
    },
  };
}

/** `v1a,<base64>`, as Standard Webhooks defines it. */
function ed25519Key(publicKey: string): SigningKey {
  const bytes = fromBase64(publicKey.replace(/^whpk_/, ""));
  return {
    hasSigned: async (signed, signatures) => {
      if (bytes.length !== 32) return false;
      const key = await crypto.subtle.importKey("raw", bytes, "Ed25519", false, ["verify"]);
      for (const each of signatures) {
        if (!each.startsWith("v1a,")) continue;
        if (await crypto.subtle.verify("Ed25519", key, fromBase64(each.slice(4)), signedBytes(signed))) return true;
      }
      return false;
    },
  };
}

function signedBytes({ id, timestamp, body }: Signed): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(start.length + body.length);
  bytes.set(start);
  bytes.set(body, start.length);
  return bytes;
}

/** Reads what it can, as `Buffer.from(text, "base64")` does: a tool that decoded a whole secret did the same. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const [given = ""] = text.split("=");
  const letters = given
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replaceAll(/[^A-Za-z0-9+/]/g, "");
  const whole = letters.length % 4 === 1 ? letters.slice(0, -1) : letters;
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0));
}
