import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from "@aws-sdk/client-kms";
import { mockClient } from "aws-sdk-client-mock";
import { KmsKeyWrapper } from "../../shared/adapters/aws/kms-key-wrapper.ts";
import { LocalKeyWrapper } from "../../shared/adapters/local/key-file.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";
import { describeKeyWrapper } from "./key-wrapper-contract.ts";

const randomness = new SeededRandomness();
const key = randomness.bytes(32);
const otherKey = randomness.bytes(32);

describeKeyWrapper(
  "a key file",
  () => new LocalKeyWrapper(key, randomness),
  () => new LocalKeyWrapper(otherKey, randomness),
);
describeKeyWrapper(
  "KMS",
  () => new KmsKeyWrapper(fakeKms(), "key-1"),
  () => new KmsKeyWrapper(fakeKms(), "key-2"),
);

/** What our fake KMS ever wrapped, by its ciphertext. */
const issued = new Map<string, EncryptCommand["input"]>();

/** KMS as its documentation tells: a ciphertext opens with its key and context only. */
function fakeKms(): KMSClient {
  const client = mockClient(new KMSClient({}));
  const refusal = { $metadata: {}, message: "" };
  client.on(EncryptCommand).callsFake((input: EncryptCommand["input"]) => {
    const CiphertextBlob = randomness.bytes(64);
    issued.set(Buffer.from(CiphertextBlob).toString("hex"), input);
    return { CiphertextBlob };
  });
  client.on(DecryptCommand).callsFake(({ KeyId, CiphertextBlob, EncryptionContext }: DecryptCommand["input"]) => {
    const wrapped = issued.get(Buffer.from(CiphertextBlob ?? []).toString("hex"));
    if (wrapped === undefined || wrapped.EncryptionContext?.["tenant"] !== EncryptionContext?.["tenant"]) {
      throw new InvalidCiphertextException(refusal);
    }
    if (wrapped.KeyId !== KeyId) throw new IncorrectKeyException(refusal);
    return { Plaintext: wrapped.Plaintext };
  });
  return client as unknown as KMSClient;
}
