import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import type { LambdaApplication } from "aws-cdk-lib/aws-codedeploy";
import type { Role } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { Construct } from "constructs";
import type { DeployOptions } from "../options.ts";
import { permission } from "../permission.ts";
import { acknowledgeWildcard } from "./acknowledge.ts";
import { bundledFunction } from "./bundled-function.ts";
import { invocable, type LiveAlias } from "./live-alias.ts";

const hookActions = [
  "codedeploy:ListDeploymentTargets",
  "codedeploy:BatchGetDeploymentTargets",
  "codedeploy:PutLifecycleEventHookExecutionStatus",
];

export type VersionCheckProps = { readonly options: DeployOptions; readonly application: LambdaApplication };

/**
 * The hook of a stack's gradual deployments (functions/version-check.ts). No hook could check a new version of this
 * function, so it has no alias and no gradual deployment.
 */
export class VersionCheck extends Construct {
  readonly #role: Role;
  readonly #lambda: NodejsFunction;

  constructor(scope: Construct, id: string, { options, application }: VersionCheckProps) {
    super(scope, id);
    const concern = Stack.of(this).stackName.split("-").at(-1);
    const groups = Stack.of(this).formatArn({
      service: "codedeploy",
      resource: "deploymentgroup",
      resourceName: `${application.applicationName}/*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const { lambda, role } = bundledFunction(this, "version-check", [permission(hookActions, [groups])], {
      // The runbook's commands find a function by its description.
      description: `Feedhook ${options.stage}: version-check-${concern?.toLowerCase()}`,
      memorySize: 256,
      // Long enough for the wait of three minutes and the trial.
      timeout: Duration.minutes(8),
    });
    this.#lambda = lambda;
    this.#role = role;
    acknowledgeWildcard(this, groups, "The application's deployment groups are created later, and name this hook.");
  }

  get function(): IFunction {
    return invocable(this.#lambda);
  }

  /** A version's number isn't known in advance, so all versions are allowed. */
  allowTrials(alias: LiveAlias): void {
    const versions = `${alias.lambda.functionArn}:*`;
    this.#role.addToPolicy(permission(["lambda:InvokeFunction"], [versions]));
    acknowledgeWildcard(this, versions, "A version's number isn't known in advance.");
    alias.node.addDependency(this.#lambda, this.#role);
  }
}
