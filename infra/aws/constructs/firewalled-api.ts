import { Aws, Stack } from "aws-cdk-lib";
import { EndpointType, LambdaIntegration, RestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";
import type { BridgeFunction } from "./bridge-function.ts";
import { FirewallRules } from "./firewall-rules.ts";

export type FirewalledApiProps = {
  readonly stage: string;
  readonly function: BridgeFunction;
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
};

/**
 * A REST API, because WAF doesn't support HTTP APIs. A CDN in front of an HTTP API would leave the API's own address
 * open.
 */
export class FirewalledApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { stage, function: handler, throttle }: FirewalledApiProps) {
    super(scope, id);
    this.api = new RestApi(this, "Api", {
      restApiName: `feedhook-${stage}`,
      description: `Feedhook ${stage}: management API and portal, behind a firewall`,
      endpointTypes: [EndpointType.REGIONAL],
      // The portal has fonts and pictures, so bodies must stay unchanged.
      binaryMediaTypes: ["*/*"],
      cloudWatchRole: false,
      deployOptions: {
        stageName: "live",
        throttlingRateLimit: throttle.rateLimit,
        throttlingBurstLimit: throttle.burstLimit,
      },
    });
    const integration = new LambdaIntegration(handler.live.invocable);
    this.api.root.addMethod("ANY", integration);
    this.api.root.addResource("{proxy+}").addMethod("ANY", integration);
    new CfnWebACLAssociation(this, "Association", {
      resourceArn: `arn:${Aws.PARTITION}:apigateway:${Stack.of(this).region}::/restapis/${this.api.restApiId}/stages/${this.api.deploymentStage.stageName}`,
      webAclArn: new FirewallRules(this, "Rules", stage).arn,
    });
    const own = "The function checks the API key itself, as on a single node; the portal's files need no key.";
    acknowledge(this.api, "AwsSolutions-APIG4", own);
    acknowledge(this.api, "AwsSolutions-COG4", own);
    acknowledge(this.api, "AwsSolutions-APIG2", "The function checks every body against its own schema.");
    const logged =
      "The firewall logs what it blocks, and the function what fails. A log of the API's stage would need a role that is set for the whole account.";
    acknowledge(this.api, "AwsSolutions-APIG1", logged);
    acknowledge(this.api, "AwsSolutions-APIG6", logged);
  }
}
