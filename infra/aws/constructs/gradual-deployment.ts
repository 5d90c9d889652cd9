import { ArnFormat, Stack } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { Policy, type Role } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { FunctionName } from "../../../shared/kernel/topology.ts";
import type { DeployOptions } from "../options.ts";
import { permission, serviceRole } from "../permission.ts";
import { alarmPeriod } from "./impact-alarm.ts";
import type { LiveAlias } from "./live-alias.ts";
import { VersionCheck } from "./version-check.ts";

/**
 * Alarms that show within minutes that new code is worse than the old. Their stacks are deployed later, so only their
 * names are used; the alarms exist from the previous deployment. An alarm on dead letters would stay in ALARM until its
 * cause is fixed, and CodeDeploy would stop even the deployment of the fix.
 */
const rollbackAlarms = ["functions-failing", "messages-failing", "api-failing"] as const;

export type GradualDeploymentProps = {
  readonly options: DeployOptions;
  readonly name: FunctionName;
  readonly alias: LiveAlias;
};

/**
 * Moves a tenth of a function's work to a new version each minute, after a trial of the new version. The deployment
 * ends three minutes after the last tenth. If the trial fails or an alarm fires before the end, all work returns to the
 * old version and CloudFormation rolls back the whole stack. Event sources invoke the alias, so their batches are
 * distributed like requests.
 */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, { options, name, alias }: GradualDeploymentProps) {
    super(scope, id);
    const { stage } = options;
    const failing = this.#failing(`feedhook-${stage}-new-version-${name}`, alias);
    // A new version gets no work before the alarm watches it.
    alias.node.addDependency(failing);
    const { application, role, check, hookPolicy } = DeploymentsOfStack.of(Stack.of(this), options);
    check.allowTrials(alias);
    alias.node.addDependency(hookPolicy);
    const moving = ["lambda:GetAlias", "lambda:UpdateAlias", "lambda:GetProvisionedConcurrencyConfig"];
    role.addToPolicy(permission(moving, [alias.lambda.functionArn, alias.functionArn]));
    role.addToPolicy(permission(["cloudwatch:DescribeAlarms"], [failing.alarmArn]));
    new LambdaDeploymentGroup(this, "Group", {
      application,
      alias,
      role: role.withoutPolicyUpdates(),
      preHook: check.function,
      postHook: check.function,
      deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
      alarms: [
        failing,
        ...alarmArns(Stack.of(this), stage).map((arn, position) => Alarm.fromAlarmArn(this, `Alarm${position}`, arn)),
      ],
    });
  }

  /**
   * Fires when at least half of the new version's invocations in a minute crash. The alarm watches a fraction, because
   * a function like the clock runs once a minute. It counts only the new version, because the old one has most of the
   * work. Lambda reports 0 or 1 for each invocation, so the average is the fraction. Dividing errors by invocations
   * would take two metrics, and cost twice as much.
   */
  #failing(alarmName: string, alias: LiveAlias): Alarm {
    const { functionName } = alias.lambda;
    return new Alarm(this, "Failing", {
      alarmName,
      alarmDescription: "A new version crashes, so its deployment is rolled back.",
      metric: new Metric({
        namespace: "AWS/Lambda",
        metricName: "Errors",
        dimensionsMap: {
          FunctionName: functionName,
          Resource: `${functionName}:${alias.aliasName}`,
          ExecutedVersion: alias.version.version,
        },
        statistic: "Average",
        period: alarmPeriod,
      }),
      threshold: 0.5,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      actionsEnabled: false,
    });
  }
}

class DeploymentsOfStack extends Construct {
  readonly application: LambdaApplication;
  readonly check: VersionCheck;
  readonly role: Role;
  /**
   * Lets CodeDeploy invoke the check. The role's other permissions name the aliases, so they are deployed after the
   * aliases. The first deployment with a check needs this policy before the aliases.
   */
  readonly hookPolicy: Policy;

  static of(stack: Stack, options: DeployOptions): DeploymentsOfStack {
    const id = "Deployments";
    const there = stack.node.tryFindChild(id);
    return there instanceof DeploymentsOfStack ? there : new DeploymentsOfStack(stack, id, options);
  }

  private constructor(stack: Stack, id: string, options: DeployOptions) {
    super(stack, id);
    const { stage } = options;
    this.application = new LambdaApplication(this, "Application");
    this.check = new VersionCheck(this, "Check", { options, application: this.application });
    const watching = permission(["cloudwatch:DescribeAlarms"], alarmArns(stack, stage));
    this.role = serviceRole(this, "Role", "codedeploy", [watching]);
    this.hookPolicy = new Policy(this, "Hook", { roles: [this.role] });
    this.hookPolicy.addStatements(permission(["lambda:InvokeFunction"], [this.check.function.functionArn]));
  }
}

function alarmArns(stack: Stack, stage: string): string[] {
  return rollbackAlarms.map((name) =>
    stack.formatArn({
      service: "cloudwatch",
      resource: "alarm",
      resourceName: `feedhook-${stage}-${name}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    }),
  );
}
