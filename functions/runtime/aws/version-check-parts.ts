import { CodeDeployClient } from "@aws-sdk/client-codedeploy";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { systemSleeper } from "../system-ports.ts";
import { clientOptions } from "./aws-client-options.ts";
import { functionLogger } from "./function-logger.ts";
import type { VersionCheckParts } from "./version-check.ts";

/** The shift takes ten minutes, and publish sets a failing record aside after fifteen (`mirrorStream`). */
const bake = 3 * 60_000;

/** How long (ms) a trial may take. The longest is a cold start with a few reads. */
const requestTimeout = 60_000;

/** The version check's clients on AWS, from a function's environment. */
export function versionCheckParts(): VersionCheckParts {
  const requestHandler = { ...clientOptions.requestHandler, requestTimeout };
  return {
    codeDeploy: new CodeDeployClient(clientOptions),
    lambda: new LambdaClient({ ...clientOptions, requestHandler }),
    sleeper: systemSleeper,
    logger: functionLogger,
    bake,
  };
}
