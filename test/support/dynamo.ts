import { randomBytes } from "node:crypto";
import type { Server } from "node:http";
import { createRequire } from "node:module";
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from "@aws-sdk/client-dynamodb";
import { type TableDeclaration, tables } from "../../shared/kernel/topology.ts";
import { closeServer, listenLocally } from "./local-server.ts";

/** An engine with DynamoDB's protocol. The access key decides which database a request uses. */
type DynamoAddress = { readonly endpoint: string; readonly accessKeyId: string; readonly close: () => Promise<void> };

/**
 * DynamoDB's protocol with the topology's tables: dynalite in this process, or a separate database with the mirror's
 * change stream on the engine at `FEEDHOOK_DYNAMODB`.
 */
export async function startDynamo(): Promise<{ client: DynamoDBClient; close: () => Promise<void> }> {
  const { FEEDHOOK_DYNAMODB: endpoint } = process.env;
  const address = endpoint === undefined ? await startDynalite() : ownDatabase(endpoint);
  const client = new DynamoDBClient({
    endpoint: address.endpoint,
    region: "eu-west-1",
    credentials: { accessKeyId: address.accessKeyId, secretAccessKey: "test" },
  });
  for (const table of Object.values(tables)) await client.send(creationOf(table, endpoint !== undefined));
  const patience = { client, minDelay: 0.01, maxDelay: 0.1, maxWaitTime: 10 };
  for (const TableName of Object.keys(tables)) await waitUntilTableExists(patience, { TableName });
  return {
    client,
    close: async () => {
      client.destroy();
      await address.close();
    },
  };
}

/** dynalite has no types. */
async function startDynalite(): Promise<DynamoAddress> {
  const dynalite = createRequire(import.meta.url)("dynalite") as (options: object) => Server;
  const server = dynalite({ createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 });
  return { endpoint: await listenLocally(server), accessKeyId: "test", close: () => closeServer(server) };
}

/** DynamoDB Local keeps a separate database for each access key. */
function ownDatabase(endpoint: string): DynamoAddress {
  return { endpoint, accessKeyId: `test${randomBytes(8).toString("hex")}`, close: async () => undefined };
}

function creationOf({ name, indexes }: TableDeclaration, canStream: boolean): CreateTableCommand {
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
    ...(canStream && name === tables.mirror.name
      ? { StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" as const } }
      : {}),
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
