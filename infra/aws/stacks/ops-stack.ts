import { Stack, type StackProps } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, MathExpression, TextWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import type { BridgeFunction } from "../constructs/bridge-function.ts";
import type { BridgeQueue } from "../constructs/bridge-queue.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import type { ApiStack } from "./api-stack.ts";
import type { DataStack } from "./data-stack.ts";
import { type DeliveryStack, ruleMetric } from "./delivery-stack.ts";
import type { IngestStack } from "./ingest-stack.ts";

type Stacks = {
  readonly data: DataStack;
  readonly delivery: DeliveryStack;
  readonly ingest: IngestStack;
  readonly api: ApiStack;
};

/** What is watched across the stacks: alarms over all functions and tables, and the dashboard in the order of the pipeline. */
export class OpsStack extends Stack {
  constructor(scope: Construct, id: string, options: DeployOptions, stacks: Stacks, props: StackProps) {
    super(scope, id, props);
    const functions = [...stacks.ingest.functions, ...stacks.delivery.functions, stacks.api.function];
    const alarm = { stage: options.stage, topic: stacks.data.alarms };
    new ImpactAlarm(this, "functions-failing", {
      ...alarm,
      metric: total(
        "Errors",
        functions.map(({ lambda }) => lambda.metricErrors({ period: alarmPeriod })),
      ),
      threshold: 5,
      periods: { breaching: 3, of: 5 },
      impact: "Functions crash or time out: their messages come again, late, and end as dead letters.",
    });
    new ImpactAlarm(this, "functions-throttled", {
      ...alarm,
      metric: total(
        "Throttles",
        functions.map(({ lambda }) => lambda.metricThrottles({ period: alarmPeriod })),
      ),
      threshold: 1,
      periods: { breaching: 3, of: 5 },
      impact:
        "The account has no workers left: everything is late, and each refused receive counts towards dead letters.",
    });
    new ImpactAlarm(this, "tables-throttled", {
      ...alarm,
      metric: total(
        "Throttled",
        Object.values(stacks.data.tables).flatMap((table) =>
          ["ReadThrottleEvents", "WriteThrottleEvents"].map((name) =>
            table.metric(name, { period: alarmPeriod, statistic: "Sum" }),
          ),
        ),
      ),
      threshold: 1,
      periods: { breaching: 3, of: 5 },
      impact: "Work is repeated because tables refuse reads or writes: changes and webhooks are late.",
    });
    this.#dashboard(options.stage, stacks, functions);
  }

  #dashboard(stage: string, stacks: Stacks, functions: readonly BridgeFunction[]): void {
    const { data, delivery, ingest, api } = stacks;
    const queues = [ingest.ticks, ingest.poll, delivery.fanout, delivery.deliver, delivery.recover];
    new Dashboard(this, "Dashboard", {
      dashboardName: `feedhook-${stage}`,
      widgets: [
        [
          new TextWidget({
            markdown: `# Feedhook ${stage}\nAlarms and what to do: docs/runbook.md. Rows follow a change from the source to the partners.`,
            width: 24,
            height: 2,
          }),
        ],
        [
          graph("Oldest message per queue (s)", queues.map(oldest)),
          graph("Dead letters", queues.map(waiting)),
          graph("Change stream: age of what is published (ms)", [
            ingest.publish.lambda.metric("IteratorAge", { statistic: "Maximum" }),
          ]),
        ],
        [
          graph("Bus: events matched and handed on", [
            ruleMetric(delivery.rule, data, "MatchedEvents"),
            ruleMetric(delivery.rule, data, "Invocations"),
            ruleMetric(delivery.rule, data, "FailedInvocations"),
          ]),
          graph("Deliveries waiting", [
            delivery.deliver.queue.metricApproximateNumberOfMessagesVisible(),
            delivery.deliver.queue.metricApproximateNumberOfMessagesNotVisible(),
            delivery.deliver.queue.metricApproximateNumberOfMessagesDelayed(),
          ]),
          graph("API", [api.api.metricCount(), api.api.metricClientError(), api.api.metricServerError()]),
        ],
        [
          graph(
            "Invocations",
            functions.map(({ lambda }) => lambda.metricInvocations()),
          ),
          graph(
            "Errors",
            functions.map(({ lambda }) => lambda.metricErrors()),
          ),
          graph(
            "Duration p99",
            functions.map(({ lambda }) => lambda.metricDuration({ statistic: "p99" })),
          ),
        ],
      ],
    });
  }
}

function graph(title: string, metrics: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left: metrics, width: 8, height: 6 });
}

const oldest = ({ queue }: BridgeQueue) => queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" });
const waiting = ({ deadLetters }: BridgeQueue) =>
  deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" });

/** The sum of up to ten metrics, which is as many as an alarm can look at. */
function total(label: string, metrics: readonly IMetric[]): MathExpression {
  return new MathExpression({
    label,
    expression: "SUM(METRICS())",
    usingMetrics: Object.fromEntries(metrics.map((metric, position) => [`m${position}`, metric])),
    period: alarmPeriod,
  });
}
