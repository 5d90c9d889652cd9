import { describe, expect, test } from "vitest";
import { requireLongVisibility } from "../../infra/aws/constructs/bridge-queue.ts";
import { functions } from "../../shared/kernel/function-topology.ts";
import { busRule, queues, tables } from "../../shared/kernel/topology.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

const production = synthesise(productionContext);

test("the templates hold exactly what the topology needs", () => {
  const counts: { [type: string]: number } = {};
  for (const { type } of production.resources) counts[type] = (counts[type] ?? 0) + 1;
  const [lambdas, feeding] = [Object.keys(functions).length, Object.keys(queues).length];
  expect(counts).toEqual({
    "AWS::DynamoDB::Table": Object.keys(tables).length,
    "AWS::KMS::Key": 1,
    "AWS::Events::EventBus": 1,
    "AWS::SNS::Topic": 1,
    "AWS::SNS::TopicPolicy": 1,
    "AWS::SNS::Subscription": 1,
    // Each with its dead letters, those of the bus rule, and the notices of what publish gave up on.
    "AWS::SQS::Queue": 2 * feeding + 2,
    "AWS::SQS::QueuePolicy": 2 * feeding + 2,
    // The bus's rule, and the one for changes that publish gave up on.
    "AWS::Events::Rule": 2,
    // Each stack with functions has a check of new versions.
    "AWS::Lambda::Function": lambdas + 4,
    "AWS::Lambda::Version": lambdas,
    "AWS::Lambda::Alias": lambdas,
    "AWS::CodeDeploy::DeploymentGroup": lambdas,
    // One for each stack with functions.
    "AWS::CodeDeploy::Application": 4,
    // The watch over event sources, and the reminder of alarms.
    "AWS::StepFunctions::StateMachine": 2,
    // Each with its role, those of the schedules, of the deployments, of their checks and of the steps.
    "AWS::IAM::Role": lambdas + 4 + 4 + 4 + 2,
    // CodeDeploy has two in each stack.
    "AWS::IAM::Policy": lambdas + 4 + 4 + 4 + 4 + 2,
    // Each with its logs, those of the checks, and those of the API's accesses.
    "AWS::Logs::LogGroup": lambdas + 4 + 1,
    "AWS::Lambda::EventSourceMapping": feeding + 1,
    "AWS::Lambda::EventInvokeConfig": 2,
    "AWS::Lambda::Permission": 2,
    "AWS::Scheduler::Schedule": 4,
    "AWS::S3::Bucket": 1,
    "AWS::S3::BucketPolicy": 1,
    "AWS::ApiGatewayV2::Api": 2,
    "AWS::ApiGatewayV2::Integration": 2,
    "AWS::ApiGatewayV2::Route": 2,
    "AWS::ApiGatewayV2::Stage": 2,
    // One for each function that shifts gradually: its new version crashes.
    "AWS::CloudWatch::Alarm": 40 + lambdas,
    "AWS::Logs::MetricFilter": 4 + 6,
  });
});

describe("the bus rule", () => {
  const [rule] = production.all("AWS::Events::Rule");

  test("passes every event of our source to fan-out, grouped by instance, and keeps what it can't hand over", () => {
    expect(rule.EventPattern).toEqual({ source: [busRule.source] });
    expect(rule).toMatchObject({
      EventBusName: "Data/Bus",
      Targets: [
        {
          Arn: "Delivery/FanoutQueue/Queue.Arn",
          DeadLetterConfig: { Arn: "Delivery/RuleDeadLetters/Queue.Arn" },
          SqsParameters: { MessageGroupId: busRule.group },
        },
      ],
    });
  });

  test("passes only ids, under the topology's names", () => {
    const { InputPathsMap, InputTemplate } = rule.Targets[0].InputTransformer;
    const filled = InputTemplate.replace(/<([^>]+)>/g, (_: string, key: string) => JSON.stringify(InputPathsMap[key]));
    expect(JSON.parse(filled)).toEqual(busRule.fields);
  });
});

describe("the API", () => {
  const apis = (type: "Route" | "Stage", property: string) =>
    production.all(`AWS::ApiGatewayV2::${type}`).map((one) => [one.ApiId, one[property]]);

  test("sends every route to its function, and the canary's endpoint is a separate API", () => {
    expect(apis("Route", "RouteKey")).toEqual([
      ["Api/Api", "$default"],
      ["Ops/Watch/Api", "POST /canary"],
    ]);
  });

  test("has a rate that leaves workers for deliveries, and a flood uses none of the canary's", () => {
    expect(apis("Stage", "DefaultRouteSettings")).toEqual([
      ["Api/Api", { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 }],
      ["Ops/Watch/Api", { ThrottlingRateLimit: 5, ThrottlingBurstLimit: 10 }],
    ]);
  });
});

describe("a queue whose visibility is below its window plus six times its function's timeout", () => {
  test("is refused at synthesis, in words that lead to the mistake", () => {
    const short = { ...queues.poll, visibilitySeconds: 1_799 };
    expect(() => {
      requireLongVisibility(short, functions.poll);
    }).toThrow(
      "Queue poll: visibilitySeconds is 1799, but poll may run for 300 s on a batch gathered for 0 s; at least 1800 are needed",
    );
    const tight = { ...queues.fanout, visibilitySeconds: 6 * functions.fanout.timeoutSeconds };
    expect(() => {
      requireLongVisibility(tight, functions.fanout);
    }).toThrow("on a batch gathered for 2 s; at least 362 are needed");
    expect(() => {
      requireLongVisibility(queues.poll, functions.poll);
    }).not.toThrow();
  });
});
