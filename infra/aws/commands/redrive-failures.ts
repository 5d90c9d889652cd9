import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { type AwsCli, stackOutputs } from "./aws-cli.ts";

export type RedriveOptions = {
  readonly aws: AwsCli;
  readonly stage: string;
  /** Only lists what would be redriven. */
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
};

export type Redriven = { readonly published: number; readonly failed: number; readonly found: number };

const listing = z.object({ Contents: z.array(z.object({ Key: z.string() })).optional() });
const records = z.object({ Records: z.array(z.unknown()).min(1) });
/** Lambda writes the function's input as text. */
const failedBatch = z.object({
  payload: z.union([z.string().transform((text) => records.parse(JSON.parse(text))), records]),
});
const invocation = z.object({ StatusCode: z.int(), FunctionError: z.string().optional() });
const answer = z.object({ batchItemFailures: z.array(z.unknown()).length(0) });

/**
 * Sends the changes that publish failed to process to it again, oldest object first, and deletes those that it
 * published. Event ids don't depend on the time of publishing, so a repeat is harmless. An object that fails again
 * stays, with its reason, and the others continue.
 */
export async function redriveFailures({ aws, stage, dryRun, say }: RedriveOptions): Promise<Redriven> {
  const told = await stackOutputs(aws, stage, "Ingest", ["FailedChanges", "FailureNotices", "PublishFunction"]);
  const { FailedChanges: bucket, FailureNotices: notices, PublishFunction: publish } = told;
  const keys = await failuresIn(aws, bucket);
  // These files contain whole records with personal data.
  const folder = mkdtempSync(join(tmpdir(), "feedhook-redrive-"));
  let published = 0;
  try {
    for (const key of dryRun ? [] : keys) {
      try {
        const count = await redriveOne(aws, { bucket, key, publish, folder });
        await aws(["s3api", "delete-object", "--bucket", bucket, "--key", key]);
        published += 1;
        say(`${key}: ${count} records published`);
      } catch (error) {
        say(`${key}: failed, ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (dryRun) {
    for (const key of keys) say(key);
    return { found: keys.length, published, failed: 0 };
  }
  // Publish may have set aside a record from one of the objects again, as a new object.
  const failed = (await failuresIn(aws, bucket)).length;
  // The notices that the alarm counts are purged after the last object.
  if (failed === 0) {
    await aws(["sqs", "purge-queue", "--queue-url", notices]).catch((error: unknown) => {
      say(`the alarm stays in ALARM, ${error instanceof Error ? error.message : String(error)}`);
    });
  }
  return { found: keys.length, published, failed };
}

/**
 * Keys of the bucket's objects, sorted by time of failure, which is the end of the key. So a record's older change
 * comes before its newer one.
 */
async function failuresIn(aws: AwsCli, bucket: string): Promise<readonly string[]> {
  const list = ["s3api", "list-objects-v2", "--bucket", bucket, "--prefix", "aws/lambda/", "--output", "json"];
  const listed = await aws(list);
  // The CLI prints nothing for an empty bucket.
  const { Contents = [] } = listing.parse(listed.trim() === "" ? {} : JSON.parse(listed));
  return Contents.map(({ Key }) => Key).sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

async function redriveOne(
  aws: AwsCli,
  { bucket, key, publish, folder }: { bucket: string; key: string; publish: string; folder: string },
): Promise<number> {
  const [object, event, result] = ["object.json", "event.json", "answer.json"].map((name) => join(folder, name));
  if (object === undefined || event === undefined || result === undefined) throw new Error("no files");
  await aws(["s3api", "get-object", "--bucket", bucket, "--key", key, object]);
  const { payload } = failedBatch.parse(JSON.parse(readFileSync(object, "utf8")));
  writeFileSync(event, JSON.stringify(payload));
  // The payload is passed as bytes, because versions of the CLI read text differently. The function may take a minute.
  const invoke = ["lambda", "invoke", "--function-name", publish, "--cli-read-timeout", "90"];
  const told = await aws([...invoke, "--payload", `fileb://${event}`, "--output", "json", result]);
  const { FunctionError } = invocation.parse(JSON.parse(told));
  if (FunctionError !== undefined) throw new Error(`publish ended with ${FunctionError}; see its logs`);
  if (!answer.safeParse(JSON.parse(readFileSync(result, "utf8"))).success) {
    throw new Error("publish can't do it yet; see its logs");
  }
  return payload.Records.length;
}

/** Returns the last part of `aws/lambda/<mapping>/<shard>/2026/11/21/2026-11-21T09.00.00-<uuid>`. */
function timeOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}
