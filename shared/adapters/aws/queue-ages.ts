import { type CloudWatchClient, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Logger } from "../../kernel/ports/logger.ts";

/** When the oldest message of a queue was sent, and when CloudWatch measured that (unix ms). */
export type QueueAge = { readonly since: number; readonly measuredAt: number };

/**
 * After this time (ms), an age is requested again. CloudWatch measures once a minute, so asking more often returns
 * nothing new, and each requested measurement costs money.
 */
const asksAgainAfter = 60_000;
/**
 * How old a measurement may be (ms). SQS reports measurements some minutes late, and none for a queue that has been
 * idle for hours.
 */
const lookBack = 15 * 60_000;
const periodSeconds = 60;

type Asked = { readonly at: number; readonly ages: Promise<ReadonlyMap<string, QueueAge>> };

/**
 * Reads from CloudWatch how old the oldest message of each queue is. In a dead-letter queue, that is the time since the
 * message failed.
 */
export class QueueAges {
  readonly #client: CloudWatchClient;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #asked = new Map<string, Asked>();

  constructor({ client, clock, logger }: { client: CloudWatchClient; clock: Clock; logger: Logger }) {
    this.#client = client;
    this.#clock = clock;
    this.#logger = logger;
  }

  /**
   * Returns, by queue name, the ages that CloudWatch measured within the last quarter of an hour. It makes one call for
   * all queues, and asks about each queue at most once a minute. Never throws: a status without ages is better than no
   * status.
   */
  async of(queueNames: readonly string[]): Promise<ReadonlyMap<string, QueueAge>> {
    const now = this.#clock.now();
    const isKnown = (name: string) => Math.abs(now - (this.#asked.get(name)?.at ?? 0)) < asksAgainAfter;
    const unknown = queueNames.filter((name) => !isKnown(name));
    if (unknown.length > 0) {
      const ages = this.#ask(unknown, now).catch((error: unknown) => {
        this.#logger.error("status.ages_unknown", error, { queues: unknown.length });
        return new Map<string, QueueAge>();
      });
      for (const name of unknown) this.#asked.set(name, { at: now, ages });
    }
    const known = await Promise.all(
      queueNames.map(async (name) => {
        const age = (await this.#asked.get(name)?.ages)?.get(name);
        return age === undefined ? [] : [[name, age] as const];
      }),
    );
    return new Map(known.flat());
  }

  async #ask(names: readonly string[], now: number): Promise<ReadonlyMap<string, QueueAge>> {
    const { MetricDataResults = [] } = await this.#client.send(
      new GetMetricDataCommand({
        StartTime: new Date(now - lookBack),
        EndTime: new Date(now),
        ScanBy: "TimestampDescending",
        MetricDataQueries: names.map((Value, position) => ({
          Id: `q${position}`,
          MetricStat: {
            Metric: {
              Namespace: "AWS/SQS",
              MetricName: "ApproximateAgeOfOldestMessage",
              Dimensions: [{ Name: "QueueName", Value }],
            },
            Period: periodSeconds,
            Stat: "Maximum",
          },
        })),
      }),
    );
    const found = MetricDataResults.flatMap(({ Id, Timestamps: [at] = [], Values: [seconds] = [] }) => {
      const name = names[Number(Id?.slice(1))];
      // An age of 0 means that the queue was empty, so any message that waits now arrived later.
      if (name === undefined || at === undefined || seconds === undefined || seconds === 0) return [];
      return [[name, { since: at.getTime() - seconds * 1_000, measuredAt: at.getTime() }] as const];
    });
    return new Map(found);
  }
}
