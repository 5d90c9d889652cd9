import { CfnOutput } from "aws-cdk-lib";
import {
  CfnEIP,
  GatewayVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  NatProvider,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from "aws-cdk-lib/aws-ec2";
import { Construct } from "constructs";
import { acknowledge } from "./acknowledge.ts";

/**
 * Two zones, so that webhooks continue if one fails. Each zone costs about $36 a month, and adds an address that
 * partners must allow.
 */
const zones = 2;
/** Webhooks may be sent to these ports (shared/subscriptions/endpoint-url.ts). */
const webhookPorts = [443, 8443];

/** Enough addresses for the interfaces of several hundred workers in each zone. */
const addressRange = "10.0.0.0/20";

export class EgressNetwork extends Construct {
  readonly vpc: IVpc;
  readonly securityGroup: SecurityGroup;

  constructor(scope: Construct, id: string, partnerUrl: string) {
    super(scope, id);
    const addresses = Array.from(
      { length: zones },
      (_, zone) => new CfnEIP(this, `Address${zone + 1}`, { domain: "vpc" }),
    );
    // @ts-expect-error -- A Vpc is an IVpc, but CDK's types deny it under exactOptionalPropertyTypes.
    const vpc: IVpc = new Vpc(this, "Vpc", {
      ipAddresses: IpAddresses.cidr(addressRange),
      maxAzs: zones,
      natGatewayProvider: NatProvider.gateway({
        eipAllocationIds: addresses.map((address) => address.attrAllocationId),
      }),
      subnetConfiguration: [
        { name: "public", subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false, cidrMask: 26 },
        { name: "private", subnetType: SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 23 },
      ],
      // Restricting the default security group would need a function with permissions for security groups, and nothing
      // uses that group.
      restrictDefaultSecurityGroup: false,
      // A gateway endpoint is free, while the NAT costs $0.045 a GB, and these functions mostly use tables. Requests to
      // queues and keys are small, so an interface endpoint for each would cost more than their traffic.
      gatewayEndpoints: { Tables: { service: GatewayVpcEndpointAwsService.DYNAMODB } },
    });
    acknowledge(
      vpc,
      "AwsSolutions-VPC7",
      "No service listens in this VPC; flow logs of every webhook would cost more than the NAT.",
    );
    this.securityGroup = new SecurityGroup(this, "Group", {
      vpc,
      description: "Feedhook functions that send requests: https and DNS out, nothing in",
      allowAllOutbound: false,
    });
    const partnerPort = Number(new URL(partnerUrl).port || 443);
    for (const port of new Set([...webhookPorts, partnerPort])) {
      this.securityGroup.addEgressRule(Peer.anyIpv4(), Port.tcp(port), "webhooks, the Partner API, AWS");
    }
    for (const port of [Port.udp(53), Port.tcp(53)]) {
      this.securityGroup.addEgressRule(Peer.ipv4(addressRange), port, "names");
    }
    this.vpc = vpc;
    const output = new CfnOutput(this, "Addresses", {
      value: addresses.map((address) => address.attrPublicIp).join(","),
      description: "Webhooks and polls come from these addresses",
    });
    output.overrideLogicalId("EgressAddresses");
  }
}
