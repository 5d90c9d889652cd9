import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  type KMSClient,
} from "@aws-sdk/client-kms";
import { EngineUnavailableError, UnsealError } from "../../kernel/errors.ts";
import type { KeyWrapper } from "../../kernel/ports/key-wrapper.ts";
import { asEngineFault, withEngineFaults } from "./engine-fault.ts";

/**
 * Wraps data keys with one KMS key. The tenant is the encryption context, so CloudTrail names the tenant whose data key
 * was unwrapped.
 */
export class KmsKeyWrapper implements KeyWrapper {
  readonly #client: KMSClient;
  readonly #keyId: string;
  readonly #formerKeyIds: readonly string[];

  /**
   * `formerKeyIds` are the keys used before `keyId`. They are used only to unwrap, until everything that they wrapped
   * has been rewrapped.
   */
  constructor(client: KMSClient, keyId: string, formerKeyIds: readonly string[] = []) {
    this.#client = client;
    this.#keyId = keyId;
    this.#formerKeyIds = formerKeyIds;
  }

  async wrap(dataKey: Uint8Array, context: string): Promise<Uint8Array> {
    const command = new EncryptCommand({
      KeyId: this.#keyId,
      Plaintext: dataKey,
      EncryptionContext: { tenant: context },
    });
    const { CiphertextBlob } = await withEngineFaults("KMS", () => this.#client.send(command));
    if (CiphertextBlob === undefined) throw new EngineUnavailableError("KMS returned no ciphertext");
    return CiphertextBlob;
  }

  async unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array> {
    // Only KMS knows which of the keys wrapped the data key.
    for (const keyId of [this.#keyId, ...this.#formerKeyIds]) {
      const opened = await this.#unwrapWith(keyId, wrapped, context);
      if (opened !== undefined) return opened;
    }
    throw new UnsealError(`the data key of ${context} can't be unwrapped, because no configured key wrapped it`);
  }

  /** Returns undefined if another key wrapped the data key. */
  async #unwrapWith(KeyId: string, CiphertextBlob: Uint8Array, context: string): Promise<Uint8Array | undefined> {
    const command = new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext: { tenant: context } });
    try {
      const { Plaintext } = await this.#client.send(command);
      if (Plaintext === undefined) throw new EngineUnavailableError("KMS returned no plaintext");
      return Plaintext;
    } catch (error) {
      if (error instanceof IncorrectKeyException) return undefined;
      if (error instanceof InvalidCiphertextException) {
        throw new UnsealError(`the data key of ${context} can't be unwrapped`, { cause: error });
      }
      throw asEngineFault("KMS", error);
    }
  }
}
