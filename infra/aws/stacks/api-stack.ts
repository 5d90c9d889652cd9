import { CfnOutput, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { DomainName, HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { acknowledge } from "../constructs/acknowledge.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import type { DataStack } from "./data-stack.ts";
import type { DeliveryStack } from "./delivery-stack.ts";
import type { IngestStack } from "./ingest-stack.ts";

type Stacks = { readonly data: DataStack; readonly delivery: DeliveryStack; readonly ingest: IngestStack };

/** The management API and its portal: one HTTP API, one function that routes. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly function: BridgeFunction;
  /** Base address of the API and the portal. */
  readonly url: string;

  constructor(
    scope: Construct,
    id: string,
    options: DeployOptions,
    { data, delivery, ingest }: Stacks,
    props: StackProps,
  ) {
    super(scope, id, props);
    const resources = {
      tables: data.tables,
      bus: data.bus,
      key: data.key,
      formerKeys: data.formerKeys,
      encryptionKey: data.rules.encryptionKey,
      network: data.network,
      queues: { ...delivery.queues, ticks: ingest.ticks, poll: ingest.poll },
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
      "The function checks the API key itself, as it does on a single node; the portal's files and the API's description need none.",
    );
    const domain = this.#domain(options);
    new HttpStage(this, "Stage", {
      httpApi: this.api,
      ...(domain === undefined ? {} : { domainMapping: { domainName: domain } }),
      stageName: "$default",
      autoDeploy: true,
      // Without a limit one caller could take the account's workers from deliveries.
      throttle: { rateLimit: 50, burstLimit: 100 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.#accessLog(options.logRetentionDays)),
        format: accessLogFormat,
      },
    });
    new ImpactAlarm(this, "api-failing", {
      stage: options.stage,
      topic: data.alarms,
      metric: this.api.metricServerError({ period: alarmPeriod, statistic: "Sum" }),
      threshold: 5,
      periods: { breaching: 2, of: 5 },
      impact: "Subscriptions and instances can't be managed, events and status can't be seen; webhooks go on.",
    });
    this.url = options.domainName === undefined ? this.api.apiEndpoint : `https://${options.domainName}`;
    new CfnOutput(this, "Url", { value: this.url, description: "Base address of the API and the portal" });
  }

  /** Your own name for the API. DNS stays yours: an alias or CNAME record to the output. */
  #domain({ domainName, certificateArn }: DeployOptions): DomainName | undefined {
    if (domainName === undefined || certificateArn === undefined) return undefined;
    const certificate = Certificate.fromCertificateArn(this, "Certificate", certificateArn);
    const domain = new DomainName(this, "Domain", { domainName, certificate });
    new CfnOutput(this, "DomainTarget", {
      value: domain.regionalDomainName,
      description: `Point the DNS name ${domainName} here`,
    });
    return domain;
  }

  #accessLog(retention: RetentionDays): LogGroup {
    return new LogGroup(this, "AccessLog", {
      retention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    ip: "$context.identity.sourceIp",
    method: "$context.httpMethod",
    path: "$context.path",
    status: "$context.status",
    latencyMs: "$context.responseLatency",
    error: "$context.integrationErrorMessage",
  }),
);
