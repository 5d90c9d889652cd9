import { createServer } from "node:http";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { clientOptions } from "../../functions/runtime/aws/aws-client-options.ts";
import { DynamoTable } from "../../shared/adapters/aws/dynamo-table.ts";
import { EngineUnavailableError } from "../../shared/kernel/errors.ts";
import { tables } from "../../shared/kernel/topology.ts";
import { closeServer, listenLocally } from "../portal/support/local-server.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { SeededRandomness } from "../support/seeded-randomness.ts";

it("an endpoint that accepts a request and never responds causes an EngineUnavailableError, not a hang", async () => {
  const silent = createServer(() => undefined);
  const client = new DynamoDBClient({
    ...clientOptions,
    requestHandler: { ...clientOptions.requestHandler, requestTimeout: 100 },
    maxAttempts: 2,
    endpoint: await listenLocally(silent),
    region: "eu-west-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const clock = new FakeClock();
  const parts = { client, clock, sleeper: clock, randomness: new SeededRandomness() };
  const table = new DynamoTable({ ...parts, tableName: "feeds", declaration: tables.feeds });
  try {
    await expect(table.get({ pk: "p", sk: "s" })).rejects.toBeInstanceOf(EngineUnavailableError);
  } finally {
    client.destroy();
    await closeServer(silent);
  }
}, 5_000);
