import {
  BatchGetItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  QueryCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { CorruptItemError, EngineUnavailableError, InvalidInputError } from "../../kernel/errors.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type {
  IndexQuery,
  Item,
  Key,
  Page,
  Query,
  Scan,
  Scanned,
  TableReader,
  TableScanner,
} from "../../kernel/ports/table.ts";
import type { IndexDeclaration, TableDeclaration } from "../../kernel/topology.ts";
import { type Attributes, itemFrom, toAttributes } from "./attribute-values.ts";
import { withEngineFaults } from "./engine-fault.ts";
import { Expression } from "./expression.ts";
import { inBatches } from "./in-batches.ts";
import { inParallel } from "./in-parallel.ts";
import { keyConditionOf } from "./key-condition.ts";
import { type RetryParts, repeatRefused } from "./retries.ts";

const keysPerBatch = 100;
const batchesAtOnce = 4;

export type DynamoTableParts = RetryParts & {
  readonly client: DynamoDBClient;
  readonly tableName: string;
  readonly declaration: TableDeclaration;
  readonly clock: Clock;
};

/**
 * Reads a table of the topology from DynamoDB. An expired item counts as absent even before DynamoDB deletes it; until
 * the deletion, only index queries return it.
 */
export class DynamoTableReader implements TableReader, TableScanner {
  readonly #parts: DynamoTableParts;

  constructor(parts: DynamoTableParts) {
    this.#parts = parts;
  }

  async get({ pk, sk }: Key, options?: { readonly consistent?: false }): Promise<Item | undefined> {
    const { client, tableName: TableName } = this.#parts;
    const ConsistentRead = options?.consistent ?? true;
    const command = new GetItemCommand({ TableName, Key: toAttributes({ pk, sk }), ConsistentRead });
    const { Item } = await withEngineFaults(TableName, () => client.send(command));
    return Item === undefined ? undefined : this.#alive(itemFrom(Item));
  }

  async getAll(
    keys: readonly Key[],
    options?: { readonly consistent?: false },
  ): Promise<readonly (Item | undefined)[]> {
    const consistent = options?.consistent ?? true;
    // DynamoDB refuses a batch that contains a key twice.
    const unique = [...new Map(keys.map(({ pk, sk }) => [nameOf({ pk, sk }), { pk, sk }])).values()];
    const packs = inBatches(unique, { count: keysPerBatch, bytes: Number.POSITIVE_INFINITY }, () => 0);
    const found = await inParallel(batchesAtOnce, packs, (pack) => this.#batchGet(pack, consistent));
    const items = new Map(found.flat().map((item) => [nameOf(item), item]));
    return keys.map((key) => items.get(nameOf(key)));
  }

  async query(query: Query): Promise<Page> {
    const { client, tableName: TableName } = this.#parts;
    const asked = keyConditionOf(query);
    if (asked === undefined) return { items: [], more: false };
    const { expression, condition, startBehind } = asked;
    let start: Attributes | undefined =
      startBehind === undefined ? undefined : toAttributes({ pk: query.pk, sk: startBehind });
    for (let { limit } = query; ; limit = undefined) {
      const command = new QueryCommand({
        TableName,
        KeyConditionExpression: condition,
        ...expression.parts(),
        ConsistentRead: query.consistent ?? true,
        ScanIndexForward: query.descending !== true,
        Limit: limit,
        ExclusiveStartKey: start,
      });
      const { Items = [], LastEvaluatedKey: last } = await withEngineFaults(TableName, () => client.send(command));
      const alive = Items.flatMap((item) => this.#alive(itemFrom(item)) ?? []);
      const items = alive.slice(0, query.limit);
      // A caller can't continue after a page of only expired items, so this loop reads the next page. There may be
      // thousands of expired items, so the next page is as large as DynamoDB makes it.
      if (items.length > 0 || last === undefined) {
        return { items, more: last !== undefined || items.length < alive.length };
      }
      const { pk, sk } = itemFrom(last);
      start = toAttributes({ pk, sk });
    }
  }

  async queryIndex(query: IndexQuery): ReturnType<TableReader["queryIndex"]> {
    const { client, tableName: TableName, declaration } = this.#parts;
    const { index, partition, upTo, after, limit = 1_000 } = query;
    const declared = declaration.indexes.find(({ name }) => name === index);
    if (declared === undefined) {
      throw new InvalidInputError("query", [{ path: "index", message: `${declaration.name} has no ${index}` }]);
    }
    const expression = new Expression();
    const conditions = [`${expression.name(declared.partition)} = ${expression.value(partition)}`];
    if (upTo !== undefined) {
      conditions.push(`${expression.name(declared.sort.attribute)} <= ${expression.value(upTo)}`);
    }
    const command = new QueryCommand({
      TableName,
      IndexName: index,
      KeyConditionExpression: conditions.join(" AND "),
      ...expression.parts(),
      Limit: limit,
      ScanIndexForward: query.descending !== true,
      ExclusiveStartKey: after && startOf(after, partition, declared),
    });
    const { Items = [], LastEvaluatedKey } = await withEngineFaults(TableName, () => client.send(command));
    return { items: Items.map((item) => indexItemOf(itemFrom(item), declared)), more: LastEvaluatedKey !== undefined };
  }

  async scan({ where, after, limit }: Scan): Promise<Scanned> {
    const { client, tableName: TableName } = this.#parts;
    const expression = new Expression();
    const command = new ScanCommand({
      TableName,
      // DynamoDB's comparison doesn't match an attribute that holds a string instead of a number.
      FilterExpression: `${expression.name(where.attribute)} >= ${expression.value(where.atLeast)}`,
      ...expression.parts(),
      Limit: limit,
      ExclusiveStartKey: after && toAttributes({ pk: after.pk, sk: after.sk }),
    });
    const { Items = [], LastEvaluatedKey } = await withEngineFaults(TableName, () => client.send(command));
    const next = LastEvaluatedKey && itemFrom(LastEvaluatedKey);
    return {
      items: Items.flatMap((item) => this.#alive(itemFrom(item)) ?? []),
      next: next && { pk: next.pk, sk: next.sk },
    };
  }

  async #batchGet(keys: readonly Key[], ConsistentRead: boolean): Promise<readonly Item[]> {
    const { client, tableName } = this.#parts;
    const items: Item[] = [];
    const attempt = async (left: readonly Key[]) => {
      const Keys = left.map(({ pk, sk }) => toAttributes({ pk, sk }));
      const command = new BatchGetItemCommand({ RequestItems: { [tableName]: { Keys, ConsistentRead } } });
      const { Responses, UnprocessedKeys } = await withEngineFaults(tableName, () => client.send(command));
      for (const item of Responses?.[tableName] ?? []) {
        const alive = this.#alive(itemFrom(item));
        if (alive !== undefined) items.push(alive);
      }
      return (UnprocessedKeys?.[tableName]?.Keys ?? []).map(itemFrom);
    };
    const left = await repeatRefused(keys, attempt, this.#parts);
    if (left.length > 0) throw new EngineUnavailableError(`keys that ${tableName} left unread: ${left.length}`);
    return items;
  }

  #alive(item: Item): Item | undefined {
    const { declaration, clock } = this.#parts;
    const expires = declaration.expiry === undefined ? undefined : item[declaration.expiry];
    return typeof expires === "number" && expires <= clock.now() / 1_000 ? undefined : item;
  }
}

/** A unique name for a key. JSON separates the parts, because ids may contain any separator. */
function nameOf({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}

function startOf(after: NonNullable<IndexQuery["after"]>, partition: string, declared: IndexDeclaration): Attributes {
  const { pk, sk, indexSort } = after;
  return toAttributes({ pk, sk, [declared.partition]: partition, [declared.sort.attribute]: indexSort });
}

function indexItemOf(item: Item, { name, sort }: IndexDeclaration): Key & { readonly indexSort: string | number } {
  const indexSort = item[sort.attribute];
  if (typeof indexSort !== "string" && typeof indexSort !== "number") {
    throw new CorruptItemError(`index ${name} returned an item without its sort key`);
  }
  return { pk: item.pk, sk: item.sk, indexSort };
}
