import { describe, expect, test } from "vitest";
import * as z from "zod";
import { functions } from "../../shared/kernel/function-topology.ts";
import { type FunctionName, mirrorStream, queues } from "../../shared/kernel/topology.ts";
import { appOf, pinned, productionContext, type Resource, synthesise, variablesOf } from "./support/deployment.ts";
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
    for (const { path, properties } of lambdas) {
      const LogGroup = path.replace(/Function$/, "Logs");
      expect(properties.LoggingConfig, path).toMatchObject({ LogFormat: "JSON", SystemLogLevel: "WARN", LogGroup });
      expect(production.at(LogGroup), path).toMatchObject({ RetentionInDays: 14 });
    }
  });
});

test("only functions whose messages can return to them are exempt from recursion detection", () => {
  const allowed = lambdas.filter(({ properties }) => properties.RecursiveLoop === "Allow").map(nameOf);
  expect(allowed.sort()).toEqual(["alert", "deliver", "fanout", "recover"]);
});

describe("reserved concurrency", () => {
  const reservedOf = (deployment: typeof production) =>
    Object.fromEntries(
      deployment.functions.map((lambda) => [nameOf(lambda), lambda.properties.ReservedConcurrentExecutions]),
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
        .map(([, value]) => value.replace(/\.Arn$/, ""));
      expect(named.sort(), lambda.path).toEqual(touched.sort());
    }
  });

  test("gives settings only to the functions that need them", () => {
    const knowing = (variable: string, options: object = {}) =>
      synthesise({ ...productionContext, ...options })
        .functions.filter((lambda) => variable in variablesOf(lambda))
        .map(nameOf);
    expect(knowing("PARTNER_URL")).toEqual(["poll"]);
    expect(knowing("OPERATOR_KEY_HASH")).toEqual(["api"]);
    expect(knowing("FORMER_OPERATOR_KEY_HASH")).toEqual([]);
    expect(knowing("FORMER_OPERATOR_KEY_HASH", { formerOperatorKeyHash: "b".repeat(64) })).toEqual(["api"]);
    expect(knowing("TRACING")).toEqual([]);
    const tracing = { tracing: { endpoint: "https://otlp.example.com/" } };
    expect(knowing("TRACING", tracing).sort()).toEqual(["deliver", "fanout", "publish", "recover"]);
    const traced = synthesise({ ...productionContext, ...tracing }).functions.flatMap(
      (one) => variablesOf(one)["TRACING"] ?? [],
    );
    expect(new Set(traced)).toEqual(
      new Set(['{"endpoint":"https://otlp.example.com","share":0.01,"traceparent":false}']),
    );
    expect(knowing("CANARY_URL")).toEqual(["canary"]);
    expect(knowing("STAGE")).toHaveLength(lambdas.length);
    // Without source maps in the bundles, Node would search for them in vain.
    expect(knowing("NODE_OPTIONS")).toEqual([]);
  });

  test("allows webhooks to private addresses only in an emulator's account", () => {
    const allowing = (options: object) =>
      synthesise({ ...productionContext, ...options }).functions.map(
        (one) => variablesOf(one)["ALLOW_INSECURE_ENDPOINTS"],
      );
    expect(new Set(allowing({ account: "000000000000", region: "us-east-1" }))).toEqual(new Set(["true"]));
    for (const real of [{ stage: "dev" }, { stage: "prod" }, { stage: "emulator" }, pinned])
      expect(new Set(allowing(real))).toEqual(new Set([undefined]));
  });

  test("can't be deployed to a real account with an emulator's exemptions", () => {
    const app = appOf({ ...productionContext, account: "000000000000", region: "us-east-1" });
    for (const { stackName, environment } of app.synth().stacks)
      expect(environment.account, stackName).toBe("000000000000");
  });

  test("carries overridden timings as JSON", () => {
    const timings = { tick: 5_000 };
    const overridden = synthesise({ ...productionContext, timings: JSON.stringify(timings) });
    for (const one of overridden.functions)
      expect(variablesOf(one), one.path).toMatchObject({ TIMINGS: '{"tick":5000}' });
  });
});

/** `Ingest/Publish/Function` → how its alias is invoked. */
const liveOf = (path: string) => `${path.replace(/Function$/, "Live")}:live`;

describe("every event source", () => {
  test("reports failures per message, so that one bad message doesn't repeat its batch", () => {
    expect(mappings).toHaveLength(Object.keys(queues).length + 1);
    for (const { path, properties } of mappings)
      expect(properties.FunctionResponseTypes, path).toEqual(["ReportBatchItemFailures"]);
  });

  test("feeds a queue's consumer with the topology's batch size, window and concurrency", () => {
    for (const { name, consumer, batchSize, windowSeconds, maxConcurrency } of Object.values(queues)) {
      const source = `/${name.replace("-", "")}queue/queue.arn`;
      const mapping = mappings.find(({ properties }) => properties.EventSourceArn.toLowerCase().endsWith(source))!;
      const lambda = lambdas.find((one) => nameOf(one) === consumer)!;
      expect(mapping.properties, name).toMatchObject({
        FunctionName: liveOf(lambda.path),
        BatchSize: batchSize,
        MaximumBatchingWindowInSeconds: windowSeconds,
        ScalingConfig: { MaximumConcurrency: maxConcurrency },
      });
    }
  });

  test("bisects failing batches of the mirror's stream and keeps what it gives up on", () => {
    const stream = mappings.find(({ properties }) => "StartingPosition" in properties)!;
    expect(stream.properties).toMatchObject({
      EventSourceArn: "Data/Mirror.StreamArn",
      FunctionName: "Ingest/Publish/Live:live",
      BatchSize: mirrorStream.batchSize,
      BisectBatchOnFunctionError: true,
      // As often as it takes, within the stream's 24 hours.
      MaximumRecordAgeInSeconds: 72_000,
      ParallelizationFactor: mirrorStream.parallelizationFactor,
      StartingPosition: "TRIM_HORIZON",
      DestinationConfig: { OnFailure: { Destination: "Ingest/Stream/Failures.Arn" } },
    });
    expect(stream.properties.MaximumRetryAttempts ?? -1).toBe(-1);
    expect(environmentOf("publish"), "publish sets aside there too").toMatchObject({
      FAILED_CHANGES: "Ingest/Stream/Failures",
    });
    expect(production.at("Ingest/Stream/Failures")).toMatchObject({
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 30, Status: "Enabled" }] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  });
});

describe("scheduled functions", () => {
  const all = production.of("AWS::Scheduler::Schedule");
  const schedules = all.filter(({ properties }) => properties.Target.Arn.endsWith("/Live"));

  test("are the clock and the canary, at the topology's rates", () => {
    expect(schedules.map(({ properties }) => [properties.Target.Arn, properties.ScheduleExpression])).toEqual([
      ["Ingest/Clock/Live", "rate(1 minute)"],
      ["Ops/Watch/Canary/Live", "rate(5 minutes)"],
    ]);
  });

  test("aren't repeated after a missed run", () => {
    const once = { State: "ENABLED", Target: { RetryPolicy: { MaximumRetryAttempts: 0 } } };
    for (const { path, properties } of all) expect(properties, path).toMatchObject(once);
    const invoked = { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 };
    expect(production.all("AWS::Lambda::EventInvokeConfig")).toMatchObject(schedules.map(() => invoked));
  });
});

describe("the canary", () => {
  test("comes back to its own address, where its function receives it", () => {
    const url = "Ops/Watch/Api.ApiEndpoint/canary";
    expect([environmentOf("canary")["CANARY_URL"], production.outputs("Ops")["CanaryUrl"]]).toEqual([url, url]);
    expect(production.all("AWS::ApiGatewayV2::Route").map(({ RouteKey }) => RouteKey)).toContain("POST /canary");
  });

  test("can be left out, with its alarm", () => {
    const without = synthesise({ ...productionContext, canary: "false" });
    expect(without.functions).toHaveLength(lambdas.length - 1);
    expect(JSON.stringify(without.of("AWS::CloudWatch::Alarm"))).not.toContain("canary");
  });
});
