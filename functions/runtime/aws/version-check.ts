import {
  BatchGetDeploymentTargetsCommand,
  CodeDeployClient,
  ListDeploymentTargetsCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from "@aws-sdk/client-codedeploy";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod";
import type { Sleeper } from "../../../shared/kernel/ports/clock.ts";
import type { Logger } from "../../../shared/kernel/ports/logger.ts";
import type { Handler } from "../messages/lambda-events.ts";
import { systemSleeper } from "../system-ports.ts";
import type { trialRequest } from "../trial/trial.ts";
import { clientOptions } from "./aws-client-options.ts";
import { functionLogger } from "./function-logger.ts";

/** The event that CodeDeploy passes to a hook. It identifies neither the hook nor the function. */
const hookEvent = z.object({ DeploymentId: z.string(), LifecycleEventHookExecutionId: z.string() });
export type HookEvent = z.input<typeof hookEvent>;

export type VersionCheckParts = {
  readonly codeDeploy: CodeDeployClient;
  readonly lambda: LambdaClient;
  readonly sleeper: Sleeper;
  readonly logger: Logger;
  /**
   * How long (ms) a version handles all work before its deployment ends. An alarm in this time rolls the version back.
   */
  readonly bake: number;
};

type Target = { readonly functionName: string; readonly version: string; readonly hasAllWork: boolean };

/**
 * Invokes a deployment's new version with a trial request. CodeDeploy runs the hook before it moves work to the
 * version, and again after all work has moved. The second run first waits `bake` ms. Reports a result even if the check
 * fails, because CodeDeploy waits an hour for one. Rejects if CodeDeploy can't be reached.
 */
export function createVersionCheck(parts: VersionCheckParts): Handler<HookEvent, void> {
  return async (event) => {
    const { DeploymentId: deploymentId, LifecycleEventHookExecutionId } = hookEvent.parse(event);
    const status = await check(parts, deploymentId).then(
      () => "Succeeded" as const,
      (error: unknown) => {
        parts.logger.error("version.refused", error, { deploymentId });
        return "Failed" as const;
      },
    );
    const lifecycleEventHookExecutionId = LifecycleEventHookExecutionId;
    await parts.codeDeploy.send(
      new PutLifecycleEventHookExecutionStatusCommand({ deploymentId, lifecycleEventHookExecutionId, status }),
    );
  };
}

async function check(parts: VersionCheckParts, deploymentId: string): Promise<void> {
  const { functionName, version, hasAllWork } = await targetOf(parts.codeDeploy, deploymentId);
  if (hasAllWork) await parts.sleeper.sleep(parts.bake);
  const request: z.input<typeof trialRequest> = { trial: true };
  const { FunctionError, Payload } = await parts.lambda.send(
    new InvokeCommand({ FunctionName: functionName, Qualifier: version, Payload: JSON.stringify(request) }),
  );
  if (FunctionError === undefined) return;
  throw new Error(`version ${version} of ${functionName} failed its trial: ${Payload?.transformToString() ?? ""}`);
}

async function targetOf(client: CodeDeployClient, deploymentId: string): Promise<Target> {
  const { targetIds = [] } = await client.send(new ListDeploymentTargetsCommand({ deploymentId }));
  const { deploymentTargets = [] } = await client.send(
    new BatchGetDeploymentTargetsCommand({ deploymentId, targetIds }),
  );
  const target = deploymentTargets[0]?.lambdaTarget;
  const { functionName, targetVersion } = target?.lambdaFunctionInfo ?? {};
  if (functionName === undefined || targetVersion === undefined)
    throw new Error(`deployment ${deploymentId} names no version of a function`);
  const shift = target?.lifecycleEvents?.find(({ lifecycleEventName }) => lifecycleEventName === "AllowTraffic");
  return { functionName, version: targetVersion, hasAllWork: shift?.status === "Succeeded" };
}

/**
 * Together with the ten minutes in which work moves to the new version, this is less than the fifteen minutes after
 * which publish sets a failing record aside (`mirrorStream`).
 */
const bake = 3 * 60_000;

/** How long (ms) a trial may take. The longest is a cold start with a few reads. */
const requestTimeout = 60_000;

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
