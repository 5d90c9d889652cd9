import { CodeDeployClient } from "@aws-sdk/client-codedeploy";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { clientOptions } from "./runtime/aws/aws-client-options.ts";
import { functionLogger } from "./runtime/aws/function-logger.ts";
import { createVersionCheck } from "./runtime/aws/version-check.ts";
import { systemSleeper } from "./runtime/system-ports.ts";

/** The shift takes ten minutes, and publish sets a failing record aside after fifteen (`mirrorStream`). */
const bake = 3 * 60_000;
/** As long as the slowest function may take for a message of which it finds nothing. */
const requestTimeout = 60_000;

/** Handles the hooks of gradual deployments. It is no part of the pipeline, so the topology doesn't have it. */
export const handler = createVersionCheck({
  codeDeploy: new CodeDeployClient(clientOptions),
  lambda: new LambdaClient({
    ...clientOptions,
    requestHandler: { ...clientOptions.requestHandler, requestTimeout },
  }),
  sleeper: systemSleeper,
  logger: functionLogger,
  bake,
});
