import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, it, onTestFinished } from "vitest";
import { clientOptions } from "../../functions/runtime/aws/aws-client-options.ts";
import { DynamoTable } from "../../shared/adapters/aws/dynamo-table.ts";
import { EngineUnavailableError } from "../../shared/kernel/errors.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { serveForTest } from "../e2e/support/test-scope.ts";
import { awsAt } from "../support/aws-client.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";

it("an endpoint that accepts a request and never responds causes an EngineUnavailableError, not a hang", async () => {
  const endpoint = await serveForTest(() => undefined);
  const client = new DynamoDBClient({
    ...clientOptions,
    requestHandler: { ...clientOptions.requestHandler, requestTimeout: 100 },
    ...awsAt(endpoint),
    maxAttempts: 2,
  });
  const clock = new FakeClock();
  const parts = { client, clock, sleeper: clock, randomness: new SeededRandomness() };
  const table = new DynamoTable({ ...parts, tableName: "feeds", declaration: tables.feeds });
  onTestFinished(() => {
    client.destroy();
  });
  await expect(table.get({ pk: "p", sk: "s" })).rejects.toBeInstanceOf(EngineUnavailableError);
}, 5_000);
