import { Lambda } from "@aws-sdk/client-lambda";
import { paginateListObjectsV2, S3 } from "@aws-sdk/client-s3";
import { SQS } from "@aws-sdk/client-sqs";
import { Command } from "@commander-js/extra-typings";
import * as z from "zod";
import { messageOf } from "../../../shared/kernel/errors.ts";
import { clientOptions, listed, stackOutputs } from "./deployed-stage.ts";
import { runCommand, say } from "./run-command.ts";

const command = new Command("npm run redrive --")
  .description(
    "Publishes the changes that the publish function gave up on (docs/runbook.md, publish-failures). Uses the AWS " +
      "CLI's credentials.",
  )
  .requiredOption("--stage <stage>")
  .option("--dry-run", "only lists what would be published", false)
  .action(async (given) => {
    const { found, published, failed } = await redriveFailures({ ...given, say });
    say(`${found} found, ${published} published, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  });

export type RedriveOptions = {
  readonly stage: string;
  readonly dryRun: boolean;
  readonly say: (line: string) => void;
};

export type Redriven = { readonly published: number; readonly failed: number; readonly found: number };

const records = z.object({ Records: z.array(z.unknown()).min(1) });
const json = z.string().transform((text): unknown => JSON.parse(text));
/** Lambda stores the function's input as JSON text, and publish stores it as an object. */
const failedBatch = json.pipe(z.object({ payload: z.union([json.pipe(records), records]) }));
const published = json.pipe(z.object({ batchItemFailures: z.array(z.unknown()).length(0) }));

/**
 * Invokes publish again with each failed batch, oldest first, and deletes the objects of the published batches. Event
 * ids don't depend on the time of publishing, so a repeat is harmless. If a batch fails again, the command prints the
 * reason, keeps the object, and continues.
 */
export async function redriveFailures({ stage, dryRun, say: print }: RedriveOptions): Promise<Redriven> {
  const outputs = await stackOutputs(stage, "Ingest", ["FailedChanges", "FailureNotices", "PublishFunction"]);
  const { FailedChanges: Bucket, FailureNotices: QueueUrl, PublishFunction } = outputs;
  // The host name of an emulator's bucket can't be resolved.
  const s3 = new S3({ ...clientOptions(), forcePathStyle: process.env["AWS_ENDPOINT_URL"] !== undefined });
  const requestHandler = { requestTimeout: 90_000, throwOnRequestTimeout: true };
  const lambda = new Lambda({ ...clientOptions(), requestHandler });
  const keys = await failuresIn(s3, Bucket);
  if (dryRun) {
    for (const key of keys) print(key);
    return { found: keys.length, published: 0, failed: 0 };
  }
  let done = 0;
  for (const Key of keys) {
    try {
      const { Body } = await s3.getObject({ Bucket, Key });
      const count = await publishAgain(lambda, PublishFunction, (await Body?.transformToString()) ?? "");
      await s3.deleteObject({ Bucket, Key });
      done += 1;
      print(`${Key}: records published: ${count}`);
    } catch (error) {
      print(`${Key}: failed, ${messageOf(error)}`);
    }
  }
  // Publish may have set aside a record of a published batch, as a new object.
  let failed = (await failuresIn(s3, Bucket)).length;
  // The alarm counts the notices, so they are purged once no object is left.
  if (failed === 0) {
    await new SQS(clientOptions()).purgeQueue({ QueueUrl }).catch((error: unknown) => {
      print(`the alarm stays in ALARM: ${messageOf(error)}`);
    });
    // The purge also removes the notice of an object that was written meanwhile, so no alarm shows that object.
    failed = (await failuresIn(s3, Bucket)).length;
    if (failed > 0) print("more changes failed meanwhile: run this command again");
  }
  return { found: keys.length, published: done, failed };
}

/** Sorts the keys by the time of failure, so a record's older change comes before its newer one. */
async function failuresIn(client: S3, Bucket: string): Promise<readonly string[]> {
  const objects = await listed(
    paginateListObjectsV2({ client }, { Bucket, Prefix: "aws/lambda/" }),
    (page) => page.Contents,
  );
  const keys = objects.flatMap(({ Key }) => Key ?? []);
  return keys.sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

async function publishAgain(lambda: Lambda, FunctionName: string, object: string): Promise<number> {
  const { payload } = failedBatch.parse(object);
  const { FunctionError, Payload } = await lambda.invoke({ FunctionName, Payload: JSON.stringify(payload) });
  if (FunctionError !== undefined) throw new Error(`the publish function ended with ${FunctionError}; see its logs`);
  if (!published.safeParse(Buffer.from(Payload ?? []).toString("utf8")).success) {
    throw new Error("the publish function can't process the changes yet; see its logs");
  }
  return payload.Records.length;
}

/** A key is `aws/lambda/<mapping>/<shard>/2026/11/21/2026-11-21T09.00.00-<uuid>`. */
function timeOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

if (import.meta.main) await runCommand(command);
