import { Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { type FunctionName, mirrorStream, queues } from "../../../shared/kernel/topology.ts";
import { permission } from "../permission.ts";
import type { StageRules } from "../stage-rules.ts";
import { acknowledge } from "./acknowledge.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { ImpactAlarm } from "./impact-alarm.ts";
import { ScheduledSteps } from "./scheduled-steps.ts";

const every = Duration.hours(1);
const consumers: readonly FunctionName[] = [...Object.values(queues), mirrorStream].map(({ consumer }) => consumer);

export type MappingWatchProps = {
  readonly rules: StageRules;
  readonly functions: readonly BridgeFunction[];
};

/**
 * Checks once an hour that every event source still invokes its function. An operator may turn one off during an
 * incident and forget to turn it on again. AWS turns off an event source whose function loses its permissions. The
 * alarms on queue age would fire only once a queue has messages. The alarm counts failed runs, so it also fires if the
 * steps can't check.
 */
export class MappingWatch extends Construct {
  constructor(scope: Construct, id: string, { rules, functions }: MappingWatchProps) {
    super(scope, id);
    const { stage } = rules;
    const stack = Stack.of(this);
    // Compares whole ARNs, because function names in a stage `prod-eu` also begin with the name of the stage `prod`.
    const watched = functions
      .filter(({ name }) => consumers.includes(name))
      .map(({ live }) => `'${live.functionArn}'`)
      .join(", ");
    const steps = new ScheduledSteps(this, "Steps", {
      description: `Feedhook ${stage}: counts event sources that invoke their functions`,
      every,
      states: {
        // AWS lists up to 100 of the account's event sources at a time.
        List: {
          Type: "Task",
          Resource: `arn:${stack.partition}:states:::aws-sdk:lambda:listEventSourceMappings`,
          Arguments: "{% $states.input.marker ? { 'Marker': $states.input.marker } : {} %}",
          Output: {
            on: `{% $sum([$states.input.on, $count($states.result.EventSourceMappings[FunctionArn in [${watched}] and $not(State in ['Disabled', 'Disabling'])])]) %}`,
            marker: "{% $states.result.NextMarker ? $states.result.NextMarker : '' %}",
          },
          Next: "Judge",
        },
        Judge: {
          Type: "Choice",
          Choices: [
            { Condition: "{% $states.input.marker != '' %}", Next: "List" },
            { Condition: `{% $states.input.on >= ${consumers.length} %}`, Next: "Well" },
          ],
          Default: "Off",
        },
        Well: { Type: "Succeed" },
        Off: { Type: "Fail", Error: "EventSourceOff", Cause: "An event source is disabled or missing." },
      },
      allowed: [permission(["lambda:ListEventSourceMappings"], ["*"])],
    });
    acknowledge(
      this,
      "AwsSolutions-IAM5[Resource::*]",
      "The permission to list event sources can't be limited to resources.",
    );
    new ImpactAlarm(this, "mappings-disabled", rules, {
      metric: new Metric({
        namespace: "AWS/States",
        metricName: "ExecutionsFailed",
        dimensionsMap: { StateMachineArn: steps.machine.attrArn },
        statistic: "Sum",
        period: every,
      }),
      threshold: 1,
      // Runs are an hour apart, so an evaluated hour may contain no run. With one period, the alarm would then return
      // to OK.
      periods: { breaching: 1, of: 2 },
      impact: "An event source is disabled or can't be checked, so its messages or changes wait and may expire.",
    });
  }
}
