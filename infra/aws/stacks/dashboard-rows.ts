import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import type { MetricName } from "../../../shared/kernel/metric-catalogue.ts";
import type { BridgeFunction } from "../constructs/bridge-function.ts";
import { bridgeMetric } from "../constructs/bridge-metric.ts";
import type { BridgeQueue } from "../constructs/bridge-queue.ts";
import type { ApiStack } from "./api-stack.ts";
import type { DataStack } from "./data-stack.ts";
import { type DeliveryStack, ruleMetric } from "./delivery-stack.ts";
import type { IngestStack } from "./ingest-stack.ts";

export type Stacks = {
  readonly data: DataStack;
  readonly delivery: DeliveryStack;
  readonly ingest: IngestStack;
  readonly api: ApiStack;
};

type Graph = { readonly title: string; readonly metrics: readonly IMetric[] };
export type DashboardRow = { readonly title: string; readonly graphs: readonly Graph[] };

export function dashboardRows(stage: string, stacks: Stacks, functions: readonly BridgeFunction[]): DashboardRow[] {
  const { data, delivery, ingest, api } = stacks;
  const sum = (name: MetricName) => bridgeMetric(stage, name, { statistic: "Sum" });
  const maximum = (name: MetricName) => bridgeMetric(stage, name, { statistic: "Maximum" });
  const percentiles = (name: MetricName) =>
    ["p50", "p95", "p99"].map((statistic) => bridgeMetric(stage, name, { statistic, label: statistic }));
  const ofRule = (name: string) => ruleMetric(delivery.rule, data, name);
  const lambdas = functions.map(({ lambda }) => lambda);
  const iteratorAge = ingest.publish.lambda.metric("IteratorAge", { statistic: "Maximum" });
  const { ticks, poll } = ingest.queues;
  const { fanout, recover, deliver, "deliver-slow": deliverSlow } = delivery.queues;
  const queues = [...Object.values(delivery.queues), ticks, poll];
  const deliveries = [deliver, deliverSlow];
  const tables = Object.values(data.tables);
  return [
    row(
      "Freshness",
      graph("From change to webhook (ms)", ...percentiles("delivery.lag_ms")),
      graph("Change stream: age of published changes (ms)", iteratorAge),
      graph("Canary: from the mirror to a webhook (ms)", ...percentiles("canary.latency_ms")),
      graph("Age of the last completed walk, where overdue (s)", maximum("walk.age_seconds")),
    ),
    row(
      "Ingest",
      graph("Requests to the source", sum("source.requests")),
      graph(
        "Polls: sent and done",
        poll.queue.metricNumberOfMessagesSent(),
        poll.queue.metricNumberOfMessagesDeleted(),
      ),
      graph("Oldest waiting tick and poll (s)", ...[ticks, poll].map(oldest)),
      graph(
        "Delays: unreadable rows, pauses, small budgets",
        ...[sum("polling.rows_quarantined"), sum("schedule.paused"), sum("schedule.caps_stretched")],
      ),
    ),
    row(
      "Bus and fan-out",
      graph(
        "Events: published, matched, forwarded",
        ...[sum("events.published"), ofRule("MatchedEvents"), ofRule("Invocations")],
      ),
      graph("Events not forwarded", ofRule("FailedInvocations"), ofRule("ThrottledRules")),
      graph("Oldest event waiting for fan-out (s)", oldest(fanout)),
    ),
    row(
      "Delivery",
      graph("Attempt duration (ms)", ...percentiles("delivery.duration_ms")),
      graph(
        "Deliveries waiting and in progress",
        ...deliveries.flatMap(({ queue }) => [
          queue.metricApproximateNumberOfMessagesVisible(),
          queue.metricApproximateNumberOfMessagesNotVisible(),
          queue.metricApproximateNumberOfMessagesDelayed(),
        ]),
      ),
      graph("Oldest waiting delivery (s)", ...deliveries.map(oldest)),
    ),
    row(
      "Backlog",
      graph("Oldest delivery waiting for its endpoint (s)", maximum("backlog.age_seconds")),
      graph("Unhealthy endpoints", maximum("endpoints.open"), maximum("endpoints.paused")),
      graph("Oldest waiting recovery (s)", oldest(recover)),
      graph("Alerts to partners", sum("alerts.sent"), sum("alerts.failed")),
      graph("Dead letters", ...queues.map(dead)),
      graph("API", api.graphs.metricCount(), api.graphs.metricClientError(), api.graphs.metricServerError()),
    ),
    row(
      "Functions",
      graph("Errors", ...lambdas.map((lambda) => lambda.metricErrors())),
      graph("Throttles", ...lambdas.map((lambda) => lambda.metricThrottles())),
      graph("Duration p99 (ms)", ...lambdas.map((lambda) => lambda.metricDuration({ statistic: "p99" }))),
    ),
    row(
      "Cost drivers",
      graph("Write units", ...tables.map((table) => table.metricConsumedWriteCapacityUnits({ statistic: "Sum" }))),
      graph("Read units", ...tables.map((table) => table.metricConsumedReadCapacityUnits({ statistic: "Sum" }))),
      graph("Invocations", ...lambdas.map((lambda) => lambda.metricInvocations())),
    ),
  ];
}

const row = (title: string, ...graphs: readonly Graph[]): DashboardRow => ({ title, graphs });
const graph = (title: string, ...metrics: readonly IMetric[]): Graph => ({ title, metrics });
const oldest = ({ queue }: BridgeQueue) => queue.metricApproximateAgeOfOldestMessage({ statistic: "Maximum" });
const dead = ({ deadLetters }: BridgeQueue) =>
  deadLetters.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum" });
