import { S3Client } from "@aws-sdk/client-s3";
import { S3FailedChanges } from "../../../shared/adapters/aws/s3-failed-changes.ts";
import { clientOptions } from "./aws-client-options.ts";
import { readAwsEnvironment, required } from "./aws-settings.ts";

/**
 * Only one Lambda function writes failed changes. If the client were part of the engine, all other functions would also
 * load it.
 */
export function s3FailedChanges(env: NodeJS.ProcessEnv): S3FailedChanges {
  return new S3FailedChanges(new S3Client(clientOptions), required(readAwsEnvironment(env), "FAILED_CHANGES"));
}
