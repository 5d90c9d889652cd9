import { describe, expect, test } from "vitest";
import * as z from "zod";
import { functions } from "../../shared/kernel/function-topology.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { productionContext, type Resource, synthesise } from "./support/deployment.ts";

const production = synthesise(productionContext);
const all = production.of("AWS::SQS::Queue");

const redrive = z.object({ deadLetterTargetArn: z.unknown(), maxReceiveCount: z.number() });
const redriven = all.filter(({ properties }) => "RedrivePolicy" in properties);

const deadLettersOf = ({ stack, properties }: Resource) =>
  production.text(stack, redrive.parse(properties["RedrivePolicy"]).deadLetterTargetArn).replace(/\.Arn$/, "");

const watched = (metric: string) =>
  production.of("AWS::CloudWatch::Alarm").flatMap(({ stack, properties }) => {
    const dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() })).safeParse(properties["Dimensions"]);
    if (!String(properties["MetricName"]).startsWith(metric) || !dimensions.success) return [];
    return dimensions.data.map(({ Value }) => production.text(stack, Value).replace(/\.QueueName$/, ""));
  });

describe("every queue", () => {
  test("is in the topology, is its dead-letter queue or the bus rule's, or counts what publish gave up on", () => {
    expect(redriven).toHaveLength(Object.keys(queues).length);
    expect(all).toHaveLength(2 * redriven.length + 2);
  });

  test("has a name with its stage and purpose", () => {
    const names = Object.keys(queues).flatMap((name) => [name, `${name}-dead-letters`]);
    const wanted = [...names, "rule-dead-letters", "publish-failures"].map((name) => `feedhook-prod-${name}`);
    expect(all.map(({ properties }) => properties["QueueName"]).sort()).toEqual(wanted.sort());
  });
});

describe("a queue that feeds a function", () => {
  test("gives up after at least five receives, because throttles and crashes count as receives", () => {
    for (const { path, properties } of redriven) {
      expect(redrive.parse(properties["RedrivePolicy"]).maxReceiveCount, path).toBeGreaterThanOrEqual(5);
    }
  });

  test("has its own dead-letter queue, which keeps letters for 14 days, longer than itself", () => {
    const letters = redriven.map(deadLettersOf);
    expect(new Set(letters).size).toBe(redriven.length);
    for (const queue of redriven) {
      const letter = all.find(({ path }) => path === deadLettersOf(queue))!;
      expect(letter.properties["MessageRetentionPeriod"], letter.path).toBe(14 * 86_400);
      expect(queue.properties["MessageRetentionPeriod"], queue.path).toBe(4 * 86_400);
    }
  });

  test("is the only source of its dead-letter queue", () => {
    for (const queue of redriven) {
      const letter = all.find(({ path }) => path === deadLettersOf(queue))!;
      const { sourceQueueArns, redrivePermission } = z
        .object({ redrivePermission: z.string(), sourceQueueArns: z.array(z.unknown()) })
        .parse(letter.properties["RedriveAllowPolicy"]);
      expect(redrivePermission).toBe("byQueue");
      const [source, ...others] = sourceQueueArns.map((arn) => production.text(letter.stack, arn));
      expect(others).toEqual([]);
      // By name, because the two refer to each other.
      expect(source!.split(":").at(-1), letter.path).toBe(queue.properties["QueueName"]);
    }
    const rule = all.find(({ path }) => path.includes("RuleDeadLetters"))!;
    expect(rule.properties["RedriveAllowPolicy"]).toEqual({ redrivePermission: "denyAll" });
  });

  test("hides a message for its window plus six times its function's timeout", () => {
    for (const { name, consumer, windowSeconds } of Object.values(queues)) {
      const queue = redriven.find(({ path }) => path.toLowerCase().endsWith(`/${name.replace("-", "")}queue/queue`))!;
      expect(queue.properties["VisibilityTimeout"], name).toBeGreaterThanOrEqual(
        windowSeconds + 6 * functions[consumer].timeoutSeconds,
      );
    }
  });

  test("rings when its oldest message grows old", () => {
    expect(watched("ApproximateAgeOfOldestMessage").sort()).toEqual(redriven.map(({ path }) => path).sort());
  });
});

test("every dead-letter queue rings while it holds anything", () => {
  const letters = all.filter(({ path }) => !redriven.some((queue) => queue.path === path));
  expect(watched("ApproximateNumberOfMessagesVisible").sort()).toEqual(letters.map(({ path }) => path).sort());
});
