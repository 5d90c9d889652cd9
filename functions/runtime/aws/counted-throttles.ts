import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Metrics } from "../../../shared/kernel/ports/metrics.ts";

const throttles = new Set([
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "ThrottlingException",
  "ThrottledException",
]);

/**
 * Each attempt counts, because the SDK retries silently. A throttled index makes its table refuse writes, so an index's
 * throttling counts too. This metric is written only when a request is throttled, so it costs almost nothing, unlike
 * alarms on every table and index.
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
