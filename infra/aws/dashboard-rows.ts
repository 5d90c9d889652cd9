import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { MetricName } from "../../shared/kernel/metric-catalogue.ts";
import type { BridgeFunction } from "./constructs/bridge-function.ts";
import { bridgeMetric } from "./constructs/bridge-metric.ts";
import type { BridgeQueue } from "./constructs/bridge-queue.ts";
import type { ApiStack } from "./stacks/api-stack.ts";
import type { DataStack } from "./stacks/data-stack.ts";
import { type DeliveryStack, ruleMetric } from "./stacks/delivery-stack.ts";
import type { IngestStack } from "./stacks/ingest-stack.ts";

export type Stacks = {
  readonly data: DataStack;
  readonly delivery: DeliveryStack;
  readonly ingest: IngestStack;
  readonly api: ApiStack;
};

export type DashboardRow = {
  readonly title: string;
  readonly graphs: readonly { readonly title: string; readonly metrics: readonly IMetric[] }[];
};

/** The dashboard's rows, in the order in which a change goes from the source to the partners. */
export function dashboardRows(stage: string, stacks: Stacks, functions: readonly BridgeFunction[]): DashboardRow[] {
  const { data, delivery, ingest, api } = stacks;
  const sum = (name: MetricName) => bridgeMetric(stage, name, { statistic: "Sum" });
  const percentiles = (name: MetricName) =>
    ["p50", "p95", "p99"].map((statistic) => bridgeMetric(stage, name, { statistic, label: statistic }));
  const queues = [...Object.values(delivery.queues), ingest.ticks, ingest.poll];
  const tables = Object.values(data.tables);
  return [
    {
      title: "Freshness",
      graphs: [
        { title: "From change to webhook (ms)", metrics: percentiles("delivery.lag_ms") },
        {
          title: "Change stream: age of published changes (ms)",
          metrics: [ingest.publish.lambda.metric("IteratorAge", { statistic: "Maximum" })],
        },
        {
          title: "Canary: from the mirror to a webhook (ms)",
          metrics: percentiles("canary.latency_ms"),
        },
        {
          title: "Age of the last completed walk, where overdue (s)",
          metrics: [bridgeMetric(stage, "walk.age_seconds", { statistic: "Maximum" })],
        },
      ],
    },
    {
      title: "Ingest",
      graphs: [
        { title: "Requests to the source", metrics: [sum("source.requests")] },
        {
          title: "Polls: sent and done",
          metrics: [ingest.poll.queue.metricNumberOfMessagesSent(), ingest.poll.queue.metricNumberOfMessagesDeleted()],
        },
        { title: "Oldest waiting tick and poll (s)", metrics: [ingest.ticks, ingest.poll].map(oldest) },
        {
          title: "Delays: unreadable rows, pauses, small budgets",
          metrics: [sum("polling.rows_quarantined"), sum("schedule.paused"), sum("schedule.caps_stretched")],
        },
      ],
    },
    {
      title: "Bus and fan-out",
      graphs: [
        {
          title: "Events: published, matched, forwarded",
          metrics: [
            sum("events.published"),
            ruleMetric(delivery.rule, data, "MatchedEvents"),
            ruleMetric(delivery.rule, data, "Invocations"),
          ],
        },
        {
          title: "Events not forwarded",
          metrics: [
            ruleMetric(delivery.rule, data, "FailedInvocations"),
            ruleMetric(delivery.rule, data, "ThrottledRules"),
          ],
        },
        { title: "Oldest event waiting for fan-out (s)", metrics: [oldest(delivery.fanout)] },
      ],
    },
    {
      title: "Delivery",
      graphs: [
        { title: "Attempt duration (ms)", metrics: percentiles("delivery.duration_ms") },
        {
          title: "Deliveries waiting and in progress",
          metrics: [delivery.deliver, delivery.deliverSlow].flatMap(({ queue }) => [
            queue.metricApproximateNumberOfMessagesVisible(),
            queue.metricApproximateNumberOfMessagesNotVisible(),
            queue.metricApproximateNumberOfMessagesDelayed(),
          ]),
        },
        { title: "Oldest waiting delivery (s)", metrics: [delivery.deliver, delivery.deliverSlow].map(oldest) },
      ],
    },
    {
      title: "Backlog",
      graphs: [
        {
          title: "Oldest delivery waiting for its endpoint (s)",
          metrics: [bridgeMetric(stage, "backlog.age_seconds", { statistic: "Maximum" })],
        },
        {
          title: "Endpoints that receive nothing",
          metrics: (["endpoints.open", "endpoints.paused"] as const).map((name) =>
            bridgeMetric(stage, name, { statistic: "Maximum" }),
          ),
        },
        { title: "Oldest waiting recovery (s)", metrics: [oldest(delivery.recover)] },
        { title: "Alerts to partners", metrics: [sum("alerts.sent"), sum("alerts.failed")] },
        { title: "Dead letters", metrics: queues.map(dead) },
        {
          title: "API",
          metrics: [api.graphs.metricCount(), api.graphs.metricClientError(), api.graphs.metricServerError()],
        },
      ],
    },
    {
      title: "Functions",
      graphs: [
        { title: "Errors", metrics: functions.map(({ lambda }) => lambda.metricErrors()) },
        { title: "Throttles", metrics: functions.map(({ lambda }) => lambda.metricThrottles()) },
        {
          title: "Duration p99 (ms)",
          metrics: functions.map(({ lambda }) => lambda.metricDuration({ statistic: "p99" })),
        },
      ],
    },
    {
      title: "Cost drivers",
      graphs: [
        {
          title: "Write units",
          metrics: tables.map((table) => table.metricConsumedWriteCapacityUnits({ statistic: "Sum" })),
        },
        {
          title: "Read units",
          metrics: tables.map((table) => table.metricConsumedReadCapacityUnits({ statistic: "Sum" })),
        },
        { title: "Invocations", metrics: functions.map(({ lambda }) => lambda.metricInvocations()) },
      ],
    },
  ];
}

const oldest = ({ queue }: BridgeQueue) => queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" });
const dead = ({ deadLetters }: BridgeQueue) =>
  deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" });
