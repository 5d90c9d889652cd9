import { CloudWatchClient, GetMetricDataCommand } from "@aws-sdk/client-cloudwatch";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { QueueAges } from "../../../shared/adapters/aws/queue-ages.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SilentLogger } from "../../support/silent-logger.ts";

const client = mockClient(new CloudWatchClient({}));
const noon = Date.UTC(2026, 10, 21, 12);
const parts = () => {
  const [clock, logger] = [new FakeClock(noon), new SilentLogger()];
  return { clock, logger, ages: new QueueAges({ client: client as unknown as CloudWatchClient, clock, logger }) };
};

/** CloudWatch's response: the ages of each queue in seconds, newest first, for the minutes before noon. */
function measures(known: { readonly [queue: string]: readonly number[] }): void {
  client.on(GetMetricDataCommand).callsFake(({ MetricDataQueries = [] }) => ({
    MetricDataResults: MetricDataQueries.map(
      (query: { Id: string; MetricStat: { Metric: { Dimensions: [{ Value: string }] } } }) => {
        const Values = known[query.MetricStat.Metric.Dimensions[0].Value] ?? [];
        return { Id: query.Id, Values, Timestamps: Values.map((_, back) => new Date(noon - 60_000 * (back + 1))) };
      },
    ),
  }));
}

const calls = () => client.commandCalls(GetMetricDataCommand).map(({ args: [{ input }] }) => input);

beforeEach(() => {
  client.reset();
});

describe("the ages of queues on AWS", () => {
  it("are those of the newest measurement, with its time", async () => {
    measures({ poll: [90, 30], "poll-dead": [86_400] });
    const { ages } = parts();
    expect([...(await ages.of(["poll", "poll-dead"]))]).toEqual([
      ["poll", { since: noon - 150_000, measuredAt: noon - 60_000 }],
      ["poll-dead", { since: noon - 60_000 - 86_400_000, measuredAt: noon - 60_000 }],
    ]);
    const [input] = calls();
    expect(input).toMatchObject({
      StartTime: new Date(noon - 900_000),
      EndTime: new Date(noon),
      ScanBy: "TimestampDescending",
    });
    expect(input?.MetricDataQueries?.[0]?.MetricStat).toEqual({
      Metric: {
        Namespace: "AWS/SQS",
        MetricName: "ApproximateAgeOfOldestMessage",
        Dimensions: [{ Name: "QueueName", Value: "poll" }],
      },
      Period: 60,
      Stat: "Maximum",
    });
  });

  it("are unknown for a queue that SQS no longer measures, or measured empty", async () => {
    measures({ empty: [0, 600] });
    expect((await parts().ages.of(["idle", "empty"])).size).toBe(0);
  });

  it("are unknown if CloudWatch's response is incomplete, which spoils no other age", async () => {
    const [Timestamps, Values] = [[new Date(noon)], [60]];
    const { ages, logger, clock } = parts();
    client.on(GetMetricDataCommand).resolvesOnce({});
    expect((await ages.of(["poll"])).size).toBe(0);
    clock.advance(60_000);
    const odd = [{}, { Id: "q0" }, { Id: "q0", Timestamps }, { Id: "q0", Values }, { Id: "q7", Timestamps, Values }];
    client.on(GetMetricDataCommand).resolves({ MetricDataResults: [...odd, { Id: "q1", Timestamps, Values }] });
    expect([...(await ages.of(["poll", "deliver"])).keys()]).toEqual(["deliver"]);
    expect(logger.lines).toEqual([]);
  });

  it("are requested once a minute per queue, in one call for all, however many callers ask", async () => {
    measures({ poll: [60], deliver: [60], fanout: [60] });
    const { ages, clock } = parts();
    await Promise.all([ages.of(["poll", "deliver"]), ages.of(["poll", "deliver"])]);
    clock.advance(59_000);
    expect((await ages.of(["poll", "fanout"])).size).toBe(2);
    expect(calls().map(({ MetricDataQueries = [] }) => MetricDataQueries.length)).toEqual([2, 1]);
    clock.advance(1_000);
    await ages.of(["poll", "deliver", "fanout"]);
    expect(calls().map(({ MetricDataQueries = [] }) => MetricDataQueries.length)).toEqual([2, 1, 2]);
  });

  it("are unknown while CloudWatch refuses, which is logged once a minute and fails nothing", async () => {
    client.on(GetMetricDataCommand).rejects(new Error("not authorised"));
    const { ages, logger } = parts();
    expect((await ages.of(["poll"])).size).toBe(0);
    expect((await ages.of(["poll"])).size).toBe(0);
    expect(logger.lines).toMatchObject([{ event: "status.ages_unknown", fields: { queues: 1 } }]);
  });
});
