import { describe, expect, test } from "vitest";
import { readOptions } from "../../infra/aws/read-options.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import {
  appOf,
  arn,
  keyA as keyArn,
  productionContext,
  type Readable,
  synthesise,
  variablesOf,
} from "./support/deployment.ts";

const plain = synthesise(productionContext);
const fixed = synthesise({ ...productionContext, staticEgress: "true" });

describe("static egress", () => {
  test("is a separate stack, which functions leave before it is deleted", () => {
    expect(fixed.of("AWS::EC2::VPC").map(({ stack }) => stack)).toEqual(["Feedhook-prod-Egress"]);
    expect(plain.stacks).not.toContain("Feedhook-prod-Egress");
  });

  test("is off by default: no network, and no NAT to pay for", () => {
    expect(plain.resources.filter(({ type }) => type.startsWith("AWS::EC2::"))).toEqual([]);
    expect(plain.functions.filter(({ properties }) => "VpcConfig" in properties)).toEqual([]);
  });

  test("puts only the functions that dial into private subnets of two zones", () => {
    const inside = fixed.functions.filter(({ properties }) => "VpcConfig" in properties);
    const dialling = Object.values(functions).filter(({ dials }) => dials);
    expect(inside.map(({ path }) => path.split("/").at(-2)!.toLowerCase().replace("-", "")).sort()).toEqual(
      dialling.map(({ name }) => name.replace("-", "").toLowerCase()).sort(),
    );
    for (const { path, properties } of inside) {
      expect(properties.VpcConfig, path).toMatchObject({
        SubnetIds: [1, 2].map((zone) => `Egress/Egress/Vpc/privateSubnet${zone}/Subnet`),
        SecurityGroupIds: ["Egress/Egress/Group.GroupId"],
      });
    }
  });

  test("leaves through NAT gateways whose own addresses are outputs of the stack", () => {
    const addresses = [1, 2].map((zone) => `Egress/Egress/Address${zone}`);
    expect(fixed.of("AWS::EC2::EIP").map(({ path }) => path)).toEqual(addresses);
    expect(fixed.all("AWS::EC2::NatGateway").map(({ AllocationId }) => AllocationId)).toEqual(
      addresses.map((address) => `${address}.AllocationId`),
    );
    expect(fixed.outputs("Egress")["EgressAddresses"]).toBe(
      addresses.map((address) => `${address}.PublicIp`).join(","),
    );
  });

  test("lets nothing in, and only https, webhook ports and DNS out", () => {
    const [group, ...others] = fixed.all("AWS::EC2::SecurityGroup");
    expect(others).toEqual([]);
    expect(group.SecurityGroupIngress).toBeUndefined();
    const ports = group.SecurityGroupEgress.map(
      ({ IpProtocol, FromPort, ToPort }: Readable) => `${IpProtocol} ${FromPort}-${ToPort}`,
    );
    expect(ports).toEqual(["tcp 443-443", "tcp 8443-8443", "udp 53-53", "tcp 53-53"]);
  });

  test("reaches tables without the NAT, which charges by the gigabyte", () => {
    const tables = [1, 2].map((zone) => `Egress/Egress/Vpc/privateSubnet${zone}/RouteTable`);
    expect(fixed.all("AWS::EC2::VPCEndpoint")).toMatchObject([
      { ServiceName: expect.stringMatching(/\.dynamodb$/), RouteTableIds: expect.arrayContaining(tables) },
    ]);
  });

  test("lets the Partner API be reached on its own port", () => {
    const odd = synthesise({ ...productionContext, staticEgress: true, partnerUrl: "https://partner.acme.test:9443" });
    expect(JSON.stringify(odd.all("AWS::EC2::SecurityGroup"))).toContain('"ToPort":9443');
  });
});

test("a custom domain names the API, and an output says where DNS has to point", () => {
  expect(plain.of("AWS::ApiGatewayV2::DomainName")).toEqual([]);
  const certificateArn = arn("acm", "certificate/1-2-3");
  const named = synthesise({ ...productionContext, domainName: "hooks.acme.test", certificateArn });
  expect(named.all("AWS::ApiGatewayV2::DomainName")).toMatchObject([
    {
      DomainName: "hooks.acme.test",
      DomainNameConfigurations: [{ CertificateArn: certificateArn, EndpointType: "REGIONAL" }],
    },
  ]);
  expect(named.all("AWS::ApiGatewayV2::ApiMapping")).toMatchObject([{ ApiId: "Api/Api" }]);
  expect(named.outputs("Api")).toMatchObject({
    Url: "https://hooks.acme.test",
    DomainTarget: "Api/Domain.RegionalDomainName",
  });
});

describe("every option can be reverted:", () => {
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
    expect(renamed.of("AWS::Events::EventBus").map(({ path, properties }) => [path, properties.Name])).toEqual([
      ["Data/Bus-partner-changes", "partner-changes"],
      ["Data/Bus", "feedhook-prod"],
    ]);
    const rules = renamed.of("AWS::Events::Rule").filter(({ stack }) => stack === "Feedhook-prod-Delivery");
    const Targets = [{ Arn: "Delivery/FanoutQueue/Queue.Arn", SqsParameters: { MessageGroupId: "$.detail.instance" } }];
    expect(rules.map(({ properties }) => properties)).toMatchObject([
      { EventBusName: "Data/Bus-partner-changes", Targets },
      { EventBusName: "Data/Bus", Targets },
    ]);
  });

  test("stays in production, because consumers' rules are attached to it", () => {
    for (const { path, deletionPolicy } of renamed.of("AWS::Events::EventBus"))
      expect(deletionPolicy, path).toBe("RetainExceptOnCreate");
  });
});

describe("consumers in other accounts", () => {
  const busConsumers = ["o-a1b2c3d4e5", "210987654321"];
  const statements = synthesise({ ...productionContext, busConsumers })
    .all("AWS::Events::EventBusPolicy")
    .map(({ Statement }) => Statement);

  test("have no rights unless they are named", () => {
    expect(plain.of("AWS::Events::EventBusPolicy")).toEqual([]);
  });

  test("are those of an organization or an account, and manage only their own rules", () => {
    const own = {
      Resource: expect.stringMatching(/^arn:.*:rule\/feedhook-prod\/\*$/),
      Condition: { StringEqualsIfExists: { "events:creatorAccount": "${aws:PrincipalAccount}" } },
    };
    const organization = {
      Principal: { AWS: "*" },
      Condition: { StringEquals: { "aws:PrincipalOrgID": "o-a1b2c3d4e5" } },
    };
    const account = { Principal: { AWS: expect.stringMatching(/^arn:.*:iam::210987654321:root$/) } };
    expect(statements).toMatchObject([organization, organization, account, account]);
    expect(statements).toMatchObject([own, own, own, own]);
    for (const { Condition } of statements.slice(2)) expect(Condition).not.toHaveProperty("StringEquals");
  });

  test("can target only buses in their own account, and can't put events on ours", () => {
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => action === "events:PutEvents" || action.includes("*"))).toEqual([]);
    const target = expect.stringMatching(/^arn:.*:events:.*:\$\{aws:PrincipalAccount\}:event-bus\/\*$/);
    const only = { Condition: { "ForAllValues:ArnLike": { "events:TargetArn": target } } };
    expect(statements.filter(({ Action }) => Action.includes("events:PutTargets"))).toMatchObject([only, only]);
  });
});

test("alarms go to the given topic, and no other topic is created", () => {
  const alarmTopicArn = arn("sns", "ops");
  const given = synthesise({ ...productionContext, alarmEmail: undefined, alarmTopicArn });
  expect(given.of("AWS::SNS::Topic")).toEqual([]);
  // Only a deployment watches the others.
  for (const alarm of given.all("AWS::CloudWatch::Alarm").filter(({ ActionsEnabled }) => ActionsEnabled !== false))
    expect(alarm).toMatchObject({ AlarmActions: [alarmTopicArn], OKActions: [alarmTopicArn] });
});

test("your tags are added to ours on every taggable resource", () => {
  const tagged = synthesise({ ...productionContext, tags: { owner: "integrations" } });
  for (const type of ["AWS::DynamoDB::Table", "AWS::Lambda::Function", "AWS::SQS::Queue", "AWS::KMS::Key"]) {
    for (const { path, properties } of tagged.of(type)) {
      const given = properties.Tags.map(({ Key, Value }: Readable) => `${Key}=${Value}`);
      expect(given, path).toEqual(expect.arrayContaining(["owner=integrations", "stage=prod"]));
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
        .map(({ path, properties }) => [path, properties.MaximumBatchingWindowInSeconds]),
    );
  const longer = windows(synthesise({ ...productionContext, deliveryWindowSeconds: 5 }));
  expect(longer).toEqual({ ...windows(plain), "Delivery/DeliverQueue/Source": 5 });
});

describe("single sign-on", () => {
  const given = { issuer: "https://id.acme.test", clientId: "feedhook", groups: { ops: "admin" } };
  const signInOf = ({ functions: all }: ReturnType<typeof synthesise>) =>
    all.flatMap((one) => {
      const { SIGN_IN: reported } = variablesOf(one);
      return reported === undefined ? [] : [[one.path, JSON.parse(reported)]];
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
    expect(configured.all("AWS::IAM::Policy")).toEqual(plain.all("AWS::IAM::Policy"));
  });
});
