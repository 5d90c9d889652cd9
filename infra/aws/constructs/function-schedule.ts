import { Aws, Duration } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Construct } from "constructs";
import type { BridgeFunction } from "./bridge-function.ts";

export type FunctionScheduleProps = {
  readonly target: BridgeFunction;
  readonly everySeconds: number;
  readonly description: string;
};

/** A missed invocation isn't repeated, because the next one does its work. */
export class FunctionSchedule extends Construct {
  constructor(scope: Construct, id: string, { target, everySeconds, description }: FunctionScheduleProps) {
    super(scope, id);
    // Without this condition, another account's schedule could use the role through the service.
    const conditions = { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } };
    const role = new Role(this, "Role", {
      assumedBy: new ServicePrincipal("scheduler.amazonaws.com", { conditions }),
    });
    role.addToPolicy(new PolicyStatement({ actions: ["lambda:InvokeFunction"], resources: [target.live.functionArn] }));
    new Schedule(this, "Rate", {
      description,
      schedule: ScheduleExpression.rate(Duration.seconds(everySeconds)),
      target: new LambdaInvoke(target.live.invocable, {
        role: role.withoutPolicyUpdates(),
        retryAttempts: 0,
        maxEventAge: Duration.minutes(1),
      }),
    });
  }
}
