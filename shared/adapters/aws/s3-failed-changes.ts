import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { isoTime } from "../../kernel/instant.ts";
import type { FailedChanges } from "../../kernel/ports/failed-changes.ts";
import { withEngineFaults } from "./engine-fault.ts";

/** Writes failed changes next to those that Lambda gives up on, so that one command reads both. */
export class S3FailedChanges implements FailedChanges {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async keep({ sequenceNumber, at, record }: Parameters<FailedChanges["keep"]>[0]): Promise<void> {
    // Objects are published in the order of the last parts of their keys.
    const time = isoTime(at).replaceAll(":", ".");
    const put = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: `aws/lambda/set-aside/${time}-${sequenceNumber}`,
      Body: JSON.stringify({ payload: { Records: [record] } }),
      ContentType: "application/json",
    });
    await withEngineFaults(this.#bucket, () => this.#client.send(put));
  }
}
