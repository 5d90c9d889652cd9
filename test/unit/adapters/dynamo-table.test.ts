import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { beforeEach, describe, expect, it } from "vitest";
import { DynamoTable } from "../../../shared/adapters/aws/dynamo-table.ts";
import { EngineUnavailableError, ItemTooLargeError } from "../../../shared/kernel/errors.ts";
import { absent } from "../../../shared/kernel/ports/table.ts";
import { tables } from "../../../shared/kernel/topology.ts";
import { FakeClock } from "../../support/fake-clock.ts";
import { SeededRandomness } from "../../support/seeded-randomness.ts";

const client = mockClient(new DynamoDBClient({}));
const clock = new FakeClock();
const parts = {
  client: client as unknown as DynamoDBClient,
  tableName: "stage-feeds",
  declaration: tables.feeds,
  clock,
  sleeper: clock,
  randomness: new SeededRandomness(),
};
const table = new DynamoTable(parts);
const key = { pk: "p", sk: "s" };
const fault = (name: string, message = name, more: object = {}) => Object.assign(new Error(message), { name }, more);

beforeEach(() => {
  client.reset();
  clock.slept.length = 0;
});

describe("DynamoTable faults", () => {
  it("an outage is an EngineUnavailableError, too large an item an ItemTooLargeError, and others keep their class", async () => {
    const tooLarge = fault("ValidationException", "Item size to update has exceeded the maximum allowed size");
    const reads = async (error: Error) => {
      client.on(GetItemCommand).rejects(error);
      return table.get(key).catch((failure: unknown) => failure);
    };
    const writes = async (error: Error) => {
      client.on(UpdateItemCommand).rejects(error);
      return table.update({ key, set: { a: 1 } }).catch((failure: unknown) => failure);
    };
    expect(await reads(fault("ThrottlingException"))).toBeInstanceOf(EngineUnavailableError);
    expect(await reads(fault("ResourceNotFoundException"))).toMatchObject({ name: "ResourceNotFoundException" });
    expect(await writes(tooLarge)).toBeInstanceOf(ItemTooLargeError);
  });
});

describe("DynamoTable batches", () => {
  const items = Array.from({ length: 30 }, (_, number) => ({ pk: "p", sk: `s${number}` }));

  it("retries unprocessed keys with growing waits", async () => {
    const attributes = items.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
    client
      .on(BatchGetItemCommand)
      .resolvesOnce({ UnprocessedKeys: { "stage-feeds": { Keys: attributes } } })
      .resolvesOnce({
        Responses: { "stage-feeds": attributes.slice(0, 20) },
        UnprocessedKeys: { "stage-feeds": { Keys: attributes.slice(20) } },
      })
      .resolves({ Responses: { "stage-feeds": attributes.slice(20) } });
    expect(await table.getAll(items)).toEqual(items);
    expect(clock.slept).toHaveLength(2);
  });

  it("gives up on keys that stay unprocessed", async () => {
    client
      .on(BatchGetItemCommand)
      .resolves({ UnprocessedKeys: { "stage-feeds": { Keys: [{ pk: { S: "p" }, sk: { S: "s0" } }] } } });
    await expect(table.getAll(items.slice(0, 1))).rejects.toEqual(
      new EngineUnavailableError("keys that stage-feeds left unread: 1"),
    );
    expect(client.commandCalls(BatchGetItemCommand).length).toBeGreaterThan(3);
  });

  it("gives up on items that stay unprocessed: they aren't written", async () => {
    client
      .on(BatchWriteItemCommand)
      .callsFake(({ RequestItems }: BatchWriteItemCommand["input"]) => ({ UnprocessedItems: RequestItems }));
    await expect(table.put(items.slice(0, 2).map((item) => ({ item })))).rejects.toEqual(
      new EngineUnavailableError("items that stage-feeds left unwritten: 2"),
    );
    expect(client.commandCalls(BatchWriteItemCommand).length).toBeGreaterThan(3);
  });

  it("retries only unprocessed items", async () => {
    let first = true;
    client.on(BatchWriteItemCommand).callsFake(({ RequestItems }: BatchWriteItemCommand["input"]) => {
      const requests = RequestItems?.["stage-feeds"] ?? [];
      const unprocessed = first ? requests.slice(-2) : [];
      first = false;
      return { UnprocessedItems: unprocessed.length === 0 ? {} : { "stage-feeds": unprocessed } };
    });
    // The last one has another one's sort key in a different partition.
    const given = [{ pk: "q", sk: "s4" }, ...items.slice(0, 5)];
    await table.put(given.map((item) => ({ item })));
    const written = client
      .commandCalls(BatchWriteItemCommand)
      .map(({ args: [{ input }] }) => input.RequestItems?.["stage-feeds"]?.map(({ PutRequest }) => PutRequest?.Item));
    const attributes = given.map(({ pk, sk }) => ({ pk: { S: pk }, sk: { S: sk } }));
    expect(written).toEqual([attributes, attributes.slice(-2)]);
  });

  it("puts at most 25 items into a batch, and no item with a condition", async () => {
    client.on(BatchWriteItemCommand).resolves({});
    client.on(PutItemCommand).resolves({});
    await table.put([...items.map((item) => ({ item })), { item: { pk: "q", sk: "s" }, when: absent }]);
    const sizes = client
      .commandCalls(BatchWriteItemCommand)
      .map(({ args: [{ input }] }) => input.RequestItems?.["stage-feeds"]?.length ?? 0);
    expect(sizes).toEqual([25, 5]);
    expect(client.commandCalls(PutItemCommand)[0]?.args[0].input).toMatchObject({
      ConditionExpression: "attribute_not_exists(#n0)",
      ExpressionAttributeNames: { "#n0": "pk" },
    });
  });
});

describe("DynamoTable requests", () => {
  it("stay below DynamoDB's limit of 16 MB, although JSON makes items longer", async () => {
    client.on(BatchWriteItemCommand).resolves({});
    const long = "\u0001".repeat(1_000_000);
    await table.put(["a", "b", "c"].map((sk) => ({ item: { pk: "p", sk, long } })));
    const sizes = client
      .commandCalls(BatchWriteItemCommand)
      .map(({ args: [{ input }] }) => input.RequestItems?.["stage-feeds"]?.length);
    expect(sizes).toEqual([2, 1]);
  });

  it("reads consistently unless asked otherwise", async () => {
    client.on(GetItemCommand).resolves({});
    client.on(QueryCommand).resolves({});
    client.on(BatchGetItemCommand).resolves({ Responses: { "stage-feeds": [] } });
    await table.get(key);
    await table.get(key, { consistent: false });
    await table.query({ pk: "p" });
    await table.query({ pk: "p", consistent: false });
    await table.getAll([key]);
    await table.getAll([key], { consistent: false });
    const consistent = client
      .calls()
      .map(({ args: [{ input }] }) => /"ConsistentRead":(\w+)/.exec(JSON.stringify(input))?.[1]);
    expect(consistent).toEqual(["true", "false", "true", "false", "true", "false"]);
  });

  it("finds nothing in a response without items, and refuses an index's item without its sort key", async () => {
    client.on(ScanCommand).resolves({});
    client
      .on(QueryCommand)
      .resolvesOnce({})
      .resolvesOnce({})
      .resolves({ Items: [{ pk: { S: "p" }, sk: { S: "s" } }] });
    const where = { attribute: "observedAt", atLeast: 0 };
    expect(await table.scan({ where, limit: 1 })).toEqual({ items: [], next: undefined });
    expect(await table.query({ pk: "p" })).toEqual({ items: [], more: false });
    const subscriptions = new DynamoTable({ ...parts, declaration: tables.subscriptions });
    const indexed = () => subscriptions.queryIndex({ index: "due", partition: "p" });
    expect(await indexed()).toEqual({ items: [], more: false });
    await expect(indexed()).rejects.toThrow("index due returned an item without its sort key");
  });

  it("aliases every name, including reserved words", async () => {
    client.on(UpdateItemCommand).resolves({});
    await table.update({
      key,
      set: { name: "a", state: null },
      add: { count: 1 },
      remove: ["size"],
      when: [{ attribute: "state", is: "present" }],
    });
    expect(client.commandCalls(UpdateItemCommand)[0]?.args[0].input).toMatchObject({
      UpdateExpression: "SET #n0 = :v0, #n1 = :v1 ADD #n2 :v2 REMOVE #n3",
      ConditionExpression: "attribute_exists(#n1)",
      ExpressionAttributeNames: { "#n0": "name", "#n1": "state", "#n2": "count", "#n3": "size" },
      ExpressionAttributeValues: { ":v0": { S: "a" }, ":v1": { NULL: true }, ":v2": { N: "1" } },
    });
    await table.update({ key, set: { a: 1 } });
    expect(client.commandCalls(UpdateItemCommand)[1]?.args[0].input.UpdateExpression).toBe("SET #n0 = :v0");
  });
});

const itemAt = (sk: string, expiresAt: number) => ({
  ...{ pk: { S: "p" }, sk: { S: sk } },
  expiresAt: { N: String(expiresAt) },
});
const later = clock.now() / 1_000 + 3_600;

it("a query behind expired items that DynamoDB hasn't deleted yet reads on in the largest pages, and returns no more than was asked for", async () => {
  client
    .on(QueryCommand)
    .resolvesOnce({ Items: [itemAt("a", 1), itemAt("b", 1)], LastEvaluatedKey: { pk: { S: "p" }, sk: { S: "b" } } })
    .resolvesOnce({ Items: ["c", "d", "e"].map((sk) => itemAt(sk, later)) });
  const { items, more } = await table.query({ pk: "p", limit: 2 });
  expect([items.map(({ sk }) => sk), more]).toEqual([["c", "d"], true]);
  expect(client.commandCalls(QueryCommand).map(({ args: [{ input }] }) => input.Limit)).toEqual([2, undefined]);
});
