import { DynamoDBClient, ListTablesCommand, QueryCommand } from "@aws-sdk/client-dynamodb";

/** On how many of the mirror's shards publish has seen a beat of the ticks: what lets polling go on, or slows it down. */
export async function beatsSeen(endpoint: string, instance: string): Promise<number> {
  const credentials = { accessKeyId: "test", secretAccessKey: "test" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  try {
    const { TableNames = [] } = await client.send(new ListTablesCommand({}));
    const feeds = TableNames.find((name) => name.startsWith("Feedhook-emulator-Data-Feeds"));
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
