import { createHmac } from "node:crypto";

type SigningKey = {
  readonly key: Buffer;
  /** The mistake that leads to this key; undefined if the key is right. */
  readonly mistake?: { readonly code: string; readonly text: string };
};

/** The key of a secret, and the wrong keys that are often used instead. */
export function keysFrom(secret: string): SigningKey[] {
  const encoded = secret.replace(/^whsec_/, "");
  const tool = "The tool that signed this";
  const right = "the key is the part after whsec_, decoded from base64";
  return [
    { key: Buffer.from(encoded, "base64") },
    {
      key: Buffer.from(secret, "utf8"),
      mistake: {
        code: "prefix_kept",
        text: `${tool} used the whole secret as text, including whsec_. Instead, ${right}.`,
      },
    },
    {
      key: Buffer.from(encoded, "utf8"),
      mistake: { code: "not_decoded", text: `${tool} dropped whsec_ but didn't decode the rest. Instead, ${right}.` },
    },
    {
      key: Buffer.from(secret, "base64"),
      mistake: { code: "prefix_decoded", text: `${tool} decoded the secret together with whsec_. Instead, ${right}.` },
    },
  ];
}

/** `v1,<base64>`, as Standard Webhooks defines it. */
export function signatureOf(key: Buffer, id: string, timestamp: string, body: Buffer): string {
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
}
