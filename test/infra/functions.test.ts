import { describe, expect, test } from "vitest";
import * as z from "zod";
import { functions } from "../../shared/kernel/function-topology.ts";
import { type FunctionName, mirrorStream, queues } from "../../shared/kernel/topology.ts";
import { appOf, productionContext, type Resource, synthesise, variablesOf } from "./support/deployment.ts";
import { rightsOf } from "./support/rights.ts";

const production = synthesise(productionContext);
const lambdas = production.functions;
const mappings = production.of("AWS::Lambda::EventSourceMapping");

/** `Ingest/Poll/Function` → `poll`; the API's function is the only one of its stack. */
const nameOf = ({ path }: Pick<Resource, "path">): FunctionName => {
  const name = path.startsWith("Api/") ? "api" : path.split("/").at(-2)!.toLowerCase();
  return z
    .enum(["clock", "tick", "poll", "publish", "fanout", "deliver", "recover", "alert", "canary", "api"])
    .parse(name);
};

/** A function's own SQS requests. */
const isAsking = new Set(["sqs:SendMessage", "sqs:StartMessageMoveTask"]);
const isReceiving = (actions: readonly string[]) => actions.includes("sqs:ReceiveMessage");

const environmentOf = (name: FunctionName) => variablesOf(lambdas.find((candidate) => nameOf(candidate) === name)!);

describe("every function", () => {
  test("is in the topology, and the topology has no other", () => {
    expect(lambdas.map(nameOf).sort()).toEqual(Object.keys(functions).sort());
  });

  test("runs on arm64 with Node 24, with the topology's timeout and memory", () => {
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

  test("logs JSON into its own group, which keeps it for 14 days, and Lambda reports only failed invocations there", () => {
    const groups = production.of("AWS::Logs::LogGroup");
    for (const { path, properties } of groups) expect(properties["RetentionInDays"], path).toBe(14);
    const used = lambdas.map(({ stack, path, properties }) => {
      const logging = z
        .object({ LogFormat: z.literal("JSON"), SystemLogLevel: z.literal("WARN"), LogGroup: z.unknown() })
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
});

test("only functions whose messages can return to them are exempt from recursion detection", () => {
  const allowed = lambdas.filter(({ properties }) => properties["RecursiveLoop"] === "Allow").map(nameOf);
  expect(allowed.sort()).toEqual(["alert", "deliver", "fanout", "recover"]);
});

describe("reserved concurrency", () => {
  const reservedOf = (deployment: typeof production) =>
    Object.fromEntries(
      deployment.functions.map((lambda) => [nameOf(lambda), lambda.properties["ReservedConcurrentExecutions"]]),
    );

  test("is kept on request: for urgent functions and for those bounded only by their callers", () => {
    const wanted = Object.values(functions).map(({ name, reservedConcurrency }) => [name, reservedConcurrency]);
    const reserving = synthesise({ ...productionContext, reserveConcurrency: "true" });
    expect(reservedOf(reserving)).toEqual(Object.fromEntries(wanted));
    // Off by default, because an account with too small a limit would fail the first deployment.
    for (const context of [{}, { stage: "dev" }]) {
      const unreserved = reservedOf(synthesise({ ...productionContext, ...context }));
      expect(Object.values(unreserved).filter((reserved) => reserved !== undefined)).toEqual([]);
    }
  });

  test("bounds every function, unless its queues do", () => {
    for (const { name, reservedConcurrency } of Object.values(functions)) {
      const fromQueues = Object.values(queues)
        .filter(({ consumer }) => consumer === name)
        .reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
      expect(reservedConcurrency ?? fromQueues, name).toBeGreaterThan(0);
      // With fewer workers than the queue may use, its receives would fail, and failed receives make dead letters.
      expect(reservedConcurrency ?? fromQueues, name).toBeGreaterThanOrEqual(fromQueues);
    }
  });

  test("fits in an account of a thousand, with the hundred that AWS keeps unreserved", () => {
    const reserved = Object.values(functions).reduce((sum, one) => sum + (one.reservedConcurrency ?? 0), 0);
    const others = Object.values(queues)
      .filter(({ consumer }) => functions[consumer].reservedConcurrency === undefined)
      .reduce((sum, { maxConcurrency }) => sum + maxConcurrency, 0);
    expect([reserved, others]).toEqual([167, 375]);
    expect(reserved + Math.max(100, others)).toBeLessThanOrEqual(1_000);
  });
});

describe("the environment of a function", () => {
  test("names only what its role may touch", () => {
    for (const lambda of lambdas) {
      const role = lambda.path.replace(/\/Function$/, "/Role");
      const touched = Object.entries(rightsOf(production, role))
        .filter(([resource]) => /^Data\/\w+$|Queue$/.test(resource))
        // Lambda itself receives; a function that only receives from a queue doesn't need its address.
        .filter(([, actions]) => !isReceiving(actions) || actions.some((action) => isAsking.has(action)))
        .map(([resource]) => resource);
      const named = Object.entries(environmentOf(nameOf(lambda)))
        .filter(([variable]) => /^(TABLE_|QUEUE_|DEAD_LETTERS_|BUS_NAME|KEY_ID)/.test(variable))
        .map(([, value]) => production.text(lambda.stack, value).replace(/\.Arn$/, ""));
      expect(named.sort(), lambda.path).toEqual(touched.sort());
    }
  });

  test("gives settings only to the functions that need them", () => {
    const knowing = (variable: string) =>
      lambdas.map(nameOf).filter((name) => environmentOf(name)[variable] !== undefined);
    expect(knowing("PARTNER_URL")).toEqual(["poll"]);
    expect(knowing("OPERATOR_KEY_HASH")).toEqual(["api"]);
    expect(knowing("FORMER_OPERATOR_KEY_HASH")).toEqual([]);
    const changing = synthesise({ ...productionContext, formerOperatorKeyHash: "b".repeat(64) });
    const told = changing.functions.filter((lambda) =>
      JSON.stringify(lambda.properties).includes("FORMER_OPERATOR_KEY_HASH"),
    );
    expect(told.map(nameOf)).toEqual(["api"]);
    expect(knowing("TRACING")).toEqual([]);
    const traced = synthesise({ ...productionContext, tracing: { endpoint: "https://otlp.example.com/" } });
    const tracing = traced.functions.filter(({ properties }) => JSON.stringify(properties).includes('"TRACING"'));
    expect(tracing.map(nameOf).sort()).toEqual(["deliver", "fanout", "publish", "recover"]);
    for (const { properties } of tracing) {
      expect(properties["Environment"]).toMatchObject({
        Variables: { TRACING: '{"endpoint":"https://otlp.example.com","share":0.01,"traceparent":false}' },
      });
    }
    expect(knowing("CANARY_URL")).toEqual(["canary"]);
    expect(knowing("STAGE")).toHaveLength(lambdas.length);
    // Without source maps in the bundles, Node would search for them in vain.
    expect(knowing("NODE_OPTIONS")).toEqual([]);
  });

  test("allows webhooks to private addresses only in an emulator's account", () => {
    const region = "us-east-1";
    const inAccount = (account: string) => synthesise({ ...productionContext, account, region });
    const emulated = inAccount("000000000000").functions;
    for (const { properties, path } of emulated) {
      expect(properties["Environment"], path).toMatchObject({ Variables: { ALLOW_INSECURE_ENDPOINTS: "true" } });
    }
    const unbound = ["dev", "prod", "emulator"].map((stage) => synthesise({ ...productionContext, stage }));
    for (const deployment of [...unbound, inAccount("123456789012")]) {
      expect(JSON.stringify(deployment.functions)).not.toContain("ALLOW_INSECURE_ENDPOINTS");
    }
  });

  test("can't be deployed to a real account with an emulator's exemptions", () => {
    const app = appOf({ ...productionContext, account: "000000000000", region: "us-east-1" });
    for (const { stackName, environment } of app.synth().stacks) {
      expect(environment.account, stackName).toBe("000000000000");
    }
  });

  test("carries overridden timings as JSON", () => {
    const timings = { tick: 5_000 };
    const overridden = synthesise({ ...productionContext, timings: JSON.stringify(timings) });
    for (const { path, properties } of overridden.functions) {
      expect(properties["Environment"], path).toMatchObject({ Variables: { TIMINGS: JSON.stringify(timings) } });
    }
  });
});

/** `Ingest/Publish/Function` → how its alias is invoked. */
const liveOf = (path: string) => `${path.replace(/Function$/, "Live")}:live`;

describe("every event source", () => {
  test("reports failures per message, so that one bad message doesn't repeat its batch", () => {
    expect(mappings).toHaveLength(Object.keys(queues).length + 1);
    for (const { path, properties } of mappings) {
      expect(properties["FunctionResponseTypes"], path).toEqual(["ReportBatchItemFailures"]);
    }
  });

  test("feeds a queue's consumer with the topology's batch size, window and concurrency", () => {
    for (const { name, consumer, batchSize, windowSeconds, maxConcurrency } of Object.values(queues)) {
      const mapping = mappings.find(({ stack, properties }) =>
        production
          .text(stack, properties["EventSourceArn"])
          .toLowerCase()
          .endsWith(`/${name.replace("-", "")}queue/queue.arn`),
      )!;
      const lambda = lambdas.find(
        ({ path }) => liveOf(path) === production.text(mapping.stack, mapping.properties["FunctionName"]),
      )!;
      expect(nameOf(lambda)).toBe(consumer);
      expect(mapping.properties, name).toMatchObject({
        BatchSize: batchSize,
        MaximumBatchingWindowInSeconds: windowSeconds,
        ScalingConfig: { MaximumConcurrency: maxConcurrency },
      });
    }
  });

  test("bisects failing batches of the mirror's stream and keeps what it gives up on", () => {
    const stream = mappings.find(({ properties }) => "StartingPosition" in properties)!;
    expect(production.text(stream.stack, stream.properties["EventSourceArn"])).toBe("Data/Mirror.StreamArn");
    expect(production.text(stream.stack, stream.properties["FunctionName"])).toBe("Ingest/Publish/Live:live");
    expect(stream.properties).toMatchObject({
      BatchSize: mirrorStream.batchSize,
      BisectBatchOnFunctionError: true,
      // As often as it takes, within the stream's 24 hours.
      MaximumRecordAgeInSeconds: 72_000,
      ParallelizationFactor: mirrorStream.parallelizationFactor,
      StartingPosition: "TRIM_HORIZON",
    });
    expect(stream.properties["MaximumRetryAttempts"] ?? -1).toBe(-1);
    const destination = z
      .object({ OnFailure: z.object({ Destination: z.unknown() }) })
      .parse(stream.properties["DestinationConfig"]).OnFailure.Destination;
    const bucket = production
      .of("AWS::S3::Bucket")
      .find(({ path }) => production.text(stream.stack, destination) === `${path}.Arn`)!;
    const setAside = production.text(stream.stack, environmentOf("publish")["FAILED_CHANGES"]);
    expect(setAside, "publish sets aside there too").toBe(bucket.path);
    expect(bucket.properties).toMatchObject({
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 30, Status: "Enabled" }] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  });
});

describe("scheduled functions", () => {
  const all = production.of("AWS::Scheduler::Schedule");
  const isOfFunction = (arn: unknown, stack: string) => production.text(stack, arn).endsWith("/Live");
  const schedules = all.filter(({ stack, properties }) =>
    isOfFunction(z.object({ Arn: z.unknown() }).parse(properties["Target"]).Arn, stack),
  );
  const rateOf = (name: FunctionName) =>
    schedules.find(({ stack, properties }) => {
      const { Arn } = z.object({ Arn: z.unknown() }).parse(properties["Target"]);
      return nameOf({ path: production.text(stack, Arn).replace(/Live$/, "Function") }) === name;
    })!.properties["ScheduleExpression"];

  test("are the clock and the canary, at the topology's rates", () => {
    expect(schedules).toHaveLength(2);
    expect([rateOf("clock"), rateOf("canary")]).toEqual(["rate(1 minute)", "rate(5 minutes)"]);
  });

  test("aren't repeated after a missed run", () => {
    for (const { path, properties } of all) {
      expect(properties, path).toMatchObject({
        State: "ENABLED",
        Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
      });
    }
    const invoked = production.of("AWS::Lambda::EventInvokeConfig");
    expect(invoked).toHaveLength(schedules.length);
    for (const { path, properties } of invoked) {
      expect(properties, path).toMatchObject({ MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 });
    }
  });
});

describe("the canary", () => {
  test("comes back to its own address, where its function receives it", () => {
    const url = production.text("Feedhook-prod-Ops", environmentOf("canary")["CANARY_URL"]);
    expect(url).toBe("Ops/Watch/Api.ApiEndpoint/canary");
    expect(production.outputs("Ops")["CanaryUrl"]).toBe(url);
    const routes = production.of("AWS::ApiGatewayV2::Route").map(({ properties }) => properties["RouteKey"]);
    expect(routes).toContain("POST /canary");
  });

  test("can be left out, with its alarm", () => {
    const without = synthesise({ ...productionContext, canary: "false" });
    expect(without.functions).toHaveLength(lambdas.length - 1);
    expect(JSON.stringify(without.of("AWS::CloudWatch::Alarm"))).not.toContain("canary");
  });
});
