import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Metrics } from "../../../shared/kernel/ports/metrics.ts";

const throttles = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
  "ThrottledException",
]);

/**
 * Counts what a table refuses for a moment, each attempt by itself: the SDK repeats it, and nobody would hear of it. An
 * index that is throttled refuses its table's writes, so that it is counted too, and a metric that is recorded only then
 * costs nothing, whereas alarms on the metrics of every table and index cost by the number of these.
 */
export function countThrottles(client: DynamoDBClient, metrics: Metrics): DynamoDBClient {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof Error && throttles.has(error.name)) metrics.record("tables.throttled", 1);
        throw error;
      }
    },
    // Inside of the SDK's repeats, around what makes errors of answers.
    { step: "deserialize", priority: "high", name: "countThrottles" },
  );
  return client;
}
