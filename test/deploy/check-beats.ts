import { DynamoDBClient, ListTablesCommand, QueryCommand } from "@aws-sdk/client-dynamodb";

/**
 * The number of the mirror's shards on which publish has seen a heartbeat of the ticks, which decides whether polling
 * continues or slows down.
 */
export async function beatsSeen(endpoint: string, instance: string): Promise<number> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    const feeds = TableNames.find((name) => name.startsWith("Feedhook-prod-Data-Feeds"));
    if (feeds === undefined) throw new Error("there is no table of feeds");
    const { Count = 0 } = await client.send(
      new QueryCommand({
        TableName: feeds,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": { S: `${instance}#beats` } },
      }),
    );
    return Count;
  } finally {
    client.destroy();
  }
}
