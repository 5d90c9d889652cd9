import { CfnOutput, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { acknowledge } from "../constructs/acknowledge.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import type { DataStack } from "./data-stack.ts";
import type { IngestStack } from "./ingest-stack.ts";

/** The management API and the partners' portal: one HTTP API, one function that routes. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly function: BridgeFunction;

  constructor(
    scope: Construct,
    id: string,
    options: DeployOptions,
    data: DataStack,
    ingest: IngestStack,
    props: StackProps,
  ) {
    super(scope, id, props);
    const resources = {
      tables: data.tables,
      bus: data.bus,
      key: data.key,
      queues: { poll: ingest.poll.queue },
    };
    this.function = new BridgeFunction(this, "Function", { name: "api", options, resources });
    this.api = new HttpApi(this, "Api", {
      description: `Feedhook ${options.stage}: management API and portal`,
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration("Integration", this.function.lambda),
    });
    acknowledge(
      this.api,
      "AwsSolutions-APIG4",
      "The function checks the API key itself, since what a key may do depends on the partner that the path names.",
    );
    new HttpStage(this, "Stage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      // Without a limit one caller could take the account's workers from deliveries.
      throttle: { rateLimit: 50, burstLimit: 100 },
      accessLogSettings: { destination: new LogGroupLogDestination(this.#accessLog()), format: accessLogFormat },
    });
    new ImpactAlarm(this, "api-failing", {
      stage: options.stage,
      topic: data.alarms,
      metric: this.api.metricServerError({ period: alarmPeriod, statistic: "Sum" }),
      threshold: 5,
      periods: { breaching: 2, of: 5 },
      impact: "Partners can't manage their subscriptions or pull their events; webhooks go on.",
    });
    new CfnOutput(this, "Url", { value: this.api.apiEndpoint, description: "Base address of the API and the portal" });
  }

  #accessLog(): LogGroup {
    return new LogGroup(this, "AccessLog", {
      retention: RetentionDays.TWO_WEEKS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    method: "$context.httpMethod",
    path: "$context.path",
    status: "$context.status",
    latencyMs: "$context.responseLatency",
    error: "$context.integrationErrorMessage",
  }),
);
