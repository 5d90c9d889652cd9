import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { Architecture, LoggingFormat, Runtime, SystemLogLevel } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction, type NodejsFunctionProps } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { permission, serviceRole } from "../permission.ts";
import { logRules } from "../stage-rules.ts";
import { type BundledName, functionCode } from "./function-code.ts";

/** Builds functions/<name>.ts. The function may write to its log, and do what `allowed` says. */
export function bundledFunction(
  scope: Construct,
  name: BundledName,
  allowed: readonly PolicyStatement[],
  props: NodejsFunctionProps,
) {
  const logGroup = new LogGroup(scope, "Logs", logRules);
  const logging = permission(["logs:CreateLogStream", "logs:PutLogEvents"], [logGroup.logGroupArn]);
  const role = serviceRole(scope, "Role", "lambda", [logging, ...allowed], {});
  const lambda = new NodejsFunction(scope, "Function", {
    ...functionCode(name),
    ...props,
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    awsSdkConnectionReuse: false,
    role: role.withoutPolicyUpdates(),
    logGroup,
    loggingFormat: LoggingFormat.JSON,
    // Lambda's two lines about each successful invocation would make up most of the log. Lines about failures remain.
    systemLogLevelV2: SystemLogLevel.WARN,
  });
  return { lambda, role, logGroup };
}
