import { Duration } from "aws-cdk-lib";
import { HttpApi, HttpMethod, HttpStage } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Construct } from "constructs";
import { canarySchedule } from "../../../shared/kernel/topology.ts";
import type { DeployOptions } from "../options.ts";
import type { Resources } from "../resources.ts";
import type { StageRules } from "../stage-rules.ts";
import { acknowledge } from "./acknowledge.ts";
import { BridgeFunction } from "./bridge-function.ts";
import { bridgeMetric } from "./bridge-metric.ts";
import { FunctionSchedule } from "./function-schedule.ts";
import { ImpactAlarm } from "./impact-alarm.ts";

const path = "/canary";

type Shared = { readonly resources: Omit<Resources, "queues">; readonly rules: StageRules };

/**
 * Receives a test event every five minutes. Its alarms also fire when the pipeline breaks at a point that no other
 * alarm watches. The subscriber has its own API, because a flood of requests to the bridge's API would crowd out the
 * canary's requests.
 */
export class CanarySubscriber extends Construct {
  readonly function: BridgeFunction;
  readonly url: string;

  constructor(scope: Construct, id: string, options: DeployOptions, { resources: all, rules }: Shared) {
    super(scope, id);
    const { stage } = options;
    const resources = { ...all, queues: {} };
    const api = new HttpApi(this, "Api", {
      description: `Feedhook ${stage}: the canary's endpoint`,
      createDefaultStage: false,
    });
    const httpStage = new HttpStage(this, "Stage", {
      httpApi: api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: 5, burstLimit: 10 },
    });
    acknowledge(
      httpStage,
      "AwsSolutions-APIG1",
      "The function logs each request that it refuses, and measures each one that it accepts.",
    );
    // Webhooks to your own domain are refused, so the URL is never under it.
    this.url = `${api.apiEndpoint}${path}`;
    const environment = { CANARY_URL: this.url };
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
    const [route] = api.addRoutes({
      path,
      methods: [HttpMethod.POST],
      integration: new HttpLambdaIntegration("Integration", this.function.live.invocable),
    });
    if (route !== undefined)
      acknowledge(route, "AwsSolutions-APIG4", "It accepts only requests signed with the canary's own secret.");
    new ImpactAlarm(this, "canary-silent", rules, {
      metric: bridgeMetric(stage, "canary.latency_ms", { statistic: "SampleCount", period: Duration.minutes(15) }),
      threshold: 1,
      periods: { breaching: 2, of: 2 },
      expected: true,
      impact: "No canary event has arrived for half an hour, so webhooks probably aren't arriving either.",
    });
    new ImpactAlarm(this, "canary-late", rules, {
      metric: bridgeMetric(stage, "canary.latency_ms", { statistic: "Maximum", period: Duration.minutes(15) }),
      threshold: Duration.minutes(2).toMilliseconds(),
      periods: { breaching: 2, of: 2 },
      impact: "Canary events take minutes from the mirror to a webhook, so partners' events are probably late too.",
    });
  }
}
