import { ArnFormat, Duration, Stack } from "aws-cdk-lib";
import type { LambdaApplication } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, type IFunction, LoggingFormat, Runtime, SystemLogLevel } from "aws-cdk-lib/aws-lambda";
import { NodejsFunction } from "aws-cdk-lib/aws-lambda-nodejs";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { DeployOptions } from "../options.ts";
import { logRules } from "../stage-rules.ts";
import { acknowledgeWildcard } from "./acknowledge.ts";
import { functionCode } from "./function-code.ts";
import { invocable, type LiveAlias } from "./live-alias.ts";

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
    const logGroup = new LogGroup(this, "Logs", logRules);
    this.#role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    const groups = Stack.of(this).formatArn({
      service: "codedeploy",
      resource: "deploymentgroup",
      resourceName: `${application.applicationName}/*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    for (const statement of [
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
      new PolicyStatement({
        actions: [
          "codedeploy:ListDeploymentTargets",
          "codedeploy:BatchGetDeploymentTargets",
          "codedeploy:PutLifecycleEventHookExecutionStatus",
        ],
        resources: [groups],
      }),
    ]) {
      this.#role.addToPolicy(statement);
    }
    this.#lambda = new NodejsFunction(this, "Function", {
      // The runbook's commands find a function by its description.
      description: `Feedhook ${options.stage}: version-check-${concern?.toLowerCase()}`,
      ...functionCode("version-check"),
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 256,
      // Long enough for the wait of three minutes and the trial.
      timeout: Duration.minutes(8),
      awsSdkConnectionReuse: false,
      role: this.#role.withoutPolicyUpdates(),
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
    });
    acknowledgeWildcard(this, groups, "The application's deployment groups are created later, and name this hook.");
  }

  get function(): IFunction {
    return invocable(this.#lambda);
  }

  /** A version's number isn't known in advance, so all versions are allowed. */
  allowTrials(alias: LiveAlias): void {
    const versions = `${alias.lambda.functionArn}:*`;
    this.#role.addToPolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [versions] }));
    acknowledgeWildcard(this, versions, "A version's number isn't known in advance.");
    alias.node.addDependency(this.#lambda, this.#role);
  }
}
