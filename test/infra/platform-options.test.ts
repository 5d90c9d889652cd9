import { describe, expect, test } from "vitest";
import * as z from "zod";
import { readOptions } from "../../infra/aws/read-options.ts";
import { everyOption, productionContext, synthesise } from "./support/deployment.ts";

const plain = synthesise(productionContext);
const everything = synthesise(everyOption);
/** Without those that only a deployment watches. */
const alarmsOf = (deployment: typeof plain) =>
  deployment.of("AWS::CloudWatch::Alarm").filter(({ properties }) => properties["ActionsEnabled"] !== false);

describe("a firewall", () => {
  const { domainName, certificateArn } = everyOption;
  const throttle = { apiRequestsPerSecond: 200, apiBurst: 400 };
  const given = synthesise({ ...productionContext, domainName, certificateArn, firewall: true, ...throttle });

  test("covers the whole API: it is associated with a REST API, and no other way leads in", () => {
    const [association] = everything.of("AWS::WAFv2::WebACLAssociation");
    const { ResourceArn, WebACLArn } = association!.properties;
    expect(everything.text(association!.stack, ResourceArn)).toMatch(
      /:apigateway:.*::\/restapis\/Api\/Firewalled\/Api\/stages\/Api\/Firewalled\/Api\/DeploymentStage.live$/,
    );
    expect(everything.text(association!.stack, WebACLArn)).toBe("Api/Firewalled/Rules/Acl.Arn");
    const open = everything.of("AWS::ApiGatewayV2::Route");
    expect(open.map(({ path, properties }) => [path.split("/")[0], properties["RouteKey"]])).toEqual([
      ["Ops", "POST /canary"],
    ]);
  });

  test("is reached under a custom domain through the single mapping that either kind of API has", () => {
    const open = synthesise({ ...productionContext, domainName, certificateArn });
    const [behind] = everything.of("AWS::ApiGatewayV2::ApiMapping");
    const [before] = open.of("AWS::ApiGatewayV2::ApiMapping");
    expect(behind!.path).toBe(before!.path);
    expect(everything.text(behind!.stack, behind!.properties["ApiId"])).toBe("Api/Firewalled/Api");
    expect(open.text(before!.stack, before!.properties["ApiId"])).toBe("Api/Api");
  });

  test("only counts what the API legitimately gets: large bodies, addresses in bodies, clients without a name", () => {
    const text = JSON.stringify(everything.of("AWS::WAFv2::WebACL").map(({ properties }) => properties));
    const counted = [...text.matchAll(/"ActionToUse":\{"Count":\{\}\},"Name":"(\w+)"/g)].map(([, name]) => name);
    expect(counted.sort()).toEqual([
      "EC2MetaDataSSRF_BODY",
      "GenericRFI_BODY",
      "NoUserAgent_HEADER",
      "SizeRestrictions_BODY",
    ]);
    expect(text).toContain('"RateBasedStatement":{"AggregateKeyType":"IP","EvaluationWindowSec":300,"Limit":30000}');
  });

  test("logs no API key, into a group that the service can write to", () => {
    const [logging] = everything.of("AWS::WAFv2::LoggingConfiguration");
    expect(logging!.properties["RedactedFields"]).toEqual([{ SingleHeader: { Name: "authorization" } }]);
    const groups = everything.of("AWS::Logs::LogGroup").map(({ properties }) => properties["LogGroupName"]);
    expect(groups).toContain("aws-waf-logs-feedhook-prod");
  });

  test("logs neither allowed requests nor a single address's flood", () => {
    const [logging] = everything.of("AWS::WAFv2::LoggingConfiguration");
    const text = JSON.stringify(logging!.properties["LoggingFilter"]);
    expect(logging!.properties["LoggingFilter"]).toMatchObject({
      DefaultBehavior: "DROP",
      Filters: [{ Behavior: "DROP" }, { Behavior: "KEEP", Conditions: [{ ActionCondition: { Action: "BLOCK" } }] }],
    });
    expect(text).toMatch(/"LabelName":\{"Fn::Join":\["",\[\{"Fn::GetAtt":\["\w+","LabelNamespace"\]\},"flood"\]\]\}/);
    const [acl] = everything.of("AWS::WAFv2::WebACL");
    expect(JSON.stringify(acl!.properties)).toContain('"RuleLabels":[{"Name":"flood"}]');
  });

  test("allows the configured number of requests from all callers together, as the API without it does", () => {
    const rates = (deployment: typeof plain) => ({
      behind: deployment
        .of("AWS::ApiGateway::Stage")
        .flatMap(({ properties }) => z.array(z.record(z.string(), z.unknown())).parse(properties["MethodSettings"]))
        .map(({ ThrottlingRateLimit, ThrottlingBurstLimit }) => [ThrottlingRateLimit, ThrottlingBurstLimit]),
      open: deployment
        .of("AWS::ApiGatewayV2::Stage")
        .filter(({ path }) => path.startsWith("Api/"))
        .map(({ properties }) => z.record(z.string(), z.unknown()).parse(properties["DefaultRouteSettings"]))
        .map(({ ThrottlingRateLimit, ThrottlingBurstLimit }) => [ThrottlingRateLimit, ThrottlingBurstLimit]),
    });
    const open = synthesise({ ...productionContext, ...throttle });
    expect(rates(everything)).toEqual({ behind: [[50, 100]], open: [] });
    expect(rates(given)).toEqual({ behind: [[200, 400]], open: [] });
    expect(rates(open)).toEqual({ behind: [], open: [[200, 400]] });
  });

  test("has its API's failures watched", () => {
    const [failing] = alarmsOf(everything).filter(({ path }) => path === "Api/api-failing");
    expect(JSON.stringify(failing!.properties["Metrics"])).toContain('"MetricName":"5XXError"');
  });
});

describe("severities", () => {
  const described = (deployment: typeof plain) =>
    alarmsOf(deployment).map(({ stack, properties }) => {
      const [, severity] = /Severity: (page|ticket)\. Runbook/.exec(String(properties["AlarmDescription"])) ?? [];
      const [action] = z.array(z.unknown()).parse(properties["AlarmActions"]);
      const name = String(properties["AlarmName"]).replace("feedhook-prod-", "");
      return { name, severity, topic: deployment.text(stack, action) };
    });

  test("are in every alarm, and tickets are those that the runbook lists", () => {
    const tickets = described(plain).filter(({ severity }) => severity === "ticket");
    expect(tickets.map(({ name }) => name).sort()).toEqual([
      "backlog-old",
      "canary-late",
      "dead-letters-ticks",
      "instance-parked",
      "removals-held",
      "rows-quarantined",
      "walk-stalled",
    ]);
    expect(described(plain).every(({ severity }) => severity !== undefined)).toBe(true);
  });

  test("use separate topics if there are two", () => {
    expect(new Set(described(plain).map(({ topic }) => topic))).toEqual(new Set(["Data/Alarms"]));
    for (const { name, severity, topic } of described(everything)) {
      expect(topic, name).toBe(severity === "ticket" ? everyOption.ticketTopicArn : "Data/Alarms");
    }
  });
});

describe("scheduled checks", () => {
  const definitionOf = (deployment: typeof plain, path: string) =>
    z
      .looseObject({ StartAt: z.string(), States: z.record(z.string(), z.looseObject({})) })
      .parse(
        deployment.of("AWS::StepFunctions::StateMachine").find((one) => one.path === path)!.properties["Definition"],
      );

  test("name the alarms that are still in ALARM, at the configured rate", () => {
    const path = "Ops/Reminder/Steps/Steps";
    const { Find } = definitionOf(plain, path).States;
    expect(Find).toMatchObject({ Arguments: { AlarmNamePrefix: "feedhook-prod-", StateValue: "ALARM" } });
    const rate = (deployment: typeof plain) =>
      deployment.of("AWS::Scheduler::Schedule").find(({ path }) => path === "Ops/Reminder/Steps/Rate")!.properties[
        "ScheduleExpression"
      ];
    expect(rate(plain)).toBe("rate(240 minutes)");
  });

  test("fail if an event source is off, which an alarm watches", () => {
    const path = "Ops/Mappings/Steps/Steps";
    const { States } = definitionOf(plain, path);
    expect(States["Off"]).toMatchObject({ Type: "Fail" });
    const [alarm] = alarmsOf(plain).filter((one) => one.path.endsWith("mappings-disabled"));
    expect(alarm!.properties).toMatchObject({ Namespace: "AWS/States", MetricName: "ExecutionsFailed" });
    expect(
      plain.text(
        alarm!.stack,
        z.array(z.object({ Value: z.unknown() })).parse(alarm!.properties["Dimensions"])[0]!.Value,
      ),
    ).toBe(`${path}.Arn`);
  });
});

describe("tables restored under new names", () => {
  const streamArn =
    "arn:aws:dynamodb:eu-north-1:123456789012:table/feedhook-prod-mirror-1/stream/2026-11-21T08:00:00.000";
  const restored = synthesise({
    ...productionContext,
    restoredTables: { mirror: "feedhook-prod-mirror-1", feeds: "feedhook-prod-feeds-1" },
    restoredStreamArn: streamArn,
  });

  test("replace the stack's own tables, which stay", () => {
    const made = restored.of("AWS::DynamoDB::Table").map(({ path }) => path);
    expect(made.sort()).toEqual(["Data/Deliveries", "Data/Events", "Data/Subscriptions"]);
    expect(restored.outputs("Data")).toMatchObject({
      MirrorTable: "feedhook-prod-mirror-1",
      FeedsTable: "feedhook-prod-feeds-1",
    });
    for (const { deletionPolicy } of plain.of("AWS::DynamoDB::Table")) expect(deletionPolicy).toBe("Retain");
  });

  test("are the tables that functions know, may touch and read streams from", () => {
    const functions = JSON.stringify(restored.functions.map(({ properties }) => properties));
    expect(functions).toContain("feedhook-prod-mirror-1");
    const policies = JSON.stringify(restored.of("AWS::IAM::Policy").map(({ properties }) => properties));
    expect(policies).toContain("table/feedhook-prod-feeds-1/index/wheel");
    const mapping = restored
      .of("AWS::Lambda::EventSourceMapping")
      .find(({ properties }) => "StartingPosition" in properties)!;
    expect(JSON.stringify(mapping.properties["EventSourceArn"])).toContain("feedhook-prod-mirror-1/stream");
  });
});

describe("incompatible options", () => {
  const wrong = (options: object) => () => readOptions({ ...productionContext, ...options });
  test.each([
    ["domainName", { firewall: true }],
    ["restoredStreamArn", { restoredTables: { mirror: "mirror-1" } }],
    ["restoredTables", { restoredTables: { mirrors: "mirror-1" } }],
  ])("are refused by naming what is wrong: %s", (field, options) => {
    expect(wrong(options)).toThrow(`  ${field}: `);
  });
});
