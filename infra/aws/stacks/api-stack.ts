import { CfnOutput, RemovalPolicy, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat, type RestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnApiMapping, DomainName, HttpApi, HttpStage, LogGroupLogDestination } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { acknowledge } from "../constructs/acknowledge.ts";
import { BridgeFunction } from "../constructs/bridge-function.ts";
import { FirewalledApi } from "../constructs/firewalled-api.ts";
import { alarmPeriod, ImpactAlarm } from "../constructs/impact-alarm.ts";
import type { DeployOptions } from "../options.ts";
import type { DataStack } from "./data-stack.ts";
import type { DeliveryStack } from "./delivery-stack.ts";
import type { IngestStack } from "./ingest-stack.ts";

type Stacks = { readonly data: DataStack; readonly delivery: DeliveryStack; readonly ingest: IngestStack };

/** The management API and its portal: an HTTP API with one function that does the routing. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  /** Metrics of requests and failures, for either kind of API. */
  readonly graphs: Pick<HttpApi | RestApi, "metricCount" | "metricClientError" | "metricServerError">;
  readonly function: BridgeFunction;
  /** Base URL of the API and the portal. */
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
      ...data.resources,
      queues: { ...delivery.queues, ticks: ingest.ticks, poll: ingest.poll },
    };
    const environment = { FAILURE_NOTICES_URL: ingest.failureNotices.queueUrl };
    this.function = new BridgeFunction(this, "Function", { name: "api", options, resources, environment });
    this.function.allow(
      new PolicyStatement({ actions: ["sqs:GetQueueAttributes"], resources: [ingest.failureNotices.queueArn] }),
    );
    const hasFirewall = options.firewall || options.webAclArn !== undefined;
    const { stage, webAclArn, logRetentionDays: logRetention } = options;
    // Limits all callers together, so that a flood can't take the account's workers from deliveries. The function
    // limits each partner.
    const throttle = { rateLimit: options.apiRequestsPerSecond, burstLimit: options.apiBurst };
    const firewalled = hasFirewall
      ? new FirewalledApi(this, "Firewalled", { stage, function: this.function, webAclArn, logRetention, throttle })
      : undefined;
    this.api = new HttpApi(this, "Api", {
      description: `Feedhook ${options.stage}: management API and portal`,
      createDefaultStage: false,
      // Behind a firewall, this API has only the canary's endpoint, which accepts only what it signed itself.
      ...(hasFirewall
        ? {}
        : { defaultIntegration: new HttpLambdaIntegration("Integration", this.function.live.invocable) }),
    });
    acknowledge(
      this.api,
      "AwsSolutions-APIG4",
      "The function checks the API key itself, as on a single node; the portal's files and the API's description need none.",
    );
    const httpStage = new HttpStage(this, "Stage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(this.#accessLog(options.logRetentionDays)),
        format: accessLogFormat,
      },
    });
    this.#mapDomain(options, httpStage, firewalled);
    this.graphs = firewalled?.api ?? this.api;
    new ImpactAlarm(this, "api-failing", {
      stage: options.stage,
      topics: data.topics,
      metric: this.graphs.metricServerError({ period: alarmPeriod, statistic: "Sum" }),
      threshold: 5,
      periods: { breaching: 2, of: 5 },
      impact: "Subscriptions and instances can't be managed, and the portal shows no data. Webhooks continue.",
    });
    this.url = options.domainName === undefined ? this.api.apiEndpoint : `https://${options.domainName}`;
    new CfnOutput(this, "Url", { value: this.url, description: "Base address of the API and the portal" });
  }

  /** Adds your own domain name to the API. You create the DNS record, an alias or CNAME to the output. */
  #mapDomain({ domainName, certificateArn }: DeployOptions, httpStage: HttpStage, firewalled?: FirewalledApi): void {
    if (domainName === undefined || certificateArn === undefined) return;
    const certificate = Certificate.fromCertificateArn(this, "Certificate", certificateArn);
    const domain = new DomainName(this, "Domain", { domainName, certificate });
    const { apiId, stage } =
      firewalled === undefined
        ? { apiId: this.api.apiId, stage: httpStage.stageName }
        : { apiId: firewalled.api.restApiId, stage: firewalled.api.deploymentStage.stageName };
    // One resource for both kinds of API, because a second one couldn't take the name before the first one is deleted.
    const mapping = new CfnApiMapping(this, "Mapping", { apiId, stage, domainName: domain.name });
    mapping.node.addDependency(firewalled?.api.deploymentStage ?? httpStage);
    new CfnOutput(this, "DomainTarget", {
      value: domain.regionalDomainName,
      description: `Point the DNS name ${domainName} here`,
    });
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
