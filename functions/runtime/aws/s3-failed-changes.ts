import { S3Client } from "@aws-sdk/client-s3";
import { S3FailedChanges } from "../../../shared/adapters/aws/s3-failed-changes.ts";
import { clientOptions } from "./aws-client-options.ts";
import { readAwsEnvironment, required } from "./aws-settings.ts";

/** If the client were part of the engine, every Lambda function would load it. Only one writes failed changes. */
export function s3FailedChanges(env: NodeJS.ProcessEnv): S3FailedChanges {
  return new S3FailedChanges(new S3Client(clientOptions), required(readAwsEnvironment(env), "FAILED_CHANGES"));
}
