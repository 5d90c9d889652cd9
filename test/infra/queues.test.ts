import { describe, expect, test } from "vitest";
import { functions } from "../../shared/kernel/function-topology.ts";
import { queues } from "../../shared/kernel/topology.ts";
import { productionContext, type Readable, type Resource, synthesise } from "./support/deployment.ts";

const production = synthesise(productionContext);
const all = production.of("AWS::SQS::Queue");

const redriven = all.filter(({ properties }) => "RedrivePolicy" in properties);

const deadLettersOf = ({ properties }: Resource): string =>
  properties.RedrivePolicy.deadLetterTargetArn.replace(/\.Arn$/, "");

const watched = (metric: string): string[] =>
  production
    .all("AWS::CloudWatch::Alarm")
    .filter(({ MetricName }) => MetricName?.startsWith(metric))
    .flatMap(({ Dimensions }) => Dimensions.map(({ Value }: Readable) => Value.replace(/\.QueueName$/, "")));

describe("every queue", () => {
  test("is in the topology, is its dead-letter queue or the bus rule's, or counts what publish gave up on", () => {
    expect(redriven).toHaveLength(Object.keys(queues).length);
    expect(all).toHaveLength(2 * redriven.length + 2);
  });

  test("has a name with its stage and purpose", () => {
    const names = Object.keys(queues).flatMap((name) => [name, `${name}-dead-letters`]);
    const wanted = [...names, "rule-dead-letters", "publish-failures"].map((name) => `feedhook-prod-${name}`);
    expect(all.map(({ properties }) => properties.QueueName).sort()).toEqual(wanted.sort());
  });
});

describe("a queue that feeds a function", () => {
  test("gives up after at least five receives, because throttles and crashes count as receives", () => {
    for (const { path, properties } of redriven)
      expect(properties.RedrivePolicy.maxReceiveCount, path).toBeGreaterThanOrEqual(5);
  });

  test("has its own dead-letter queue, which keeps letters for 14 days, longer than itself", () => {
    const letters = redriven.map(deadLettersOf);
    expect(new Set(letters).size).toBe(redriven.length);
    for (const queue of redriven) {
      const [letters, own] = [production.at(deadLettersOf(queue)), queue.properties];
      expect([letters.MessageRetentionPeriod, own.MessageRetentionPeriod], queue.path).toEqual([
        14 * 86_400,
        4 * 86_400,
      ]);
    }
  });

  test("is the only source of its dead-letter queue", () => {
    for (const queue of redriven) {
      expect(production.at(deadLettersOf(queue)).RedriveAllowPolicy, queue.path).toEqual({
        redrivePermission: "byQueue",
        // The name is compared, because the two refer to each other.
        sourceQueueArns: [expect.stringMatching(`:${queue.properties.QueueName}$`)],
      });
    }
    expect(production.at("Delivery/RuleDeadLetters/Queue").RedriveAllowPolicy).toEqual({
      redrivePermission: "denyAll",
    });
  });

  test("hides a message for its window plus six times its function's timeout", () => {
    for (const { name, consumer, windowSeconds } of Object.values(queues)) {
      const queue = redriven.find(({ path }) => path.toLowerCase().endsWith(`/${name.replace("-", "")}queue/queue`))!;
      expect(queue.properties.VisibilityTimeout, name).toBeGreaterThanOrEqual(
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
