import type { Duration } from "aws-cdk-lib";
import type { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { CfnStateMachine } from "aws-cdk-lib/aws-stepfunctions";
import { Construct } from "constructs";
import { permission, serviceRole } from "../permission.ts";
import { acknowledge } from "./acknowledge.ts";

export type ScheduledStepsProps = {
  readonly description: string;
  readonly every: Duration;
  /** States in Amazon States Language, with JSONata. The first state is the start. */
  readonly states: { readonly [name: string]: object };
  readonly allowed: readonly PolicyStatement[];
};

/** Makes a few AWS calls at a steady rate, without a function that would itself need monitoring. */
export class ScheduledSteps extends Construct {
  readonly machine: CfnStateMachine;

  constructor(scope: Construct, id: string, { description, every, states, allowed }: ScheduledStepsProps) {
    super(scope, id);
    const role = serviceRole(this, "Role", "states", allowed);
    const [StartAt = ""] = Object.keys(states);
    this.machine = new CfnStateMachine(this, "Steps", {
      roleArn: role.roleArn,
      definition: { Comment: description, QueryLanguage: "JSONata", StartAt, States: states },
    });
    // The schedule may run the steps immediately, and without their permissions they would fail.
    this.machine.node.addDependency(role);
    acknowledge(this.machine, "AwsSolutions-SF1", "A run is three calls; AWS keeps its history for 90 days.");
    acknowledge(this.machine, "AwsSolutions-SF2", "A run is three calls, with nothing else to trace.");
    const start = permission(["states:StartExecution"], [this.machine.attrArn]);
    new CfnSchedule(this, "Rate", {
      description,
      state: "ENABLED",
      scheduleExpression: `rate(${every.toMinutes()} minutes)`,
      flexibleTimeWindow: { mode: "OFF" },
      target: {
        arn: this.machine.attrArn,
        roleArn: serviceRole(this, "ScheduleRole", "scheduler", [start]).roleArn,
        retryPolicy: { maximumRetryAttempts: 0 },
      },
    });
  }
}
