import { describe, expect, test } from "vitest";
import { readOptions } from "../../infra/aws/read-options.ts";
import { everyOption, productionContext, type Readable, restoredStreamArn, synthesise } from "./support/deployment.ts";

const plain = synthesise(productionContext);
const everything = synthesise(everyOption);
/** Without those that only a deployment watches. */
const alarmsOf = (deployment: typeof plain) =>
  deployment.of("AWS::CloudWatch::Alarm").filter(({ properties }) => properties.ActionsEnabled !== false);

describe("a firewall", () => {
  const { domainName, certificateArn } = everyOption;
  const throttle = { apiRequestsPerSecond: 200, apiBurst: 400 };
  const given = synthesise({ ...productionContext, domainName, certificateArn, firewall: true, ...throttle });

  test("covers the whole API: it is associated with a REST API, and no other way leads in", () => {
    const api = "Api/Firewalled/Api";
    expect(everything.all("AWS::WAFv2::WebACLAssociation")).toEqual([
      {
        ResourceArn: expect.stringMatching(`:apigateway:.*::/restapis/${api}/stages/${api}/DeploymentStage.live$`),
        WebACLArn: "Api/Firewalled/Rules/Acl.Arn",
      },
    ]);
    expect(everything.all("AWS::ApiGatewayV2::Route")).toMatchObject([
      { ApiId: "Ops/Watch/Api", RouteKey: "POST /canary" },
    ]);
  });

  test("is reached under a custom domain through the single mapping that either kind of API has", () => {
    const open = synthesise({ ...productionContext, domainName, certificateArn });
    const [behind] = everything.of("AWS::ApiGatewayV2::ApiMapping");
    const [before] = open.of("AWS::ApiGatewayV2::ApiMapping");
    expect(behind!.path).toBe(before!.path);
    expect([behind!.properties.ApiId, before!.properties.ApiId]).toEqual(["Api/Firewalled/Api", "Api/Api"]);
  });

  test("only counts what the API legitimately gets: large bodies, addresses in bodies, clients without a name", () => {
    const text = JSON.stringify(everything.all("AWS::WAFv2::WebACL"));
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
    expect(everything.all("AWS::WAFv2::LoggingConfiguration")).toMatchObject([
      { RedactedFields: [{ SingleHeader: { Name: "authorization" } }] },
    ]);
    const groups = everything.all("AWS::Logs::LogGroup").map(({ LogGroupName }) => LogGroupName);
    expect(groups).toContain("aws-waf-logs-feedhook-prod");
  });

  test("logs neither allowed requests nor a single address's flood", () => {
    const [{ LoggingFilter }] = everything.all("AWS::WAFv2::LoggingConfiguration");
    expect(LoggingFilter).toMatchObject({
      DefaultBehavior: "DROP",
      Filters: [{ Behavior: "DROP" }, { Behavior: "KEEP", Conditions: [{ ActionCondition: { Action: "BLOCK" } }] }],
    });
    expect(JSON.stringify(LoggingFilter)).toContain('"LabelName":"Api/Firewalled/Rules/Acl.LabelNamespaceflood"');
    expect(JSON.stringify(everything.all("AWS::WAFv2::WebACL"))).toContain('"RuleLabels":[{"Name":"flood"}]');
  });

  test("allows the configured number of requests from all callers together, as the API without it does", () => {
    const ratesOf = (settings: Readable[]) =>
      settings.map(({ ThrottlingRateLimit, ThrottlingBurstLimit }) => [ThrottlingRateLimit, ThrottlingBurstLimit]);
    const rates = (deployment: typeof plain) => ({
      behind: ratesOf(deployment.all("AWS::ApiGateway::Stage").flatMap(({ MethodSettings }) => MethodSettings)),
      open: ratesOf(
        deployment
          .all("AWS::ApiGatewayV2::Stage")
          .flatMap(({ ApiId, DefaultRouteSettings }) => (ApiId === "Api/Api" ? [DefaultRouteSettings] : [])),
      ),
    });
    const open = synthesise({ ...productionContext, ...throttle });
    expect(rates(everything)).toEqual({ behind: [[50, 100]], open: [] });
    expect(rates(given)).toEqual({ behind: [[200, 400]], open: [] });
    expect(rates(open)).toEqual({ behind: [], open: [[200, 400]] });
  });

  test("has its API's failures watched", () => {
    const [failing] = alarmsOf(everything).filter(({ path }) => path === "Api/api-failing");
    expect(JSON.stringify(failing!.properties.Metrics)).toContain('"MetricName":"5XXError"');
  });
});

describe("severities", () => {
  const described = (deployment: typeof plain) =>
    alarmsOf(deployment).map(({ properties: { AlarmName, AlarmDescription, AlarmActions } }) => {
      const [, severity] = /Severity: (page|ticket)\. Runbook/.exec(AlarmDescription) ?? [];
      return { name: AlarmName.replace("feedhook-prod-", ""), severity, topic: AlarmActions[0] };
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
  test("name the alarms that are still in ALARM, at the configured rate", () => {
    expect(plain.at("Ops/Reminder/Steps/Steps").Definition.States.Find).toMatchObject({
      Arguments: { AlarmNamePrefix: "feedhook-prod-", StateValue: "ALARM" },
    });
    expect(plain.at("Ops/Reminder/Steps/Rate").ScheduleExpression).toBe("rate(240 minutes)");
  });

  test("fail if an event source is off, which an alarm watches", () => {
    const path = "Ops/Mappings/Steps/Steps";
    expect(plain.at(path).Definition.States.Off).toMatchObject({ Type: "Fail" });
    const [alarm] = alarmsOf(plain).filter((one) => one.path.endsWith("mappings-disabled"));
    expect(alarm!.properties).toMatchObject({
      ...{ Namespace: "AWS/States", MetricName: "ExecutionsFailed", Dimensions: [{ Value: `${path}.Arn` }] },
    });
  });
});

describe("tables restored under new names", () => {
  const restored = synthesise({
    ...productionContext,
    restoredTables: { mirror: "feedhook-prod-mirror-1", feeds: "feedhook-prod-feeds-1" },
    restoredStreamArn,
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
    expect(JSON.stringify(restored.functions)).toContain("feedhook-prod-mirror-1");
    expect(JSON.stringify(restored.all("AWS::IAM::Policy"))).toContain("table/feedhook-prod-feeds-1/index/wheel");
    expect(restored.all("AWS::Lambda::EventSourceMapping")).toContainEqual(
      expect.objectContaining({ StartingPosition: "TRIM_HORIZON", EventSourceArn: restoredStreamArn }),
    );
  });
});

describe("incompatible options", () => {
  test.each([
    ["domainName", { firewall: true }],
    ["restoredStreamArn", { restoredTables: { mirror: "mirror-1" } }],
    ["restoredTables", { restoredTables: { mirrors: "mirror-1" } }],
  ])("are refused by naming what is wrong: %s", (field, options) => {
    expect(() => readOptions({ ...productionContext, ...options })).toThrow(`  ${field}: `);
  });
});
