import {
  BatchGetDeploymentTargetsCommand,
  CodeDeployClient,
  ListDeploymentTargetsCommand,
  PutLifecycleEventHookExecutionStatusCommand,
} from "@aws-sdk/client-codedeploy";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, expect, it } from "vitest";
import { createVersionCheck } from "../../../functions/runtime/aws/version-check.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const codeDeploy = mockClient(CodeDeployClient);
const lambda = mockClient(LambdaClient);
const slept: number[] = [];
const bake = 180_000;
const check = createVersionCheck({
  codeDeploy: new CodeDeployClient({ region: "eu-north-1" }),
  lambda: new LambdaClient({ region: "eu-north-1" }),
  sleeper: { sleep: async (ms) => void slept.push(ms) },
  logger: new SilentLogger(),
  bake,
});

const functionName = "Feedhook-prod-Ingest-TickFunctionC0FFEE-1a2b3c4d5e6f";
/** CodeDeploy invokes a hook with an event of only these two ids. */
const event = {
  DeploymentId: "d-ABCDEF123",
  LifecycleEventHookExecutionId: "eyJlbmNyeXB0ZWREYXRhIjoiVGhpcyBpcyBvcGFxdWUifQ==",
};
const reported = () =>
  codeDeploy.commandCalls(PutLifecycleEventHookExecutionStatusCommand).map(({ args: [{ input }] }) => input);
const report = (status: string) => ({
  deploymentId: event.DeploymentId,
  lifecycleEventHookExecutionId: event.LifecycleEventHookExecutionId,
  status,
});

/** The target of a deployment whose shift is pending or done. */
function deploymentIs(shift: "Pending" | "Succeeded"): void {
  codeDeploy.on(ListDeploymentTargetsCommand).resolves({ targetIds: [`${functionName}:live`] });
  codeDeploy.on(BatchGetDeploymentTargetsCommand).resolves({
    deploymentTargets: [
      {
        deploymentTargetType: "LambdaTarget",
        lambdaTarget: {
          deploymentId: event.DeploymentId,
          targetId: `${functionName}:live`,
          status: "InProgress",
          lifecycleEvents: [
            { lifecycleEventName: "BeforeAllowTraffic", status: shift === "Pending" ? "InProgress" : "Succeeded" },
            { lifecycleEventName: "AllowTraffic", status: shift },
            { lifecycleEventName: "AfterAllowTraffic", status: shift === "Pending" ? "Pending" : "InProgress" },
          ],
          lambdaFunctionInfo: {
            functionName,
            functionAlias: "live",
            currentVersion: "7",
            targetVersion: "8",
            targetVersionWeight: shift === "Pending" ? 0 : 1,
          },
        },
      },
    ],
  });
}

beforeEach(() => {
  codeDeploy.reset();
  lambda.reset();
  slept.length = 0;
  codeDeploy.on(PutLifecycleEventHookExecutionStatusCommand).resolves({});
  deploymentIs("Pending");
});

it("asks the new version for its trial before it gets traffic, and reports success", async () => {
  lambda.on(InvokeCommand).resolves({ StatusCode: 200 });
  await check(event);
  expect(lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => input)).toEqual([
    { FunctionName: functionName, Qualifier: "8", Payload: JSON.stringify({ trial: true }) },
  ]);
  expect(slept).toEqual([]);
  expect(reported()).toEqual([report("Succeeded")]);
});

it("waits for the bake time after a version has all traffic, and tries it again", async () => {
  deploymentIs("Succeeded");
  lambda.on(InvokeCommand).callsFake(() => {
    expect(slept).toEqual([bake]);
    return { StatusCode: 200 };
  });
  await check(event);
  expect(lambda.commandCalls(InvokeCommand)).toHaveLength(1);
  expect(reported()).toEqual([report("Succeeded")]);
});

it("reports failure if the version crashes", async () => {
  lambda.on(InvokeCommand).resolves({ StatusCode: 200, FunctionError: "Unhandled" });
  await check(event);
  expect(reported()).toEqual([report("Failed")]);
});

it.each([
  ["Lambda refuses the invocation", () => lambda.on(InvokeCommand).rejects(new Error("TooManyRequestsException"))],
  ["the target can't be read", () => codeDeploy.on(BatchGetDeploymentTargetsCommand).rejects(new Error("denied"))],
  ["the deployment has no target", () => codeDeploy.on(BatchGetDeploymentTargetsCommand).resolves({})],
])("reports failure if %s, because CodeDeploy would otherwise wait for an hour", async (_, arrange) => {
  arrange();
  await check(event);
  expect(reported()).toEqual([report("Failed")]);
});

it("rejects if CodeDeploy doesn't accept the report, so that Lambda invokes it again", async () => {
  lambda.on(InvokeCommand).resolves({ StatusCode: 200 });
  codeDeploy.on(PutLifecycleEventHookExecutionStatusCommand).rejects(new Error("throttled"));
  await expect(check(event)).rejects.toThrow("throttled");
});
