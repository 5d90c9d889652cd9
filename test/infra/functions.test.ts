import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type FunctionName, functions, mirrorStream, queues } from "../../shared/kernel/topology.ts";
import { productionContext, type Resource, synthesise } from "./support/deployment.ts";

const production = synthesise(productionContext);
const lambdas = production.of("AWS::Lambda::Function");
const mappings = production.of("AWS::Lambda::EventSourceMapping");

/** `Ingest/Poll/Function` → `poll`; the API's function is the only one of its stack. */
const nameOf = ({ path }: Resource): FunctionName => {
  const name = path.startsWith("Api/") ? "api" : path.split("/")[1]!.toLowerCase();
  return z.enum(["clock", "tick", "poll", "publish", "fanout", "deliver", "recover", "api"]).parse(name);
};

const environmentOf = (name: FunctionName) => {
  const lambda = lambdas.find((candidate) => nameOf(candidate) === name)!;
  return z.object({ Variables: z.record(z.string(), z.unknown()) }).parse(lambda.properties["Environment"]).Variables;
};

describe("every function", () => {
  test("is of the topology, and the topology has no other", () => {
    expect(lambdas.map(nameOf).sort()).toEqual(Object.keys(functions).sort());
  });

  test("runs on arm64 with Node 24, for as long and with as much memory as the topology says", () => {
    for (const lambda of lambdas) {
      const { timeoutSeconds, memoryMb } = functions[nameOf(lambda)];
      expect(lambda.properties, lambda.path).toMatchObject({
        Architectures: ["arm64"],
        Runtime: "nodejs24.x",
        Timeout: timeoutSeconds,
        MemorySize: memoryMb,
      });
    }
  });

  test("logs JSON into a group of its own that forgets after 14 days", () => {
    const groups = production.of("AWS::Logs::LogGroup");
    for (const { path, properties } of groups) expect(properties["RetentionInDays"], path).toBe(14);
    const used = lambdas.map(({ stack, path, properties }) => {
      const logging = z
        .object({ LogFormat: z.literal("JSON"), LogGroup: z.unknown() })
        .parse(properties["LoggingConfig"]);
      const group = production.text(stack, logging.LogGroup);
      expect(
        groups.map((candidate) => candidate.path),
        path,
      ).toContain(group);
      return group;
    });
    expect(new Set(used).size).toBe(lambdas.length);
  });

  test("isn't traced, unless it is asked for", () => {
    for (const { path, properties } of lambdas) expect(properties["TracingConfig"], path).toBeUndefined();
    const traced = synthesise({ ...productionContext, tracing: "true" }).of("AWS::Lambda::Function");
    for (const { path, properties } of traced) expect(properties["TracingConfig"], path).toEqual({ Mode: "Active" });
  });
});

test("functions whose messages can come back to them are kept from recursion detection, and no others", () => {
  const allowed = lambdas.filter(({ properties }) => properties["RecursiveLoop"] === "Allow").map(nameOf);
  expect(allowed.sort()).toEqual(["deliver", "fanout", "recover"]);
});

describe("the environment of a function", () => {
  test("names what it touches and nothing else", () => {
    const variables = Object.fromEntries(
      lambdas.map(nameOf).map((name) => [name, Object.keys(environmentOf(name)).sort()]),
    );
    expect(variables).toEqual({
      clock: ["QUEUE_RECOVER_URL", "QUEUE_TICKS_URL", "STAGE", "TABLE_SUBSCRIPTIONS"],
      tick: ["QUEUE_POLL_URL", "STAGE", "TABLE_FEEDS", "TABLE_MIRROR", "TABLE_SUBSCRIPTIONS"],
      poll: ["KEY_ID", "PARTNER_URL", "STAGE", "TABLE_FEEDS", "TABLE_MIRROR", "TABLE_SUBSCRIPTIONS"],
      publish: ["BUS_NAME", "STAGE", "TABLE_EVENTS", "TABLE_FEEDS"],
      fanout: ["QUEUE_DELIVER_URL", "QUEUE_FANOUT_URL", "STAGE", "TABLE_EVENTS", "TABLE_SUBSCRIPTIONS"],
      deliver: [
        "KEY_ID",
        "QUEUE_DELIVER_URL",
        "STAGE",
        "TABLE_DELIVERIES",
        "TABLE_EVENTS",
        "TABLE_MIRROR",
        "TABLE_SUBSCRIPTIONS",
      ],
      recover: ["QUEUE_DELIVER_URL", "QUEUE_RECOVER_URL", "STAGE", "TABLE_DELIVERIES", "TABLE_SUBSCRIPTIONS"],
      api: [
        "DEAD_LETTERS_DELIVER_URL",
        "DEAD_LETTERS_FANOUT_URL",
        "DEAD_LETTERS_POLL_URL",
        "DEAD_LETTERS_RECOVER_URL",
        "DEAD_LETTERS_TICKS_URL",
        "KEY_ID",
        "OPERATOR_KEY_HASH",
        "QUEUE_DELIVER_URL",
        "QUEUE_FANOUT_URL",
        "QUEUE_POLL_URL",
        "QUEUE_RECOVER_URL",
        "QUEUE_TICKS_URL",
        "STAGE",
        "TABLE_DELIVERIES",
        "TABLE_EVENTS",
        "TABLE_FEEDS",
        "TABLE_SUBSCRIPTIONS",
      ],
    });
  });

  test("never lets webhooks go to private addresses outside of the emulator", () => {
    for (const stage of ["dev", "prod"]) {
      const text = JSON.stringify(synthesise({ ...productionContext, stage }).of("AWS::Lambda::Function"));
      expect(text).not.toContain("ALLOW_INSECURE_ENDPOINTS");
    }
  });

  test("carries overridden timings as JSON", () => {
    const timings = { tick: 5_000 };
    const overridden = synthesise({ ...productionContext, timings: JSON.stringify(timings) });
    for (const { path, properties } of overridden.of("AWS::Lambda::Function")) {
      expect(properties["Environment"], path).toMatchObject({ Variables: { TIMINGS: JSON.stringify(timings) } });
    }
  });
});

describe("every event source", () => {
  test("answers for single messages, so that one bad message doesn't repeat its batch", () => {
    expect(mappings).toHaveLength(Object.keys(queues).length + 1);
    for (const { path, properties } of mappings) {
      expect(properties["FunctionResponseTypes"], path).toEqual(["ReportBatchItemFailures"]);
    }
  });

  test("that is a queue feeds the consumer of the topology with its batch size, window and concurrency", () => {
    for (const { name, consumer, batchSize, windowSeconds, maxConcurrency } of Object.values(queues)) {
      const mapping = mappings.find(({ stack, properties }) =>
        production.text(stack, properties["EventSourceArn"]).toLowerCase().endsWith(`/${name}queue/queue.arn`),
      )!;
      const lambda = lambdas.find(
        ({ path }) => path === production.text(mapping.stack, mapping.properties["FunctionName"]),
      )!;
      expect(nameOf(lambda)).toBe(consumer);
      expect(mapping.properties, name).toMatchObject({
        BatchSize: batchSize,
        MaximumBatchingWindowInSeconds: windowSeconds,
        ScalingConfig: { MaximumConcurrency: maxConcurrency },
      });
    }
  });

  test("that is the mirror's stream bisects failing batches and keeps what it gives up on", () => {
    const stream = mappings.find(({ properties }) => "StartingPosition" in properties)!;
    expect(production.text(stream.stack, stream.properties["EventSourceArn"])).toBe("Data/Mirror.StreamArn");
    expect(production.text(stream.stack, stream.properties["FunctionName"])).toBe("Ingest/Publish/Function");
    expect(stream.properties).toMatchObject({
      BatchSize: mirrorStream.batchSize,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: mirrorStream.retryAttempts,
      ParallelizationFactor: mirrorStream.parallelizationFactor,
      StartingPosition: "TRIM_HORIZON",
    });
    const destination = z
      .object({ OnFailure: z.object({ Destination: z.unknown() }) })
      .parse(stream.properties["DestinationConfig"]).OnFailure.Destination;
    const bucket = production
      .of("AWS::S3::Bucket")
      .find(({ path }) => production.text(stream.stack, destination) === `${path}.Arn`)!;
    expect(bucket.deletionPolicy).toBe("Retain");
    expect(bucket.properties).toMatchObject({
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 30, Status: "Enabled" }] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  });
});

test("the clock is fired by the schedule of the topology, and a missed minute isn't repeated", () => {
  const [schedule, ...others] = production.of("AWS::Scheduler::Schedule");
  expect(others).toEqual([]);
  expect(schedule!.properties).toMatchObject({
    ScheduleExpression: "rate(1 minute)",
    State: "ENABLED",
    Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
  });
  const { Arn } = z.object({ Arn: z.unknown() }).parse(schedule!.properties["Target"]);
  expect(production.text(schedule!.stack, Arn)).toBe("Ingest/Clock/Function.Arn");
  expect(production.of("AWS::Lambda::EventInvokeConfig").map(({ properties }) => properties)).toMatchObject([
    { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 },
  ]);
});
