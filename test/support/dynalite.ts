import { once } from "node:events";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { type TableDeclaration, tables } from "../../shared/kernel/topology.ts";

/** DynamoDB's protocol in this process, with the topology's tables. dynalite brings no types. */
export async function startDynalite(): Promise<{ client: DynamoDBClient; close: () => Promise<void> }> {
  const dynalite = createRequire(import.meta.url)("dynalite") as (options: object) => Server;
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: "eu-west-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  for (const table of Object.values(tables)) await client.send(creationOf(table));
  return {
    client,
    close: async () => {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function creationOf({ name, indexes }: TableDeclaration): CreateTableCommand {
  const types = new Map<string, "S" | "N">([
    ["pk", "S"],
    ["sk", "S"],
  ]);
  for (const { partition, sort } of indexes) {
    types.set(partition, "S");
    types.set(sort.attribute, sort.type === "string" ? "S" : "N");
  }
  const keySchema = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: "HASH" as const },
    { AttributeName: range, KeyType: "RANGE" as const },
  ];
  return new CreateTableCommand({
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    KeySchema: keySchema("pk", "sk"),
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    ...(indexes.length === 0
      ? {}
      : {
          GlobalSecondaryIndexes: indexes.map(({ name: IndexName, partition, sort }) => ({
            IndexName,
            KeySchema: keySchema(partition, sort.attribute),
            Projection: { ProjectionType: "KEYS_ONLY" as const },
          })),
        }),
  });
}
