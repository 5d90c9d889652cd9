import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import * as z from "zod";

const context = z.record(z.string(), z.string()).default({});
const encryption = z.object({ KeyId: z.string(), Plaintext: z.base64(), EncryptionContext: context });
const decryption = z.object({ KeyId: z.string(), CiphertextBlob: z.base64(), EncryptionContext: context });

export type ServiceAnswer = { readonly status: number; readonly body: object };

/** As much of KMS as the bridge uses: a ciphertext opens only with the same key id and encryption context. */
export class KeyService {
  readonly #key = randomBytes(32);

  answer(operation: string, request: unknown): ServiceAnswer {
    if (operation === "Encrypt") {
      const { KeyId, Plaintext, EncryptionContext } = encryption.parse(request);
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(associated(KeyId, EncryptionContext));
      const sealed = Buffer.concat([nonce, cipher.update(Plaintext, "base64"), cipher.final(), cipher.getAuthTag()]);
      return { status: 200, body: { KeyId, CiphertextBlob: sealed.toString("base64") } };
    }
    if (operation !== "Decrypt") throw new Error(`the bridge isn't expected to ask KMS for ${operation}`);
    const { KeyId, CiphertextBlob, EncryptionContext } = decryption.parse(request);
    const sealed = Buffer.from(CiphertextBlob, "base64");
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, sealed.subarray(0, 12))
        .setAAD(associated(KeyId, EncryptionContext))
        .setAuthTag(sealed.subarray(-16));
      const opened = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()]);
      return { status: 200, body: { KeyId, Plaintext: opened.toString("base64") } };
    } catch {
      return { status: 400, body: { __type: "InvalidCiphertextException", message: "" } };
    }
  }
}

function associated(keyId: string, encryptionContext: Readonly<Record<string, string>>): Buffer {
  return Buffer.from(JSON.stringify([keyId, Object.entries(encryptionContext).sort()]));
}
