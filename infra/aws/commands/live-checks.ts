import { CloudWatch } from "@aws-sdk/client-cloudwatch";
import { CloudWatchLogs } from "@aws-sdk/client-cloudwatch-logs";
import { EventBridge } from "@aws-sdk/client-eventbridge";
import { Lambda } from "@aws-sdk/client-lambda";
import { SNS } from "@aws-sdk/client-sns";
import { SQS } from "@aws-sdk/client-sqs";
import { type Check, type CheckResult, fail, failUnless, pass } from "./checks.ts";
import { clientOptions, functionOf, loggedLines, stackOutputs } from "./deployed-stage.ts";

export type LiveParts = {
  readonly stage: string;
  readonly emulated: boolean;
  readonly runId: string;
  readonly sleep: (ms: number) => Promise<unknown>;
};

/** How many times to look for something that takes a moment. An emulator shows it immediately or never. */
const looksOf = ({ emulated }: LiveParts): number => (emulated ? 4 : 30);

/** These checks trigger something and wait for its effect. They remove what they create. */
export function liveChecks(parts: LiveParts): readonly Check[] {
  return [
    { name: "pages reach their topic", run: () => alarmArrives(parts, "AlarmTopicArn", "tables-throttled") },
    { name: "tickets reach their topic", run: () => ticketArrives(parts) },
    { name: "canary comes back", run: () => canaryReturns(parts) },
    { name: "bus groups by instance", run: () => busGroups(parts) },
  ];
}

/** Sets an alarm to ALARM. The notification reaches every subscriber of the topic, including this check's queue. */
async function alarmArrives(parts: LiveParts, output: "AlarmTopicArn" | "TicketTopicArn", name: string) {
  const { stage } = parts;
  const TopicArn = (await stackOutputs(stage, "Data", [output]))[output];
  const alarm = { AlarmName: `feedhook-${stage}-${name}`, StateReason: "npm run smoke" };
  const [cloudWatch, sns] = [new CloudWatch(clientOptions()), new SNS(clientOptions())];
  return withQueue(parts, "sns", async (queue) => {
    const subscription = { TopicArn, Protocol: "sqs", Endpoint: queue.arn, ReturnSubscriptionArn: true };
    const { SubscriptionArn } = await sns.subscribe(subscription);
    try {
      await cloudWatch.setAlarmState({ ...alarm, StateValue: "ALARM" });
      const message = await queue.nextMessage();
      await cloudWatch.setAlarmState({ ...alarm, StateValue: "OK" });
      return message === undefined
        ? failUnless(parts.emulated, "nothing arrived within a minute: check the policies of the topic and its key")
        : pass("set, and received through the topic");
    } finally {
      await sns.unsubscribe({ SubscriptionArn });
    }
  });
}

async function ticketArrives(parts: LiveParts) {
  const topics = await stackOutputs(parts.stage, "Data", ["AlarmTopicArn", "TicketTopicArn"]);
  return topics.AlarmTopicArn === topics.TicketTopicArn
    ? pass("same topic as pages")
    : alarmArrives(parts, "TicketTopicArn", "walk-stalled");
}

async function canaryReturns(parts: LiveParts) {
  const canary = await functionOf(parts.stage, "canary");
  if (canary === undefined) return fail("there is no canary: the option is off");
  const logs = new CloudWatchLogs(clientOptions());
  const since = Date.now();
  await new Lambda(clientOptions()).invoke({ FunctionName: canary.FunctionName, Qualifier: "live" });
  for (let look = 0; look < looksOf(parts); look += 1) {
    const [line = ""] = await loggedLines(logs, canary, since, '"canary.latency_ms"');
    const ms = /"canary\.latency_ms":\[?(\d+)/.exec(line)?.[1];
    if (ms !== undefined) return pass(`sent, received after ${ms} ms`);
    await parts.sleep(4_000);
  }
  return failUnless(parts.emulated, "sent, but not received within two minutes");
}

/**
 * Checks that the bus replaces the path in a target's `MessageGroupId` with the event's value, instead of using the
 * path itself as the group.
 */
async function busGroups(parts: LiveParts) {
  const { BusName: EventBusName } = await stackOutputs(parts.stage, "Data", ["BusName"]);
  const bus = new EventBridge(clientOptions());
  const Rule = `smoke-${parts.runId}`;
  const Source = "feedhook.smoke";
  return withQueue(parts, "events", async (queue): Promise<CheckResult> => {
    await bus.putRule({ EventBusName, Name: Rule, EventPattern: JSON.stringify({ source: [Source] }) });
    try {
      const target = { Id: "queue", Arn: queue.arn, SqsParameters: { MessageGroupId: "$.detail.instance" } };
      await bus.putTargets({ EventBusName, Rule, Targets: [target] });
      const event = { EventBusName, Source, DetailType: "smoke", Detail: '{"instance":"acme"}' };
      await bus.putEvents({ Entries: [event] });
      const message = await queue.nextMessage();
      if (message === undefined) return fail("the event didn't arrive within a minute");
      const group = message.Attributes?.MessageGroupId;
      return group === "acme"
        ? pass("an event's instance is its group")
        : failUnless(
            parts.emulated,
            `the group is ${group ?? "missing"}: events of one instance may wait behind another instance's in fan-out`,
          );
    } finally {
      await bus.removeTargets({ EventBusName, Rule, Ids: ["queue"] });
      await bus.deleteRule({ EventBusName, Name: Rule });
    }
  });
}

type TemporaryQueue = {
  readonly arn: string;
  /** Returns undefined if no message arrives within a minute. */
  readonly nextMessage: () => ReturnType<typeof messageIn>;
};

async function withQueue(
  parts: LiveParts,
  service: "sns" | "events",
  work: (queue: TemporaryQueue) => Promise<CheckResult>,
): Promise<CheckResult> {
  const sqs = new SQS(clientOptions());
  const { QueueUrl } = await sqs.createQueue({ QueueName: `feedhook-${parts.stage}-smoke-${service}-${parts.runId}` });
  try {
    const { Attributes } = await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ["QueueArn"] });
    const arn = Attributes?.QueueArn ?? "";
    const Policy = JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: `${service}.amazonaws.com` },
          Action: "sqs:SendMessage",
          Resource: arn,
          Condition: { StringEquals: { "aws:SourceAccount": arn.split(":")[4] } },
        },
      ],
    });
    await sqs.setQueueAttributes({ QueueUrl, Attributes: { Policy } });
    return await work({ arn, nextMessage: () => messageIn(parts, sqs, QueueUrl) });
  } finally {
    await sqs.deleteQueue({ QueueUrl });
  }
}

async function messageIn(parts: LiveParts, sqs: SQS, QueueUrl: string | undefined) {
  for (let look = 0; look < looksOf(parts); look += 1) {
    const asked = { QueueUrl, WaitTimeSeconds: 2, MessageSystemAttributeNames: ["All" as const] };
    const { Messages: [message] = [] } = await sqs.receiveMessage(asked);
    if (message !== undefined) return message;
    await parts.sleep(100);
  }
  return undefined;
}
