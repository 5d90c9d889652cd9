import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { isoTime } from "../../kernel/instant.ts";
import type { FailedChanges } from "../../kernel/ports/failed-changes.ts";
import { withEngineFaults } from "./engine-fault.ts";

/** Writes failed changes next to those that Lambda gives up on, so that one command reads both. */
export function failedChangesIn(client: S3Client, bucket: string): FailedChanges {
  return {
    keep: async ({ sequenceNumber, at, record }) => {
      // Objects are published in the order of the last parts of their keys.
      const time = isoTime(at).replaceAll(":", ".");
      const put = new PutObjectCommand({
        Bucket: bucket,
        Key: `aws/lambda/set-aside/${time}-${sequenceNumber}`,
        Body: JSON.stringify({ payload: { Records: [record] } }),
        ContentType: "application/json",
      });
      await withEngineFaults(bucket, () => client.send(put));
    },
  };
}
