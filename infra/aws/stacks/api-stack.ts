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
import type { DeliveryStack } from "./delivery-stack.ts";
import type { IngestStack } from "./ingest-stack.ts";

type Stacks = { readonly data: DataStack; readonly delivery: DeliveryStack; readonly ingest: IngestStack };

/** The management API and its console: one HTTP API, one function that routes. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly function: BridgeFunction;

  constructor(
    scope: Construct,
    id: string,
    options: DeployOptions,
    { data, delivery, ingest }: Stacks,
    props: StackProps,
  ) {
    super(scope, id, props);
    const { fanout, deliver, recover } = delivery;
    const resources = {
      tables: data.tables,
      bus: data.bus,
      key: data.key,
      queues: { ticks: ingest.ticks, poll: ingest.poll, fanout, deliver, recover },
    };
    this.function = new BridgeFunction(this, "Function", { name: "api", options, resources });
    this.api = new HttpApi(this, "Api", {
      description: `Feedhook ${options.stage}: management API and console`,
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration("Integration", this.function.lambda),
    });
    acknowledge(
      this.api,
      "AwsSolutions-APIG4",
      "The function checks the API key itself, as it does on a single node; the console page and the API's description need none.",
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
      impact: "Subscriptions and instances can't be managed, events and status can't be seen; webhooks go on.",
    });
    new CfnOutput(this, "Url", { value: this.api.apiEndpoint, description: "Base address of the API and the console" });
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
