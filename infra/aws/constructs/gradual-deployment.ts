import { ArnFormat, Aws, Stack } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from "aws-cdk-lib/aws-codedeploy";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Construct } from "constructs";
import type { LiveAlias } from "./live-alias.ts";

/**
 * Alarms that show within minutes that new code is worse than the old. By name, because they watch stacks that are
 * deployed later and exist since the previous deployment. All of them count failures of the last minutes. An alarm of
 * dead letters would ring until its cause is fixed, and CodeDeploy stops every deployment while an alarm rings, also
 * that of the fix.
 */
const rollbackAlarms = ["functions-failing", "messages-failing", "api-failing"] as const;

export type GradualDeploymentProps = { readonly stage: string; readonly alias: LiveAlias };

/**
 * Gives a new version a tenth of a function's work each minute, and takes it all back when an alarm rings meanwhile:
 * CloudFormation then rolls back the whole stack. Event sources invoke the alias, so their batches are shared out as
 * requests are.
 */
export class GradualDeployment extends Construct {
  constructor(scope: Construct, id: string, { stage, alias }: GradualDeploymentProps) {
    super(scope, id);
    const { application, role } = DeploymentsOfStack.of(Stack.of(this), stage);
    role.addToPolicy(
      new PolicyStatement({
        actions: ["lambda:GetAlias", "lambda:UpdateAlias", "lambda:GetProvisionedConcurrencyConfig"],
        resources: [alias.lambda.functionArn, alias.functionArn],
      }),
    );
    new LambdaDeploymentGroup(this, "Group", {
      application,
      alias,
      role: role.withoutPolicyUpdates(),
      deploymentConfig: LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
      alarms: alarmArns(Stack.of(this), stage).map((arn, position) =>
        Alarm.fromAlarmArn(this, `Alarm${position}`, arn),
      ),
    });
  }
}

/** The functions of a stack share this: an application, and the role by which CodeDeploy moves their aliases. */
class DeploymentsOfStack extends Construct {
  readonly application: LambdaApplication;
  readonly role: Role;

  static of(stack: Stack, stage: string): DeploymentsOfStack {
    const id = "Deployments";
    const there = stack.node.tryFindChild(id);
    return there instanceof DeploymentsOfStack ? there : new DeploymentsOfStack(stack, id, stage);
  }

  private constructor(stack: Stack, id: string, stage: string) {
    super(stack, id);
    this.application = new LambdaApplication(this, "Application");
    const conditions = { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } };
    this.role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("codedeploy.amazonaws.com", { conditions }),
    });
    this.role.addToPolicy(
      new PolicyStatement({ actions: ["cloudwatch:DescribeAlarms"], resources: alarmArns(stack, stage) }),
    );
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
