import { S3Client } from "@aws-sdk/client-s3";
import { failedChangesIn } from "../../../shared/adapters/aws/failed-changes-in.ts";
import type { FailedChanges } from "../../../shared/kernel/ports/failed-changes.ts";
import { clientOptions } from "./aws-client-options.ts";
import { readAwsEnvironment, required } from "./aws-settings.ts";

/** If the client were part of the engine, every Lambda function would load it. Only one writes failed changes. */
export function s3FailedChanges(env: NodeJS.ProcessEnv): FailedChanges {
  return failedChangesIn(new S3Client(clientOptions), required(readAwsEnvironment(env), "FAILED_CHANGES"));
}
