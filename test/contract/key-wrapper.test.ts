import { createCipheriv } from "node:crypto";
import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from "@aws-sdk/client-kms";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it } from "vitest";
import { KmsKeyWrapper } from "../../shared/adapters/aws/kms-key-wrapper.ts";
import { LocalKeyWrapper } from "../../shared/adapters/local/key-file.ts";
import { UnsealError } from "../../shared/kernel/errors.ts";
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

it("a key file accepts no shortened tag, which would be easier to guess", async () => {
  const context = "partner#prt_1";
  const nonce = randomness.bytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
  cipher.final();
  const tag = cipher.getAuthTag();
  const unwrapped = (bytes: number) =>
    new LocalKeyWrapper(key, randomness).unwrap(Buffer.concat([nonce, tag.subarray(0, bytes)]), context);
  expect(await unwrapped(16)).toEqual(Buffer.alloc(0));
  await expect(unwrapped(15)).rejects.toMatchObject({
    ...{ message: "the data key of partner#prt_1 can't be unwrapped with this key file", cause: expect.any(Error) },
  });
  for (const bytes of [15, 12, 8, 4]) await expect(unwrapped(bytes)).rejects.toBeInstanceOf(UnsealError);
});

describe("a replaced KMS key", () => {
  const wrappedBy = (...keys: readonly [string, ...string[]]) => new KmsKeyWrapper(fakeKms(), keys[0], keys.slice(1));
  const dataKey = randomness.bytes(32);

  it("still opens what the former key wrapped while that key is listed, and wraps with the new one", async () => {
    const wrapped = await wrappedBy("key-1").wrap(dataKey, "partner#p");
    await expect(wrappedBy("key-2").unwrap(wrapped, "partner#p")).rejects.toBeInstanceOf(UnsealError);
    const changed = wrappedBy("key-2", "key-0", "key-1");
    expect(await changed.unwrap(wrapped, "partner#p")).toEqual(dataKey);
    const anew = await changed.wrap(dataKey, "partner#p");
    expect(await wrappedBy("key-2").unwrap(anew, "partner#p")).toEqual(dataKey);
  });

  it("says of an outage that it is one, because the data key isn't lost", async () => {
    const client = mockClient(new KMSClient({}));
    const wrapper = new KmsKeyWrapper(client as unknown as KMSClient, "key-1");
    const expectOutage = async (unwrapping: string, wrapping: string) => {
      const code = "engine_unavailable";
      await expect(wrapper.unwrap(dataKey, "partner#p")).rejects.toMatchObject({ code, message: unwrapping });
      await expect(wrapper.wrap(dataKey, "partner#p")).rejects.toMatchObject({ code, message: wrapping });
    };
    client.rejects(Object.assign(new Error(), { name: "ThrottlingException" }));
    await expectOutage("KMS is unavailable", "KMS is unavailable");
    client.resolves({});
    await expectOutage("KMS returned no plaintext", "KMS returned no ciphertext");
  });

  it("opens nothing for another tenant, whichever key wrapped it", async () => {
    const wrapped = await wrappedBy("key-1").wrap(dataKey, "partner#p");
    await expect(wrappedBy("key-2", "key-1").unwrap(wrapped, "partner#q")).rejects.toBeInstanceOf(UnsealError);
  });
});

/** What our fake KMS wrapped, by its ciphertext. */
const issued = new Map<string, EncryptCommand["input"]>();

/** KMS as documented: a ciphertext opens only with its key and context. */
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
