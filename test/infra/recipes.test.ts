import { App, Duration, Stack } from "aws-cdk-lib";
import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import { ManagedPolicy, PermissionsBoundary, Role } from "aws-cdk-lib/aws-iam";
import { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnLogGroup, CfnSubscriptionFilter, LogGroup } from "aws-cdk-lib/aws-logs";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { expect, test } from "vitest";
import { Feedhook } from "../../infra/aws/feedhook.ts";
import { Deployment, everyOption, type Readable, unbundled } from "./support/deployment.ts";

// The recipes of docs/deploy.md#recipes.
const webAclArn = "arn:aws:wafv2:eu-north-1:123456789012:regional/webacl/ours/0a1b2c3d-0000-4000-8000-000000000000";
const roleArn = "arn:aws:iam::123456789012:role/logs";

function deploymentWith(recipe: (bridge: Feedhook, app: App) => void): Deployment {
  const app = new App({ analyticsReporting: false, context: unbundled });
  recipe(new Feedhook(app, "Feedhook", { ...everyOption, stage: "prod" }), app);
  return new Deployment(app);
}

test("a custom web ACL replaces the firewall's rules", () => {
  const deployment = deploymentWith((bridge) => {
    for (const association of bridge.node.findAll().filter((one) => one instanceof CfnWebACLAssociation)) {
      association.webAclArn = webAclArn;
      association.node.scope?.node.tryRemoveChild("Rules");
    }
  });
  expect(deployment.all("AWS::WAFv2::WebACLAssociation")).toMatchObject([{ WebACLArn: webAclArn }]);
  expect(deployment.of("AWS::WAFv2::WebACL")).toEqual([]);
});

test("every log group gets a subscription", () => {
  const deployment = deploymentWith((bridge) => {
    for (const group of bridge.node.findAll().filter((one) => one instanceof LogGroup)) {
      const destination = { destinationArn: "arn:aws:kinesis:eu-north-1:123456789012:stream/logs", filterPattern: "" };
      new CfnSubscriptionFilter(group, "Stream", { logGroupName: group.logGroupName, roleArn, ...destination });
    }
  });
  const filters = deployment.of("AWS::Logs::SubscriptionFilter");
  expect(filters).toHaveLength(deployment.of("AWS::Logs::LogGroup").length);
});

test("reminders come at another rate", () => {
  const deployment = deploymentWith((bridge) => {
    for (const schedule of bridge.node.findAll().filter((one) => one instanceof CfnSchedule))
      if (schedule.node.path.includes("/Reminder/")) schedule.scheduleExpression = "rate(12 hours)";
  });
  const rates = deployment.all("AWS::Scheduler::Schedule").map(({ ScheduleExpression }) => ScheduleExpression);
  expect(rates.filter((rate) => rate === "rate(12 hours)")).toHaveLength(1);
});

test("an archive, longer logs, a permissions boundary and X-Ray are added", () => {
  const deployment = deploymentWith((bridge) => {
    bridge.bus.archive("Archive", { eventPattern: { source: ["feedhook"] }, retention: Duration.days(14) });
    for (const group of bridge.node.findAll()) if (group instanceof CfnLogGroup) group.retentionInDays = 90;
    const boundary = ManagedPolicy.fromManagedPolicyArn(
      bridge.bus,
      "Boundary",
      "arn:aws:iam::123456789012:policy/boundary",
    );
    PermissionsBoundary.of(bridge).apply(boundary);
    for (const one of bridge.node.findAll()) if (one instanceof CfnFunction) one.tracingConfig = { mode: "Active" };
    for (const role of bridge.node.findAll().filter((one) => one instanceof Role)) {
      role.addManagedPolicy(ManagedPolicy.fromAwsManagedPolicyName("AWSXRayDaemonWriteAccess"));
    }
  });
  const all = (type: string, property: string) =>
    new Set(deployment.all(type).map((properties) => JSON.stringify(properties[property])));
  expect(all("AWS::Events::Archive", "RetentionDays")).toEqual(new Set(["14"]));
  expect(all("AWS::Logs::LogGroup", "RetentionInDays")).toEqual(new Set(["90"]));
  expect(all("AWS::Lambda::Function", "TracingConfig")).toEqual(new Set(['{"Mode":"Active"}']));
  for (const role of all("AWS::IAM::Role", "PermissionsBoundary")) expect(role).toContain(":policy/boundary");
  for (const role of all("AWS::IAM::Role", "ManagedPolicyArns")) expect(role).toContain("AWSXRayDaemonWriteAccess");
});

test("a budget counts what has the bridge's tags", () => {
  const counted = ["user:application$feedhook", "user:stage$prod"];
  const deployment = deploymentWith((_, app) => {
    const stack = new Stack(app, "Costs", { env: { region: "us-east-1" } });
    new CfnBudget(stack, "Budget", {
      budget: {
        ...{ budgetType: "COST", timeUnit: "MONTHLY", budgetLimit: { amount: 50, unit: "USD" } },
        costFilters: { TagKeyValue: counted },
      },
      notificationsWithSubscribers: [
        {
          notification: { notificationType: "FORECASTED", comparisonOperator: "GREATER_THAN", threshold: 100 },
          subscribers: [{ subscriptionType: "EMAIL", address: "finance@your-company.example" }],
        },
      ],
    });
  });
  expect(deployment.all("AWS::Budgets::Budget")).toMatchObject([{ Budget: { CostFilters: { TagKeyValue: counted } } }]);
  for (const { Tags } of deployment.all("AWS::DynamoDB::Table")) {
    const given = Tags.map(({ Key, Value }: Readable) => `user:${Key}$${Value}`);
    expect(given).toEqual(expect.arrayContaining(counted));
  }
});
