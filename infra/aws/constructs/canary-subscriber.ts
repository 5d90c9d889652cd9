import { Duration } from "aws-cdk-lib";
import { HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Construct } from "constructs";
import { canarySchedule } from "../../../shared/kernel/topology.ts";
import type { DeployOptions } from "../options.ts";
import type { ApiStack } from "../stacks/api-stack.ts";
import type { DataStack } from "../stacks/data-stack.ts";
import { acknowledge } from "./acknowledge.ts";
import { BridgeFunction } from "./bridge-function.ts";
import { bridgeMetric } from "./bridge-metric.ts";
import { FunctionSchedule } from "./function-schedule.ts";
import { ImpactAlarm } from "./impact-alarm.ts";

const path = "/canary";

/**
 * A test subscriber at the API's address, which gets a test event every five minutes. Its alarm goes off when the
 * pipeline breaks at a point that no other alarm watches.
 */
export class CanarySubscriber extends Construct {
  readonly function: BridgeFunction;

  constructor(scope: Construct, id: string, options: DeployOptions, data: DataStack, { api }: ApiStack) {
    super(scope, id);
    const { stage } = options;
    const resources = { ...data.resources, queues: {} };
    // Never under your own domain, because webhooks to it are refused.
    const environment = { CANARY_URL: `${api.apiEndpoint}${path}` };
    this.function = new BridgeFunction(this, "Canary", {
      name: "canary",
      options,
      resources,
      environment,
      onceOnly: true,
    });
    new FunctionSchedule(this, "Schedule", {
      target: this.function,
      everySeconds: canarySchedule.everySeconds,
      description: "Sends a canary event through the pipeline",
    });
    const route = new HttpRoute(this, "Route", {
      httpApi: api,
      routeKey: HttpRouteKey.with(path, HttpMethod.POST),
      integration: new HttpLambdaIntegration("Integration", this.function.live.invocable),
    });
    acknowledge(route, "AwsSolutions-APIG4", "It accepts only requests signed with the canary's own secret.");
    new ImpactAlarm(this, "canary-silent", {
      stage,
      topics: data.topics,
      metric: bridgeMetric(stage, "canary.latency_ms", { statistic: "SampleCount", period: Duration.minutes(15) }),
      threshold: 1,
      periods: { breaching: 2, of: 2 },
      expected: true,
      impact: "No canary event has arrived for half an hour, so webhooks probably don't arrive, either.",
    });
    new ImpactAlarm(this, "canary-late", {
      stage,
      topics: data.topics,
      metric: bridgeMetric(stage, "canary.latency_ms", { statistic: "Maximum", period: Duration.minutes(15) }),
      threshold: Duration.minutes(2).toMilliseconds(),
      periods: { breaching: 2, of: 2 },
      impact: "Canary events take minutes from the mirror to a webhook, and so do partners' events.",
    });
  }
}
