import { Annotations, Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { functions } from "../../shared/kernel/topology.ts";
import { appOf, dataStackOf, productionContext, synthesise } from "./support/deployment.ts";
import { policyDocument } from "./support/rights.ts";

const plain = synthesise(productionContext);
const fixed = synthesise({ ...productionContext, staticEgress: "true" });
const account = "arn:aws:%s:eu-north-1:123456789012:";
const arn = (service: string, resource: string) => `${account.replace("%s", service)}${resource}`;

describe("static egress", () => {
  test("is a stack of its own, which functions leave before it is deleted", () => {
    expect(fixed.of("AWS::EC2::VPC").map(({ stack }) => stack)).toEqual(["Feedhook-prod-Egress"]);
    expect(plain.stacks).not.toContain("Feedhook-prod-Egress");
  });

  const vpcConfig = z.object({ SubnetIds: z.array(z.unknown()), SecurityGroupIds: z.array(z.unknown()) });

  test("is off by default: no network, no NAT to pay", () => {
    const network = plain.resources.filter(({ type }) => type.startsWith("AWS::EC2::"));
    expect(network).toEqual([]);
    for (const { properties } of plain.of("AWS::Lambda::Function")) expect(properties["VpcConfig"]).toBeUndefined();
  });

  test("puts the functions that dial, and only these, into private subnets of two zones", () => {
    const inside = fixed.of("AWS::Lambda::Function").filter(({ properties }) => "VpcConfig" in properties);
    const dialling = Object.values(functions).filter(({ dials }) => dials);
    expect(inside.map(({ path }) => path.split("/").at(-2)!.toLowerCase().replace("-", "")).sort()).toEqual(
      dialling.map(({ name }) => name.replace("-", "").toLowerCase()).sort(),
    );
    for (const { stack, path, properties } of inside) {
      const { SubnetIds, SecurityGroupIds } = vpcConfig.parse(properties["VpcConfig"]);
      const subnets = SubnetIds.map((id) => fixed.text(stack, id));
      expect(subnets, path).toEqual([1, 2].map((zone) => `Egress/Egress/Vpc/privateSubnet${zone}/Subnet`));
      expect(
        SecurityGroupIds.map((id) => fixed.text(stack, id)),
        path,
      ).toEqual(["Egress/Egress/Group.GroupId"]);
    }
  });

  test("leaves through NAT gateways with addresses of their own, which are told", () => {
    expect(fixed.of("AWS::EC2::EIP").map(({ path }) => path)).toEqual([
      "Egress/Egress/Address1",
      "Egress/Egress/Address2",
    ]);
    const allocations = fixed
      .of("AWS::EC2::NatGateway")
      .map(({ stack, properties }) => fixed.text(stack, properties["AllocationId"]));
    expect(allocations).toEqual(["Egress/Egress/Address1.AllocationId", "Egress/Egress/Address2.AllocationId"]);
    expect(fixed.outputs("Egress")["EgressAddresses"]).toBe(
      "Egress/Egress/Address1.PublicIp,Egress/Egress/Address2.PublicIp",
    );
  });

  test("lets nothing in, and out only https, webhook ports and names", () => {
    const [group, ...others] = fixed.of("AWS::EC2::SecurityGroup");
    expect(others).toEqual([]);
    expect(group!.properties["SecurityGroupIngress"]).toBeUndefined();
    const rules = z
      .array(z.object({ IpProtocol: z.string(), FromPort: z.int(), ToPort: z.int() }))
      .parse(group!.properties["SecurityGroupEgress"]);
    const ports = rules.map(({ IpProtocol, FromPort, ToPort }) => `${IpProtocol} ${FromPort}-${ToPort}`);
    expect(ports).toEqual(["tcp 443-443", "tcp 8443-8443", "udp 53-53", "tcp 53-53"]);
  });

  test("reaches tables without the NAT, which would be paid for by the gigabyte", () => {
    const [endpoint, ...others] = fixed.of("AWS::EC2::VPCEndpoint");
    expect(others).toEqual([]);
    expect(fixed.text(endpoint!.stack, endpoint!.properties["ServiceName"])).toMatch(/\.dynamodb$/);
    const routed = z.array(z.unknown()).parse(endpoint!.properties["RouteTableIds"]);
    expect(routed.map((id) => fixed.text(endpoint!.stack, id))).toEqual(
      expect.arrayContaining([1, 2].map((zone) => `Egress/Egress/Vpc/privateSubnet${zone}/RouteTable`)),
    );
  });

  test("lets the Partner API be reached on its own port", () => {
    const odd = synthesise({ ...productionContext, staticEgress: true, partnerUrl: "https://partner.acme.test:9443" });
    expect(JSON.stringify(odd.of("AWS::EC2::SecurityGroup")[0]!.properties)).toContain('"ToPort":9443');
  });
});

test("a domain of your own names the API, and says where DNS has to point", () => {
  expect(plain.of("AWS::ApiGatewayV2::DomainName")).toEqual([]);
  const certificateArn = arn("acm", "certificate/1-2-3");
  const named = synthesise({ ...productionContext, domainName: "hooks.acme.test", certificateArn });
  expect(named.of("AWS::ApiGatewayV2::DomainName")[0]!.properties).toMatchObject({
    DomainName: "hooks.acme.test",
    DomainNameConfigurations: [{ CertificateArn: certificateArn, EndpointType: "REGIONAL" }],
  });
  const [mapping] = named.of("AWS::ApiGatewayV2::ApiMapping");
  expect(named.text(mapping!.stack, mapping!.properties["ApiId"])).toBe("Api/Api");
  expect(named.outputs("Api")["Url"]).toBe("https://hooks.acme.test");
  expect(named.outputs("Api")["DomainTarget"]).toBe("Api/Domain.RegionalDomainName");
});

test("a key of yours takes the place of ours, in rights and environment", () => {
  const keyArn = arn("kms", "key/0a1b2c3d-0000-4000-8000-000000000000");
  const own = synthesise({ ...productionContext, keyArn });
  expect(own.of("AWS::KMS::Key")).toEqual([]);
  const keys = own
    .of("AWS::Lambda::Function")
    .flatMap(
      ({ properties }) =>
        z.object({ Variables: z.looseObject({}) }).parse(properties["Environment"]).Variables["KEY_ID"] ?? [],
    );
  expect(new Set(keys)).toEqual(new Set([keyArn]));
  const rights = own
    .of("AWS::IAM::Policy")
    .flatMap(({ properties }) => policyDocument.parse(properties["PolicyDocument"]).Statement)
    .filter(({ Action }) => Action.includes("kms:Decrypt"));
  expect(rights).toHaveLength(keys.length);
  for (const { Resource } of rights) expect(Resource).toEqual([keyArn]);
});

describe("a key that is changed", () => {
  const [keyArn, formerArn] = ["0", "1"].map((digit) => arn("kms", `key/${digit}a1b2c3d-0000-4000-8000-000000000000`));
  const changed = synthesise({ ...productionContext, keyArn, formerKeyArns: [formerArn], keepOwnKey: true });

  test("wraps from then on, and what the former ones wrapped is still opened, by their users alone", () => {
    const uses = changed.of("AWS::IAM::Policy").flatMap(({ stack, path, properties }) =>
      policyDocument
        .parse(properties["PolicyDocument"])
        .Statement.filter(({ Action }) => Action.includes("kms:Decrypt"))
        .map(({ Action, Resource }) => [path.split("/")[1], Action, Resource.map((one) => changed.text(stack, one))]),
    );
    const formers = [formerArn, "Data/Key.Arn"];
    // Statements that say the same of several keys are written as one.
    expect(uses).toEqual([
      ["Deliver", ["kms:Decrypt"], [keyArn, ...formers]],
      ["Poll", ["kms:Decrypt"], [keyArn, ...formers]],
      ["Function", ["kms:Decrypt", "kms:Encrypt"], [keyArn]],
      ["Function", ["kms:Decrypt"], formers],
      ["Watch", ["kms:Decrypt", "kms:Encrypt"], [keyArn]],
      ["Watch", ["kms:Decrypt"], formers],
    ]);
  });

  test("is told to the functions with those before it", () => {
    const told = changed.of("AWS::Lambda::Function").flatMap(({ stack, properties }) => {
      const { Variables } = z.object({ Variables: z.looseObject({}) }).parse(properties["Environment"]);
      return "KEY_ID" in Variables ? [[Variables["KEY_ID"], changed.text(stack, Variables["FORMER_KEY_IDS"])]] : [];
    });
    expect(told).toHaveLength(4);
    for (const one of told) expect(one).toEqual([keyArn, `${formerArn},Data/Key.Arn`]);
  });

  test("leaves the one that was made where it is, for as long as that is asked for", () => {
    expect(changed.of("AWS::KMS::Key").map(({ path }) => path)).toEqual(["Data/Key"]);
  });
});

describe("one key for everything that holds data", () => {
  const keyArn = arn("kms", "key/0a1b2c3d-0000-4000-8000-000000000000");
  const [ours, yours] = [{}, { keyArn }].map((key) =>
    synthesise({ ...productionContext, ...key, encryptWithKey: "true", staticEgress: "true" }),
  );

  test.each([
    ["ours", ours!, "Data/Key.Arn"],
    ["yours", yours!, keyArn],
  ])("that is %s encrypts every table, queue, bus, bucket and topic", (_, deployment, key) => {
    const keyOf = ({ stack, properties }: (typeof deployment.resources)[number], path: readonly string[]) => {
      const value = path.reduce<unknown>((within, name) => z.looseObject({}).parse(within)[name], properties);
      return deployment.text(stack, value);
    };
    const paths = {
      "AWS::DynamoDB::Table": ["SSESpecification", "KMSMasterKeyId"],
      "AWS::SQS::Queue": ["KmsMasterKeyId"],
      "AWS::Events::EventBus": ["KmsKeyIdentifier"],
      "AWS::SNS::Topic": ["KmsMasterKeyId"],
    };
    for (const [type, path] of Object.entries(paths)) {
      expect(deployment.of(type)).not.toEqual([]);
      for (const resource of deployment.of(type)) expect(keyOf(resource, path), resource.path).toBe(key);
    }
    for (const { stack, properties } of deployment.of("AWS::S3::Bucket")) {
      const [rule] = z
        .object({
          ServerSideEncryptionConfiguration: z.array(
            z.object({
              BucketKeyEnabled: z.literal(true),
              ServerSideEncryptionByDefault: z.object({ KMSMasterKeyID: z.unknown() }),
            }),
          ),
        })
        .parse(properties["BucketEncryption"]).ServerSideEncryptionConfiguration;
      expect(deployment.text(stack, rule!.ServerSideEncryptionByDefault.KMSMasterKeyID)).toBe(key);
    }
  });

  test("is used by functions only through the services they use it for, and opens no secrets so", () => {
    const through: { [role: string]: string[] } = {};
    for (const { stack, path, properties } of ours!.of("AWS::IAM::Policy")) {
      for (const { Action, Condition } of policyDocument.parse(properties["PolicyDocument"]).Statement) {
        if (!Action.some((action) => action.startsWith("kms:"))) continue;
        const conditions = JSON.stringify(Condition);
        if (conditions.includes("EncryptionContext")) continue;
        const service = z.object({ StringEquals: z.object({ "kms:ViaService": z.unknown() }) }).parse(Condition)
          .StringEquals["kms:ViaService"];
        const role = path.split("/").slice(0, -2).join("/");
        (through[role] ??= []).push(ours!.text(stack, service).split(".")[0]!);
      }
    }
    expect(through).toEqual({
      "Ingest/Clock": ["dynamodb", "sqs"],
      "Ingest/Tick": ["dynamodb", "sqs"],
      "Ingest/Poll": ["dynamodb", "sqs"],
      "Ingest/Publish": ["dynamodb", "sqs", "s3"],
      "Delivery/Fanout": ["dynamodb", "sqs"],
      "Delivery/Deliver": ["dynamodb", "sqs"],
      "Delivery/Recover": ["dynamodb", "sqs"],
      "Api/Function": ["dynamodb", "sqs"],
      "Ops/Watch/Canary": ["dynamodb"],
    });
  });

  test("lets EventBridge write to queues and CloudWatch to the topic, which both fail silently otherwise", () => {
    const [key] = ours!.of("AWS::KMS::Key");
    const policy = JSON.stringify(key!.properties["KeyPolicy"]);
    for (const service of ["events", "cloudwatch"]) expect(policy).toContain(`"${service}.amazonaws.com"`);
    expect(JSON.stringify(plain.of("AWS::KMS::Key")[0]!.properties["KeyPolicy"])).not.toContain("Service");
  });
});

describe("no option is for ever", () => {
  const keyArn = arn("kms", "key/0a1b2c3d-0000-4000-8000-000000000000");
  test.each([
    [{ alarmTopicArn: arn("sns", "ops") }],
    [{ keyArn }],
    [{ encryptWithKey: true }],
    [{ staticEgress: true }],
    [{ canary: false }],
    [{ busName: "partner-changes", formerBusNames: ["feedhook-prod"] }],
    [{ domainName: "hooks.acme.test", certificateArn: arn("acm", "certificate/1") }],
  ])("%o exports nothing: what another stack imports can't be taken away again", (options) => {
    const app = appOf({ ...productionContext, ...options });
    for (const { stackName, template } of app.synth().stacks) {
      expect(JSON.stringify(template), stackName).not.toMatch(/"Export"|Fn::ImportValue/);
    }
  });

  test("what is replaced is read under another name, so that the stacks that read it are deployed too", () => {
    const readBy = (options: object) =>
      appOf({ ...productionContext, ...options })
        .synth()
        .stacks.filter(({ stackName }) => /-(Delivery|Ingest)$/.test(stackName))
        .map(({ template }) => [...new Set(JSON.stringify(template).match(/PublishOutput\w*Bus\w+/g) ?? [])].sort());
    const [before, after] = [readBy({}), readBy({ busName: "partner-changes", formerBusNames: ["feedhook-prod"] })];
    expect(before.flat()).not.toEqual([]);
    for (const [stack, names] of after.entries()) expect(names).not.toEqual(before[stack]);
  });
});

describe("a bus that got another name", () => {
  const renamed = synthesise({ ...productionContext, busName: "partner-changes", formerBusNames: ["feedhook-prod"] });

  test("stands beside the former one, whose events still go to fan-out while functions are updated", () => {
    expect(renamed.of("AWS::Events::EventBus").map(({ path, properties }) => [path, properties["Name"]])).toEqual([
      ["Data/Bus-partner-changes", "partner-changes"],
      ["Data/Bus", "feedhook-prod"],
    ]);
    const rules = renamed.of("AWS::Events::Rule");
    expect(rules.map(({ stack, properties }) => renamed.text(stack, properties["EventBusName"]))).toEqual([
      "Data/Bus-partner-changes",
      "Data/Bus",
    ]);
    const [one, other] = rules.map(({ properties }) => properties["Targets"]);
    expect(one).toMatchObject([{ SqsParameters: { MessageGroupId: "$.detail.instance" } }]);
    expect(JSON.stringify(other)).toContain("FanoutQueue");
  });

  test("stays in production: consumers' rules hang on it", () => {
    for (const { path, deletionPolicy } of renamed.of("AWS::Events::EventBus")) {
      expect(deletionPolicy, path).toBe("RetainExceptOnCreate");
    }
  });
});

test("the bus takes the name it is given", () => {
  const nameOf = (deployment: typeof plain) => deployment.of("AWS::Events::EventBus")[0]!.properties["Name"];
  expect(nameOf(plain)).toBe("feedhook-prod");
  expect(nameOf(synthesise({ ...productionContext, busName: "partner-changes" }))).toBe("partner-changes");
});

describe("the archive of the bus", () => {
  const warnings = (context: object) => {
    const app = appOf({ ...productionContext, ...context });
    return Annotations.fromStack(dataStackOf(app)).findWarning("*", Match.stringLikeRegexp("erased"));
  };

  test("is off by default, and nobody is warned", () => {
    expect(plain.of("AWS::Events::Archive")).toEqual([]);
    expect(warnings({})).toEqual([]);
  });

  test("keeps our events for the days that were asked for, and warns that nothing can be erased from it", () => {
    const [archive] = synthesise({ ...productionContext, archiveDays: "14" }).of("AWS::Events::Archive");
    expect(archive!.properties).toMatchObject({ RetentionDays: 14, EventPattern: { source: ["feedhook"] } });
    expect(warnings({ archiveDays: 14 })).toHaveLength(1);
  });
});

test("logs are kept for as long as was asked", () => {
  const groups = synthesise({ ...productionContext, logRetentionDays: "90" }).of("AWS::Logs::LogGroup");
  expect(new Set(groups.map(({ properties }) => properties["RetentionInDays"]))).toEqual(new Set([90]));
});

test("alarms go to the topic that was given, and none is made", () => {
  const alarmTopicArn = arn("sns", "ops");
  const given = synthesise({ ...productionContext, alarmTopicArn });
  expect(given.of("AWS::SNS::Topic")).toEqual([]);
  for (const { path, properties } of given.of("AWS::CloudWatch::Alarm")) {
    expect([properties["AlarmActions"], properties["OKActions"]], path).toEqual([[alarmTopicArn], [alarmTopicArn]]);
  }
});
