import { createHmac, createPublicKey, verify } from "node:crypto";

export type Signed = { readonly id: string; readonly timestamp: string; readonly body: Buffer };

export type SigningKey = {
  /** Whether this key made one of the header's signatures. */
  readonly hasSigned: (signed: Signed, signatures: readonly string[]) => boolean;
  /** The mistake that leads to this key; undefined if the key is right. */
  readonly mistake?: { readonly code: string; readonly text: string };
};

export const isPublicKey = (secret: string): boolean => secret.startsWith("whpk_");

/** The right key, and the wrong keys that are often derived from a secret. */
export function keysFrom(secret: string): SigningKey[] {
  if (isPublicKey(secret)) return [ed25519Key(secret)];
  const encoded = secret.replace(/^whsec_/, "");
  const tool = "The tool that signed this";
  const right = "The right key is the part after whsec_, decoded from base64.";
  return [
    hmacKey(Buffer.from(encoded, "base64")),
    hmacKey(Buffer.from(secret, "utf8"), {
      code: "prefix_kept",
      text: `${tool} used the whole secret as text, including whsec_. ${right}`,
    }),
    hmacKey(Buffer.from(encoded, "utf8"), {
      code: "not_decoded",
      text: `${tool} dropped whsec_ but didn't decode the rest. ${right}`,
    }),
    hmacKey(Buffer.from(secret, "base64"), {
      code: "prefix_decoded",
      text: `${tool} decoded the secret together with whsec_. ${right}`,
    }),
  ];
}

/** `v1,<base64>`, as Standard Webhooks defines it. */
function hmacKey(key: Buffer, mistake?: NonNullable<SigningKey["mistake"]>): SigningKey {
  return {
    hasSigned: ({ id, timestamp, body }, signatures) => {
      const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64");
      return signatures.includes(`v1,${digest}`);
    },
    ...(mistake && { mistake }),
  };
}

/** `v1a,<base64>`, as Standard Webhooks defines it. */
function ed25519Key(publicKey: string): SigningKey {
  const x = Buffer.from(publicKey.replace(/^whpk_/, ""), "base64");
  if (x.length !== 32) return { hasSigned: () => false };
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: x.toString("base64url") }, format: "jwk" });
  return {
    hasSigned: ({ id, timestamp, body }, signatures) => {
      const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
      return signatures.some((each) => {
        return each.startsWith("v1a,") && verify(null, signed, key, Buffer.from(each.slice(4), "base64"));
      });
    },
  };
}
