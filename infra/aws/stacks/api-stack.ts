import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnApiMapping, DomainName, HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct, IConstruct } from "constructs";
import { acknowledge } from "../constructs/acknowledge.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { bridgeMetric } from "../constructs/bridge-metric.ts";
import { FirewalledApi } from "../constructs/firewalled-api.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import { permission } from "../permission.ts";
import { logRules } from "../stage-rules.ts";
import type { DataStack } from "./data-stack.ts";
import type { DeliveryStack } from "./delivery-stack.ts";
import type { IngestStack } from "./ingest-stack.ts";

type Stacks = { readonly data: DataStack; readonly delivery: DeliveryStack; readonly ingest: IngestStack };

type Served = {
  readonly api: ApiStack["graphs"];
  readonly apiId: string;
  readonly stage: IConstruct;
  readonly stageName: string;
  readonly endpoint: string;
};

export class ApiStack extends Stack {
  readonly graphs: Pick<HttpApi | RestApi, "metricCount" | "metricClientError" | "metricServerError">;
  readonly function: BridgeFunction;
  readonly url: string;

  constructor(
    scope: Construct,
    id: string,
    options: DeployOptions,
    { data, delivery, ingest }: Stacks,
    props: StackProps,
  ) {
    super(scope, id, props);
    const resources = { ...data.resources, queues: { ...delivery.queues, ...ingest.queues } };
    const environment = { FAILURE_NOTICES_URL: ingest.failureNotices.queueUrl };
    this.function = new BridgeFunction(this, "Function", { name: "api", options, resources, environment });
    this.function.allow(permission(["sqs:GetQueueAttributes"], [ingest.failureNotices.queueArn]));
    const served = options.firewall ? this.#firewalled(options) : this.#open(options);
    this.#mapDomain(options, served);
    this.graphs = served.api;
    new ImpactAlarm(this, "api-failing", data.rules, {
      metric: new MathExpression({
        label: "Failed requests",
        // A 503 from `/readyz` doesn't count: while a single instance has a problem, anyone can get one, even without a
        // key.
        expression: "failed - FILL(notReady, 0)",
        usingMetrics: {
          failed: this.graphs.metricServerError({ period: alarmPeriod, statistic: "Sum" }),
          notReady: bridgeMetric(options.stage, "api.not_ready", { period: alarmPeriod, statistic: "Sum" }),
        },
        period: alarmPeriod,
      }),
      threshold: 5,
      periods: { breaching: 2, of: 5 },
      impact: "Subscriptions and instances can't be managed, and the portal shows no data. Webhooks continue.",
    });
    this.url = options.domainName === undefined ? served.endpoint : `https://${options.domainName}`;
    new CfnOutput(this, "Url", { value: this.url, description: "Base address of the API and the portal" });
  }

  #open(options: DeployOptions): Served {
    const api = new HttpApi(this, "Api", {
      description: `Feedhook ${options.stage}: management API and portal`,
      createDefaultStage: false,
      defaultIntegration: new HttpLambdaIntegration("Integration", this.function.live.invocable),
    });
    acknowledge(
      api,
      "AwsSolutions-APIG4",
      "The function checks the API key itself, as on a single node; the portal's files and the API's description need no key.",
    );
    const accessLog = new LogGroup(this, "AccessLog", logRules);
    const stage = new HttpStage(this, "Stage", {
      httpApi: api,
      stageName: "$default",
      autoDeploy: true,
      throttle: throttleOf(options),
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: accessLogFormat,
      },
    });
    return { api, apiId: api.apiId, stage, stageName: stage.stageName, endpoint: api.apiEndpoint };
  }

  #firewalled(options: DeployOptions): Served {
    const given = { stage: options.stage, function: this.function, throttle: throttleOf(options) };
    const { api } = new FirewalledApi(this, "Firewalled", given);
    const { deploymentStage } = api;
    return {
      api,
      apiId: api.restApiId,
      stage: deploymentStage,
      stageName: deploymentStage.stageName,
      endpoint: api.url,
    };
  }

  /** You create the DNS record that points the domain name to `DomainTarget`. */
  #mapDomain({ domainName, certificateArn }: DeployOptions, { apiId, stage, stageName }: Served): void {
    if (domainName === undefined || certificateArn === undefined) return;
    const certificate = Certificate.fromCertificateArn(this, "Certificate", certificateArn);
    const domain = new DomainName(this, "Domain", { domainName, certificate });
    // Both kinds of API use one mapping, because a second mapping couldn't take the domain name before the first is
    // deleted.
    const mapping = new CfnApiMapping(this, "Mapping", { apiId, stage: stageName, domainName: domain.name });
    mapping.node.addDependency(stage);
    new CfnOutput(this, "DomainTarget", {
      value: domain.regionalDomainName,
      description: `Point the DNS name ${domainName} here`,
    });
  }
}

/**
 * Limits the requests of all callers combined, so that a flood can't take the account's workers from deliveries. The
 * function limits each partner.
 */
function throttleOf({ apiRequestsPerSecond: rateLimit, apiBurst: burstLimit }: DeployOptions) {
  return { rateLimit, burstLimit };
}

/**
 * Anyone can add an entry by sending a request, so an entry leaves out the path, which can be 8 KB long. The function
 * logs the path of each request that fails.
 */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTime",
    ip: "$context.identity.sourceIp",
    method: "$context.httpMethod",
    status: "$context.status",
    latencyMs: "$context.responseLatency",
    error: "$context.integrationErrorMessage",
  }),
);
