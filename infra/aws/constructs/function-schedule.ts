import { Duration } from "aws-cdk-lib";
import { Schedule, ScheduleExpression } from "aws-cdk-lib/aws-scheduler";
import { LambdaInvoke } from "aws-cdk-lib/aws-scheduler-targets";
import { Construct } from "constructs";
import { permission, serviceRole } from "../permission.ts";
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
    const invoking = permission(["lambda:InvokeFunction"], [target.live.functionArn]);
    const role = serviceRole(this, "Role", "scheduler", [invoking]);
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
