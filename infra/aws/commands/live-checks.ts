import * as z from "zod";
import { type AwsCli, stackOutputs } from "./aws-cli.ts";
import { asJson, type Check, fail, failUnless, pass } from "./checks.ts";

export type LiveParts = {
  readonly aws: AwsCli;
  readonly stage: string;
  /** Whether this is an emulator, which doesn't support everything. */
  readonly emulated: boolean;
  /** Part of the names of temporary resources. */
  readonly runId: string;
  /** Waits between two reads, in ms. */
  readonly sleep: (ms: number) => Promise<unknown>;
};

/** How often to read something that takes a moment. An emulator shows it immediately or never. */
const looksOf = ({ emulated }: Pick<LiveParts, "emulated">): number => (emulated ? 4 : 30);

const queueUrl = z.object({ QueueUrl: z.string() });
const queueArn = z.object({ Attributes: z.object({ QueueArn: z.string() }) });
const received = z.object({
  Messages: z.array(z.object({ Body: z.string(), Attributes: z.record(z.string(), z.string()).optional() })).optional(),
});

/** Checks that trigger something and wait for its effect. They remove what they create. */
export function liveChecks(parts: LiveParts): readonly Check[] {
  return [
    { name: "pages reach their topic", run: () => alarmArrives(parts, "AlarmTopicArn", "tables-throttled") },
    { name: "tickets reach their topic", run: () => ticketArrives(parts) },
    { name: "canary comes back", run: () => canaryReturns(parts) },
    { name: "bus groups by instance", run: () => busGroups(parts) },
  ];
}

/** Sets an alarm to ALARM. The notification reaches every subscriber of the topic, and a queue of this check. */
async function alarmArrives(parts: LiveParts, output: "AlarmTopicArn" | "TicketTopicArn", name: string) {
  const { aws, stage } = parts;
  const topic = (await stackOutputs(aws, stage, "Data", [output]))[output];
  const alarm = ["--alarm-name", `feedhook-${stage}-${name}`, "--state-reason", "npm run smoke"];
  return withQueue(parts, "sns", async (url, arn) => {
    const subscribed = await asJson(aws, [
      ...["sns", "subscribe", "--topic-arn", topic, "--protocol", "sqs", "--notification-endpoint", arn],
      "--return-subscription-arn",
    ]);
    const { SubscriptionArn } = z.object({ SubscriptionArn: z.string() }).parse(subscribed);
    try {
      await aws(["cloudwatch", "set-alarm-state", ...alarm, "--state-value", "ALARM"]);
      const message = await messageIn(parts, url);
      await aws(["cloudwatch", "set-alarm-state", ...alarm, "--state-value", "OK"]);
      return message === undefined
        ? failUnless(parts.emulated, "nothing came within a minute: the topic's policy, or that of its key")
        : pass("set, and received through the topic");
    } finally {
      await aws(["sns", "unsubscribe", "--subscription-arn", SubscriptionArn]);
    }
  });
}

async function ticketArrives(parts: LiveParts) {
  const topics = await stackOutputs(parts.aws, parts.stage, "Data", ["AlarmTopicArn", "TicketTopicArn"]);
  return topics.AlarmTopicArn === topics.TicketTopicArn
    ? pass("use the topic of pages")
    : alarmArrives(parts, "TicketTopicArn", "walk-stalled");
}

/** Sends a canary and waits for the log line with its latency. */
async function canaryReturns(parts: LiveParts) {
  const { aws, stage, sleep, emulated } = parts;
  const name = await functionName(aws, stage, "canary");
  if (name === undefined) return fail("there is no canary: the option is off");
  const logging = await asJson(aws, ["lambda", "get-function-configuration", "--function-name", name]);
  const { LoggingConfig } = z.object({ LoggingConfig: z.object({ LogGroup: z.string() }) }).parse(logging);
  const since = String(Date.now());
  await aws(["lambda", "invoke", "--function-name", name, "--qualifier", "live", "--output", "json", "/dev/null"]);
  for (let look = 0; look < looksOf(parts); look += 1) {
    const found = await asJson(aws, [
      ...["logs", "filter-log-events", "--log-group-name", LoggingConfig.LogGroup, "--start-time", since],
      ...["--filter-pattern", '"canary.latency_ms"'],
    ]);
    const { events } = z.object({ events: z.array(z.object({ message: z.string() })) }).parse(found);
    const ms = /"canary\.latency_ms":\[?(\d+)/.exec(events[0]?.message ?? "")?.[1];
    if (ms !== undefined) return pass(`sent, received after ${ms} ms`);
    await sleep(4_000);
  }
  return failUnless(emulated, "sent, but not received within two minutes");
}

/**
 * Checks that the bus reads the message group from the event, as fan-out's rule says, instead of using the path as the
 * group's name.
 */
async function busGroups(parts: LiveParts) {
  const { aws, stage, runId } = parts;
  const { BusName } = await stackOutputs(aws, stage, "Data", ["BusName"]);
  const rule = ["--event-bus-name", BusName, "--rule", `smoke-${runId}`];
  return withQueue(parts, "events", async (url, arn) => {
    const pattern = JSON.stringify({ source: ["feedhook.smoke"] });
    const target = { Id: "queue", Arn: arn, SqsParameters: { MessageGroupId: "$.detail.instance" } };
    const entry = {
      EventBusName: BusName,
      Source: "feedhook.smoke",
      DetailType: "smoke",
      Detail: '{"instance":"acme"}',
    };
    await aws(["events", "put-rule", ...rule.slice(0, 2), "--name", `smoke-${runId}`, "--event-pattern", pattern]);
    try {
      await aws(["events", "put-targets", ...rule, "--targets", JSON.stringify([target])]);
      await aws(["events", "put-events", "--entries", JSON.stringify([entry])]);
      const message = await messageIn(parts, url);
      if (message === undefined) return fail("the event didn't arrive within a minute");
      const group = message.Attributes?.["MessageGroupId"];
      return group === "acme"
        ? pass("an event's instance is its group")
        : failUnless(
            parts.emulated,
            `the group is ${group ?? "missing"}: events of one instance may wait behind another's in fan-out`,
          );
    } finally {
      await aws(["events", "remove-targets", ...rule, "--ids", "queue"]);
      await aws(["events", "delete-rule", ...rule.slice(0, 2), "--name", `smoke-${runId}`]);
    }
  });
}

async function withQueue<T>(
  { aws, stage, runId }: LiveParts,
  service: "sns" | "events",
  work: (url: string, arn: string) => Promise<T>,
): Promise<T> {
  const name = `feedhook-${stage}-smoke-${service}-${runId}`;
  const { QueueUrl } = queueUrl.parse(await asJson(aws, ["sqs", "create-queue", "--queue-name", name]));
  try {
    const attributes = ["sqs", "get-queue-attributes", "--queue-url", QueueUrl, "--attribute-names", "QueueArn"];
    const { QueueArn } = queueArn.parse(await asJson(aws, attributes)).Attributes;
    const Policy = JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Principal: { Service: `${service}.amazonaws.com` },
          Action: "sqs:SendMessage",
          Resource: QueueArn,
          Condition: { StringEquals: { "aws:SourceAccount": QueueArn.split(":")[4] } },
        },
      ],
    });
    await aws(["sqs", "set-queue-attributes", "--queue-url", QueueUrl, "--attributes", JSON.stringify({ Policy })]);
    return await work(QueueUrl, QueueArn);
  } finally {
    await aws(["sqs", "delete-queue", "--queue-url", QueueUrl]);
  }
}

async function messageIn(parts: LiveParts, url: string) {
  const { aws, sleep } = parts;
  for (let look = 0; look < looksOf(parts); look += 1) {
    const answer = await asJson(aws, [
      ...["sqs", "receive-message", "--queue-url", url, "--wait-time-seconds", "2"],
      ...["--message-system-attribute-names", "All"],
    ]);
    const [message] = received.parse(answer ?? {}).Messages ?? [];
    if (message !== undefined) return message;
    await sleep(100);
  }
  return undefined;
}

/** The name of a function; undefined if the stage doesn't have it. */
export async function functionName(aws: AwsCli, stage: string, name: string): Promise<string | undefined> {
  const query = `Functions[?Description=='Feedhook ${stage}: ${name}'].FunctionName`;
  const names = z.array(z.string()).parse(await asJson(aws, ["lambda", "list-functions", "--query", query]));
  return names[0];
}
