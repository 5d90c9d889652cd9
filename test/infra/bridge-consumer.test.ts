import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { EventBus } from "aws-cdk-lib/aws-events";
import { Topic } from "aws-cdk-lib/aws-sns";
import { describe, expect, test } from "vitest";
import { BridgeConsumer, type BridgeConsumerProps } from "../../infra/aws/constructs/bridge-consumer.ts";
import { handler } from "../../infra/aws/examples/crm-sync.ts";
import { CrmSyncStack } from "../../infra/aws/examples/crm-sync-stack.ts";
import { unbundled } from "./support/deployment.ts";

const templateOf = (props: Partial<BridgeConsumerProps>) => {
  const stack = new Stack(new App({ analyticsReporting: false }), "Team");
  const bus = EventBus.fromEventBusName(stack, "Bus", "feedhook-prod");
  const alarmTopic = new Topic(stack, "Topic");
  new BridgeConsumer(stack, "Consumer", { bus, eventTypes: ["*"], alarmTopic, ...props });
  return Template.fromStack(stack);
};
const patternOf = (props: Partial<BridgeConsumerProps>) =>
  Object.values(templateOf(props).findResources("AWS::Events::Rule"))[0]!["Properties"].EventPattern;

describe("what a consumer gets", () => {
  test("are bridge events of the types it names, with families by prefix", () => {
    expect(patternOf({ eventTypes: ["person.*", "company.updated"] })).toEqual({
      source: ["feedhook"],
      "detail-type": [{ prefix: "person." }, "company.updated"],
    });
    expect(patternOf({ eventTypes: ["*"] })).toEqual({ source: ["feedhook"] });
  });

  test("can be narrowed to instances and by content", () => {
    expect(patternOf({ instances: ["acme"], filter: { data: { city: ["Oslo"] } } })).toEqual({
      source: ["feedhook"],
      detail: { instance: ["acme"], data: { city: ["Oslo"] } },
    });
  });

  test.each(["persons.*", "person.renamed"] as const)("isn't %s, which the catalogue doesn't have", (pattern) => {
    expect(() => patternOf({ eventTypes: [pattern] })).toThrow(`No event type matches ${pattern}`);
  });
});

describe("what a consumer can't accept", () => {
  const template = templateOf({});

  test("goes to its dead-letter queue, from both the rule and the queue, and rings", () => {
    const [letters] = Object.keys(
      template.findResources("AWS::SQS::Queue", { Properties: { MessageRetentionPeriod: 14 * 86_400 } }),
    );
    const arn = { "Fn::GetAtt": [letters, "Arn"] };
    template.hasResourceProperties("AWS::SQS::Queue", {
      RedrivePolicy: { deadLetterTargetArn: arn, maxReceiveCount: 5 },
    });
    template.hasResourceProperties("AWS::Events::Rule", {
      EventBusName: "feedhook-prod",
      Targets: [{ DeadLetterConfig: { Arn: arn }, SqsParameters: { MessageGroupId: "$.detail.instance" } }],
    });
    template.hasResourceProperties("AWS::CloudWatch::Alarm", {
      Dimensions: [{ Name: "QueueName", Value: { "Fn::GetAtt": [letters, "QueueName"] } }],
      AlarmActions: [{ Ref: Object.keys(template.findResources("AWS::SNS::Topic"))[0] }],
      TreatMissingData: "notBreaching",
    });
  });

  test("is encrypted while it waits", () => {
    for (const queue of Object.values(template.findResources("AWS::SQS::Queue"))) {
      expect(queue["Properties"].SqsManagedSseEnabled).toBe(true);
    }
  });
});

describe("a consumer in another account", () => {
  const forwarding = (account?: string) => {
    const env = account === undefined ? {} : { env: { account, region: "eu-north-1" } };
    const stack = new Stack(new App({ analyticsReporting: false }), "Team", env);
    const bus = EventBus.fromEventBusArn(stack, "Bus", busArn);
    new BridgeConsumer(stack, "Consumer", { bus, eventTypes: ["person.*"], instances: ["acme"] });
    return Template.fromStack(stack);
  };
  const busArn = "arn:aws:events:eu-north-1:123456789012:event-bus/feedhook-prod";
  const EventPattern = { source: ["feedhook"], "detail-type": [{ prefix: "person." }], detail: { instance: ["acme"] } };

  test.each([
    ["whose stack names its account", "210987654321"],
    ["whose stack names none", undefined],
  ])("%s forwards to its own bus with its own role, and takes the events from there", (_, account) => {
    const template = forwarding(account);
    const [own] = Object.keys(template.findResources("AWS::Events::EventBus"));
    const [role] = Object.keys(template.findResources("AWS::IAM::Role"));
    const arn = { "Fn::GetAtt": [own, "Arn"] };
    template.hasResourceProperties("AWS::Events::Rule", {
      EventBusName: busArn,
      EventPattern,
      Targets: [{ Arn: arn, RoleArn: { "Fn::GetAtt": [role, "Arn"] }, DeadLetterConfig: Match.anyValue() }],
    });
    template.hasResourceProperties("AWS::IAM::Policy", {
      PolicyDocument: { Statement: [{ Action: "events:PutEvents", Effect: "Allow", Resource: arn }] },
    });
    template.hasResourceProperties("AWS::Events::Rule", {
      EventBusName: { Ref: own },
      EventPattern,
      Targets: [{ SqsParameters: { MessageGroupId: "$.detail.instance" } }],
    });
  });

  test("needs none of that in the bus's account", () => {
    const template = forwarding("123456789012");
    template.resourceCountIs("AWS::Events::Rule", 1);
    template.resourceCountIs("AWS::Events::EventBus", 0);
  });
});

describe("the example", () => {
  test("synthesises, and feeds its function event by event", () => {
    const app = new App({ analyticsReporting: false, context: unbundled });
    const template = Template.fromStack(new CrmSyncStack(app, "CrmSync", { busName: "feedhook-prod" }));
    template.resourceCountIs("AWS::Events::Rule", 2);
    template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      BatchSize: 10,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: 10 },
    });
    template.hasResourceProperties("AWS::SQS::Queue", { VisibilityTimeout: 120 });
  });

  test("reports failures per event, and tolerates a repeated one", () => {
    const subject = { type: "person", id: "1", seq: 4, part: 1 };
    const good = JSON.stringify({ detail: { instance: "acme", type: "person.updated", subject } });
    const Records = [good, good, "not JSON"].map((body, at) => ({ messageId: `m${at}`, body }));
    expect(handler({ Records })).toEqual({ batchItemFailures: [{ itemIdentifier: "m2" }] });
  });
});
