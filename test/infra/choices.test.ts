import { describe, expect, test } from "vitest";
import * as z from "zod";
import { readOptions } from "../../infra/aws/read-options.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { appOf, productionContext, synthesise, variablesOf } from "./support/deployment.ts";

const plain = synthesise(productionContext);
const fixed = synthesise({ ...productionContext, staticEgress: "true" });
const account = "arn:aws:%s:eu-north-1:123456789012:";
const arn = (service: string, resource: string) => `${account.replace("%s", service)}${resource}`;

describe("static egress", () => {
  test("is a separate stack, which functions leave before it is deleted", () => {
    expect(fixed.of("AWS::EC2::VPC").map(({ stack }) => stack)).toEqual(["Feedhook-prod-Egress"]);
    expect(plain.stacks).not.toContain("Feedhook-prod-Egress");
  });

  const vpcConfig = z.object({ SubnetIds: z.array(z.unknown()), SecurityGroupIds: z.array(z.unknown()) });

  test("is off by default: no network, and no NAT to pay for", () => {
    const network = plain.resources.filter(({ type }) => type.startsWith("AWS::EC2::"));
    expect(network).toEqual([]);
    for (const { properties } of plain.functions) expect(properties["VpcConfig"]).toBeUndefined();
  });

  test("puts only the functions that dial into private subnets of two zones", () => {
    const inside = fixed.functions.filter(({ properties }) => "VpcConfig" in properties);
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

  test("leaves through NAT gateways whose own addresses are outputs of the stack", () => {
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

  test("lets nothing in, and only https, webhook ports and DNS out", () => {
    const [group, ...others] = fixed.of("AWS::EC2::SecurityGroup");
    expect(others).toEqual([]);
    expect(group!.properties["SecurityGroupIngress"]).toBeUndefined();
    const rules = z
      .array(z.object({ IpProtocol: z.string(), FromPort: z.int(), ToPort: z.int() }))
      .parse(group!.properties["SecurityGroupEgress"]);
    const ports = rules.map(({ IpProtocol, FromPort, ToPort }) => `${IpProtocol} ${FromPort}-${ToPort}`);
    expect(ports).toEqual(["tcp 443-443", "tcp 8443-8443", "udp 53-53", "tcp 53-53"]);
  });

  test("reaches tables without the NAT, which charges by the gigabyte", () => {
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

test("a custom domain names the API, and an output says where DNS has to point", () => {
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

describe("every option can be reverted:", () => {
  const keyArn = arn("kms", "key/0a1b2c3d-0000-4000-8000-000000000000");
  test.each([
    [{ alarmEmail: undefined, alarmTopicArn: arn("sns", "ops") }],
    [{ keyArn }],
    [{ encryptWithKey: true }],
    [{ staticEgress: true }],
    [{ canary: false }],
    [{ busName: "partner-changes", formerBusNames: ["feedhook-prod"] }],
    [{ domainName: "hooks.acme.test", certificateArn: arn("acm", "certificate/1") }],
  ])("%o exports nothing, because an export that another stack imports can't be removed", (options) => {
    const app = appOf({ ...productionContext, ...options });
    for (const { stackName, template } of app.synth().stacks) {
      expect(JSON.stringify(template), stackName).not.toMatch(/"Export"|Fn::ImportValue/);
    }
  });

  test("a replacement is read under a new name, so that the stacks that read it are deployed too", () => {
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

describe("a renamed bus", () => {
  const renamed = synthesise({ ...productionContext, busName: "partner-changes", formerBusNames: ["feedhook-prod"] });

  test("exists beside the former one, whose events still reach fan-out while functions are updated", () => {
    expect(renamed.of("AWS::Events::EventBus").map(({ path, properties }) => [path, properties["Name"]])).toEqual([
      ["Data/Bus-partner-changes", "partner-changes"],
      ["Data/Bus", "feedhook-prod"],
    ]);
    const rules = renamed.of("AWS::Events::Rule").filter(({ stack }) => stack === "Feedhook-prod-Delivery");
    expect(rules.map(({ stack, properties }) => renamed.text(stack, properties["EventBusName"]))).toEqual([
      "Data/Bus-partner-changes",
      "Data/Bus",
    ]);
    const [one, other] = rules.map(({ properties }) => properties["Targets"]);
    expect(one).toMatchObject([{ SqsParameters: { MessageGroupId: "$.detail.instance" } }]);
    expect(JSON.stringify(other)).toContain("FanoutQueue");
  });

  test("stays in production, because consumers' rules are attached to it", () => {
    for (const { path, deletionPolicy } of renamed.of("AWS::Events::EventBus")) {
      expect(deletionPolicy, path).toBe("RetainExceptOnCreate");
    }
  });
});

describe("consumers in other accounts", () => {
  const busConsumers = ["o-a1b2c3d4e5", "210987654321"];
  const open = synthesise({ ...productionContext, busConsumers });
  const statements = open
    .of("AWS::Events::EventBusPolicy")
    .map(({ stack, properties }) => ({ stack, ...z.object({ Statement: z.looseObject({}) }).parse(properties) }));
  const actionsOf = ({ Statement }: (typeof statements)[number]) =>
    z.union([z.string().transform((one) => [one]), z.array(z.string())]).parse(Statement["Action"]);

  test("have no rights unless they are named", () => {
    expect(plain.of("AWS::Events::EventBusPolicy")).toEqual([]);
  });

  test("are those of an organization or an account, and manage only their own rules", () => {
    expect(statements).toHaveLength(4);
    for (const { stack, Statement } of statements) {
      expect(open.text(stack, Statement["Resource"])).toMatch(/^arn:.*:rule\/feedhook-prod\/\*$/);
      expect(Statement["Condition"]).toMatchObject({
        StringEqualsIfExists: { "events:creatorAccount": "${aws:PrincipalAccount}" },
      });
    }
    const principals = statements.map(({ stack, Statement }) => {
      const principal = z.union([z.literal("*"), z.object({ AWS: z.unknown() })]).parse(Statement["Principal"]);
      const { StringEquals } = z.looseObject({ StringEquals: z.unknown().optional() }).parse(Statement["Condition"]);
      return [principal === "*" ? "*" : open.text(stack, principal.AWS), StringEquals];
    });
    const organization = ["*", { "aws:PrincipalOrgID": "o-a1b2c3d4e5" }];
    const account = [expect.stringMatching(/^arn:.*:iam::210987654321:root$/), undefined];
    expect(principals).toEqual([organization, organization, account, account]);
  });

  test("can target only buses in their own account, and can't put events on ours", () => {
    expect(statements.flatMap(actionsOf)).not.toContain("events:PutEvents");
    expect(statements.flatMap(actionsOf).some((action) => action.includes("*"))).toBe(false);
    const leading = statements.filter((one) => actionsOf(one).includes("events:PutTargets"));
    expect(leading).toHaveLength(2);
    for (const { stack, Statement } of leading) {
      const condition = z
        .looseObject({ "ForAllValues:ArnLike": z.object({ "events:TargetArn": z.unknown() }) })
        .parse(Statement["Condition"]);
      expect(open.text(stack, condition["ForAllValues:ArnLike"]["events:TargetArn"])).toMatch(
        /^arn:.*:events:.*:\$\{aws:PrincipalAccount\}:event-bus\/\*$/,
      );
    }
  });
});

test("alarms go to the given topic, and no other topic is created", () => {
  const alarmTopicArn = arn("sns", "ops");
  const given = synthesise({ ...productionContext, alarmEmail: undefined, alarmTopicArn });
  expect(given.of("AWS::SNS::Topic")).toEqual([]);
  for (const { path, properties } of given.of("AWS::CloudWatch::Alarm")) {
    // Only a deployment watches these.
    if (properties["ActionsEnabled"] === false) continue;
    expect([properties["AlarmActions"], properties["OKActions"]], path).toEqual([[alarmTopicArn], [alarmTopicArn]]);
  }
});

test("your tags are added to ours on every taggable resource", () => {
  const tagged = synthesise({ ...productionContext, tags: { owner: "integrations" } });
  for (const type of ["AWS::DynamoDB::Table", "AWS::Lambda::Function", "AWS::SQS::Queue", "AWS::KMS::Key"]) {
    for (const { path, properties } of tagged.of(type)) {
      expect(properties["Tags"], path).toEqual(
        expect.arrayContaining([
          { Key: "owner", Value: "integrations" },
          { Key: "stage", Value: "prod" },
        ]),
      );
    }
  }
});

test("the dashboard, which has its own price, is optional", () => {
  expect(plain.of("AWS::CloudWatch::Dashboard")).toEqual([]);
  expect(synthesise({ ...productionContext, dashboard: true }).of("AWS::CloudWatch::Dashboard")).toHaveLength(1);
});

test("deliveries are batched as long as the stage says, and no other queue is", () => {
  const windows = (deployment: typeof plain) =>
    Object.fromEntries(
      deployment
        .of("AWS::Lambda::EventSourceMapping")
        .map(({ path, properties }) => [path, properties["MaximumBatchingWindowInSeconds"]]),
    );
  const longer = windows(synthesise({ ...productionContext, deliveryWindowSeconds: 5 }));
  expect(longer).toEqual({ ...windows(plain), "Delivery/DeliverQueue/Source": 5 });
});

describe("single sign-on", () => {
  const given = { issuer: "https://id.acme.test", clientId: "feedhook", groups: { ops: "admin" } };
  const signInOf = ({ functions: all }: ReturnType<typeof synthesise>) =>
    all.flatMap((one) => {
      const { SIGN_IN: told } = variablesOf(one);
      return told === undefined ? [] : [[one.path, JSON.parse(z.string().parse(told))]];
    });

  test("is off by default", () => {
    expect(signInOf(plain)).toEqual([]);
  });

  test("gives the API its options, and a secret only as the key sealed it", () => {
    const clientSecretSealed = Buffer.from("ciphertext").toString("base64");
    const configured = synthesise({ ...productionContext, signIn: { ...given, clientSecretSealed } });
    expect(signInOf(configured)).toEqual([
      ["Api/Function/Function", { ...readOptions({ ...productionContext, signIn: given }).signIn, clientSecretSealed }],
    ]);
    // The API may already use the key for its tenants' secrets, so it needs no other permission.
    expect(configured.of("AWS::IAM::Policy").map(({ properties }) => properties)).toEqual(
      plain.of("AWS::IAM::Policy").map(({ properties }) => properties),
    );
  });
});
