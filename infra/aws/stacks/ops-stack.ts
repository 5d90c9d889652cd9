import { CfnOutput, Duration, Stack, type StackProps } from "aws-cdk-lib";
import { Dashboard, GraphWidget, type IMetric, MathExpression, TextWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { type FunctionName, queues } from "../../../shared/kernel/topology.ts";
import { AlarmReminder } from "../constructs/alarm-reminder.ts";
import type { BridgeFunction } from "../constructs/bridge-function.ts";
import { bridgeMetric } from "../constructs/bridge-metric.ts";
import { CanarySubscriber } from "../constructs/canary-subscriber.ts";
import { alarmPeriod, ImpactAlarm, type ImpactAlarmProps } from "../constructs/impact-alarm.ts";
import { LogAlarm } from "../constructs/log-alarm.ts";
import { MappingWatch } from "../constructs/mapping-watch.ts";
import type { DeployOptions } from "../options.ts";
import { dashboardRows, type Stacks } from "./dashboard-rows.ts";
import { ruleMetric } from "./delivery-stack.ts";

/** Crashes of these functions make another alarm fire: clock-stopped, canary-silent, api-failing. */
const hearsOfItself: ReadonlySet<FunctionName> = new Set(["clock", "canary", "api"]);

export class OpsStack extends Stack {
  constructor(scope: Construct, id: string, options: DeployOptions, stacks: Stacks, props: StackProps) {
    super(scope, id, props);
    const canary = options.canary ? new CanarySubscriber(this, "Watch", options, stacks.data) : undefined;
    const functions = [...stacks.ingest.functions, ...stacks.delivery.functions, stacks.api.function];
    if (canary !== undefined) {
      functions.push(canary.function);
      new CfnOutput(this, "CanaryUrl", {
        value: canary.url,
        description: "Accepts only requests that the canary signed",
      });
    }
    const { rules } = stacks.data;
    const alarm = (name: string, given: ImpactAlarmProps) => new ImpactAlarm(this, name, rules, given);
    alarm("functions-failing", {
      metric: total(
        "Errors",
        functions
          .filter(({ name }) => !hearsOfItself.has(name))
          .map(({ lambda }) => lambda.metricErrors({ period: alarmPeriod })),
      ),
      threshold: 5,
      periods: { breaching: 3, of: 5 },
      impact: "Functions crash or time out, so their messages are late and become dead letters.",
    });
    new LogAlarm(this, "Failed", rules, {
      of: functions.filter(({ name }) => Object.values(queues).some(({ consumer }) => consumer === name)),
      event: "message.failed",
      alarm: "messages-failing",
      periods: { breaching: 3, of: 5 },
      impact: "Single messages fail without a crash, so they are late and become dead letters.",
    });
    new MappingWatch(this, "Mappings", { rules, functions });
    new AlarmReminder(this, "Reminder", rules);
    alarm("functions-throttled", {
      // Watches only fan-out, because one metric costs less than ten. Fan-out has no reserved executions and runs
      // whenever there are events, so its throttles show that the account has no executions left. A metric of the
      // account would also count other teams' throttles.
      metric: stacks.delivery.fanoutFunction.lambda.metricThrottles({ period: alarmPeriod }),
      threshold: 1,
      periods: { breaching: 3, of: 5 },
      impact:
        "The account has no workers left, so all work is late. Messages that are rejected repeatedly become dead letters.",
    });
    alarm("tables-throttled", {
      metric: bridgeMetric(options.stage, "tables.throttled", { statistic: "Sum", period: alarmPeriod }),
      threshold: 1,
      periods: { breaching: 3, of: 5 },
      impact: "Tables refuse reads or writes, so work is repeated, and changes and webhooks are late.",
    });
    alarm("published-not-matched", {
      metric: unmatched(options.stage, stacks),
      threshold: 0.1,
      periods: { breaching: 2, of: 2 },
      impact: "Events go to a bus without Feedhook's rule, so consumers and partners don't receive them.",
    });
    alarm("rows-quarantined", {
      metric: bridgeMetric(options.stage, "polling.rows_quarantined", { statistic: "Sum", period: alarmPeriod }),
      threshold: 1,
      impact: "The source sends rows that can't be read. Their changes cause no events until this is fixed.",
    });
    alarm("walk-stalled", {
      metric: bridgeMetric(options.stage, "walk.age_seconds", { statistic: "Maximum", period: alarmPeriod }),
      threshold: Duration.hours(72).toSeconds(),
      impact: "No walk of a resource has finished for three days, so removals and missed changes aren't found.",
    });
    const { stage } = options;
    alarm("feeds-stalled", {
      metric: bridgeMetric(stage, "polling.feeds_stalled", { statistic: "Sum", period: alarmPeriod }),
      threshold: 1,
      impact: "Feeds keep failing. Their changes aren't found until the feeds can be read again.",
    });
    const census = Duration.minutes(15);
    alarm("endpoints-unhealthy", {
      metric: bridgeMetric(stage, "endpoints.open_percent", { statistic: "Maximum", period: census }),
      threshold: 10,
      periods: { breaching: 2, of: 2 },
      impact: "Many endpoints are failing, so their partners receive no webhooks. The cause may be Feedhook's egress.",
    });
    alarm("backlog-old", {
      metric: bridgeMetric(stage, "backlog.age_seconds", { statistic: "Maximum", period: census }),
      threshold: Duration.hours(48).toSeconds(),
      periods: { breaching: 2, of: 2 },
      impact: "A partner has received no webhooks for two days. Its endpoint is paused after three days.",
    });
    alarm("alerts-failing", {
      metric: bridgeMetric(stage, "alerts.failed", { statistic: "Sum", period: census }),
      threshold: 5,
      periods: { breaching: 2, of: 2 },
      impact: "Emails with alerts fail, so partners don't learn that their endpoints are failing. Webhooks continue.",
    });
    if (options.dashboard) this.#dashboard(stage, stacks, functions);
  }

  #dashboard(stage: string, stacks: Stacks, functions: readonly BridgeFunction[]): void {
    const text = (markdown: string, height: number) => new TextWidget({ markdown, width: 24, height });
    const rows = dashboardRows(stage, stacks, functions);
    new Dashboard(this, "Dashboard", {
      dashboardName: `feedhook-${stage}`,
      widgets: [
        [text(`# Feedhook ${stage}\nAlarms and what to do: docs/runbook.md.`, 2)],
        ...rows.flatMap(({ title, graphs }) => [
          [text(`## ${title}`, 1)],
          graphs.map(
            (graph) =>
              new GraphWidget({ title: graph.title, left: [...graph.metrics], width: 24 / graphs.length, height: 6 }),
          ),
        ]),
      ],
    });
  }
}

/**
 * EventBridge accepts events even for a missing bus, so the alarm watches the fraction of events that the rule didn't
 * match.
 */
function unmatched(stage: string, { data, delivery }: Stacks): MathExpression {
  const period = Duration.minutes(15);
  return new MathExpression({
    label: "Published, not matched",
    expression: "IF(published > 0, (published - FILL(matched, 0)) / published, 0)",
    usingMetrics: {
      published: bridgeMetric(stage, "events.published", { statistic: "Sum", period }),
      matched: ruleMetric(delivery.rule, data, "MatchedEvents").with({ period }),
    },
    period,
  });
}

/** Takes up to ten metrics. An alarm supports no more. */
function total(label: string, metrics: readonly IMetric[]): MathExpression {
  return new MathExpression({
    label,
    expression: "SUM(METRICS())",
    usingMetrics: Object.fromEntries(metrics.map((metric, position) => [`m${position}`, metric])),
    period: alarmPeriod,
  });
}
