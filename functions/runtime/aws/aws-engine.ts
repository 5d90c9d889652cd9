import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { KMSClient } from "@aws-sdk/client-kms";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DynamoTable } from "../../../shared/adapters/aws/dynamo-table.ts";
import { EmfMetrics } from "../../../shared/adapters/aws/emf-metrics.ts";
import { EventBridgeBus } from "../../../shared/adapters/aws/event-bridge-bus.ts";
import { KmsKeyWrapper } from "../../../shared/adapters/aws/kms-key-wrapper.ts";
import { SqsQueue } from "../../../shared/adapters/aws/sqs-queue.ts";
import { OtlpTracer } from "../../../shared/adapters/http/otlp-tracer.ts";
import { byName } from "../../../shared/kernel/by-name.ts";
import type { KeyWrapper } from "../../../shared/kernel/ports/key-wrapper.ts";
import type { QueueSender } from "../../../shared/kernel/ports/queue.ts";
import { type QueueName, type TableName, tables } from "../../../shared/kernel/topology.ts";
import type { Engine } from "../engine.ts";
import { systemClock, systemRandomness, systemSleeper } from "../system-ports.ts";
import { clientOptions as defaultClientOptions } from "./aws-client-options.ts";
import { readAwsEnvironment, required, variableOf } from "./aws-settings.ts";
import { countThrottles } from "./counted-throttles.ts";
import { functionLogger } from "./function-logger.ts";

/** Each invocation ends with a flush of `metrics`. Only the canary needs `canaryUrl`. */
export type AwsEngine = Engine & {
  readonly metrics: EmfMetrics;
  readonly tracer: OtlpTracer | undefined;
  /** The address of the canary's own endpoint. */
  readonly canaryUrl: string;
};

/** For clients outside Lambda, where the environment may lack these settings or contain different ones. */
export type Elsewhere = {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
};

/** Throws InvalidInputError: now for malformed variables, and for a missing variable when its value is needed. */
export function createAwsEngine(env: NodeJS.ProcessEnv, elsewhere: Elsewhere = {}): AwsEngine {
  const environment = readAwsEnvironment(env);
  const clientOptions = { ...defaultClientOptions, ...elsewhere };
  const write = (line: string) => process.stdout.write(line);
  const [clock, sleeper, randomness] = [systemClock, systemSleeper, systemRandomness];
  const logger = functionLogger;
  const metrics = new EmfMetrics({ write, clock, stage: environment.STAGE ?? "unknown" });
  const dynamo = once(() => countThrottles(new DynamoDBClient(clientOptions), metrics));
  const sqs = once(() => new SQSClient(clientOptions));
  const table = (name: TableName): DynamoTable => {
    const tableName = required(environment, variableOf.table(name));
    return new DynamoTable({ client: dynamo(), tableName, declaration: tables[name], clock, sleeper, randomness });
  };
  const queue = (name: QueueName): QueueSender => {
    const queueUrl = required(environment, variableOf.queue(name));
    return new SqsQueue({ client: sqs(), queueUrl, sleeper, randomness });
  };
  const bus = once(() => {
    const busName = required(environment, "BUS_NAME");
    // The adapter itself retries, entry by entry. If the SDK also retried each of its requests, that would take longer
    // than the Lambda function may run.
    const client = new EventBridgeClient({ ...clientOptions, maxAttempts: 1 });
    return new EventBridgeBus({ client, busName, logger, clock, sleeper, randomness });
  });
  const keys = once(
    (): KeyWrapper =>
      new KmsKeyWrapper(new KMSClient(clientOptions), required(environment, "KEY_ID"), environment.FORMER_KEY_IDS),
  );
  return {
    table: byName(table),
    queue: byName(queue),
    bus: { publish: async (entries) => bus().publish(entries) },
    keys: {
      wrap: async (dataKey, context) => keys().wrap(dataKey, context),
      unwrap: async (wrapped, context) => keys().unwrap(wrapped, context),
    },
    get canaryUrl() {
      return required(environment, "CANARY_URL");
    },
    clock,
    sleeper,
    randomness,
    logger,
    metrics,
    tracer: environment.TRACING && new OtlpTracer({ ...environment.TRACING, stage: environment.STAGE, logger, clock }),
    settings: {
      // These are getters, because most functions don't have these variables and don't need them.
      get partnerUrl() {
        return required(environment, "PARTNER_URL");
      },
      get operatorKeyHash() {
        return required(environment, "OPERATOR_KEY_HASH");
      },
      formerOperatorKeyHash: environment.FORMER_OPERATOR_KEY_HASH,
      ownDomains: environment.OWN_DOMAINS,
      // A Lambda function has no route for IPv6, inside a VPC or outside.
      addressFamily: "ipv4",
      mailFrom: environment.MAIL_FROM,
      portalUrl: environment.PORTAL_URL,
      awsPrincipal: environment.DESTINATIONS_PRINCIPAL,
      allowInsecureEndpoints: environment.ALLOW_INSECURE_ENDPOINTS === "true",
      timings: environment.TIMINGS,
    },
  };
}

/** Creates a client when it is first needed, and keeps it, because clients are the largest part of a cold start. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
