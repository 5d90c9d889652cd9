import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  type KMSClient,
} from "@aws-sdk/client-kms";
import { EngineUnavailableError, UnsealError } from "../../kernel/errors.ts";
import type { KeyWrapper } from "../../kernel/ports/key-wrapper.ts";
import { asEngineFault, calling } from "./engine-fault.ts";

/** Wraps data keys with one KMS key; the tenant is the encryption context, so CloudTrail names whose key was opened. */
export class KmsKeyWrapper implements KeyWrapper {
  readonly #client: KMSClient;
  readonly #keyId: string;

  constructor(client: KMSClient, keyId: string) {
    this.#client = client;
    this.#keyId = keyId;
  }

  async wrap(dataKey: Uint8Array, context: string): Promise<Uint8Array> {
    const command = new EncryptCommand({
      KeyId: this.#keyId,
      Plaintext: dataKey,
      EncryptionContext: { tenant: context },
    });
    const { CiphertextBlob } = await calling("KMS", () => this.#client.send(command));
    if (CiphertextBlob === undefined) throw new EngineUnavailableError("KMS answered without a ciphertext");
    return CiphertextBlob;
  }

  async unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array> {
    const EncryptionContext = { tenant: context };
    const command = new DecryptCommand({ KeyId: this.#keyId, CiphertextBlob: wrapped, EncryptionContext });
    try {
      const { Plaintext } = await this.#client.send(command);
      if (Plaintext === undefined) throw new EngineUnavailableError("KMS answered without a plaintext");
      return Plaintext;
    } catch (error) {
      if (error instanceof InvalidCiphertextException || error instanceof IncorrectKeyException) {
        throw new UnsealError(`the data key of ${context} does not open`, { cause: error });
      }
      throw asEngineFault("KMS", error);
    }
  }
}
