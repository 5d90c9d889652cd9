import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Metrics } from "../../../shared/kernel/ports/metrics.ts";

const throttles = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
  "ThrottledException",
]);

/**
 * Counts the requests that a table throttles. Each attempt counts separately, because the SDK retries silently. A
 * throttled index makes its table refuse writes, so an index's throttling is also counted. A metric that is written
 * only when a request is throttled costs almost nothing, whereas alarms on every table's and index's metrics are billed
 * individually.
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
    // This step is inside the SDK's retries, around the step that turns responses into errors.
    { step: "deserialize", priority: "high", name: "countThrottles" },
  );
  return client;
}
