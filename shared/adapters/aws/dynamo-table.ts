import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { EngineUnavailableError } from "../../kernel/errors.ts";
import type { Change, Condition, Item, Key, Put, Table, WriteOutcome } from "../../kernel/ports/table.ts";
import { type Attributes, toAttributes } from "./attribute-values.ts";
import { type DynamoTableParts, DynamoTableReader } from "./dynamo-table-reader.ts";
import { withEngineFaults } from "./engine-fault.ts";
import { Expression } from "./expression.ts";
import { inBatches } from "./in-batches.ts";
import { inParallel } from "./in-parallel.ts";
import { repeatRefused } from "./retries.ts";

/**
 * Limits of one request. DynamoDB accepts up to 16 MB. An item may take up to 400 KB, and its JSON text may be several
 * times as long.
 */
const batch = { count: 25, bytes: 12 * 1024 * 1024 };
const writesAtOnce = 16;

type PutRequest = { readonly PutRequest: { readonly Item: Attributes } };

/** A table of the topology on DynamoDB. It uses no transactions, so that any engine with DynamoDB's protocol works. */
export class DynamoTable extends DynamoTableReader implements Table {
  readonly #parts: DynamoTableParts;

  constructor(parts: DynamoTableParts) {
    super(parts);
    this.#parts = parts;
  }

  /**
   * Sends each conditional put in its own request, several at a time. Sends unconditional puts in batches, which don't
   * support conditions.
   */
  async put(puts: readonly Put[]): Promise<readonly WriteOutcome[]> {
    const unconditional = puts.flatMap(({ item, when }) => (when === undefined ? [item] : []));
    const [outcomes] = await Promise.all([
      inParallel(writesAtOnce, puts, async ({ item, when }) =>
        when === undefined ? "written" : this.#putOne(item, when),
      ),
      this.#putBatches(unconditional),
    ]);
    return outcomes;
  }

  async update({ key, set = {}, add = {}, remove = [], when }: Change): Promise<WriteOutcome> {
    const { client, tableName: TableName } = this.#parts;
    const expression = new Expression();
    const clause = (verb: string, actions: readonly string[]) =>
      actions.length === 0 ? [] : [`${verb} ${actions.join(", ")}`];
    const clauses = [
      ...clause(
        "SET",
        Object.entries(set).map(([name, value]) => `${expression.name(name)} = ${expression.value(value)}`),
      ),
      ...clause(
        "ADD",
        Object.entries(add).map(([name, amount]) => `${expression.name(name)} ${expression.value(amount)}`),
      ),
      ...clause(
        "REMOVE",
        remove.map((name) => expression.name(name)),
      ),
    ];
    const command = new UpdateItemCommand({
      TableName,
      Key: toAttributes({ pk: key.pk, sk: key.sk }),
      UpdateExpression: clauses.length === 0 ? undefined : clauses.join(" "),
      ...conditionParts(expression, when),
    });
    return outcomeOf(TableName, () => client.send(command));
  }

  async remove({ pk, sk }: Key, when?: Condition): Promise<WriteOutcome> {
    const { client, tableName: TableName } = this.#parts;
    const parts = conditionParts(new Expression(), when);
    const command = new DeleteItemCommand({ TableName, Key: toAttributes({ pk, sk }), ...parts });
    return outcomeOf(TableName, () => client.send(command));
  }

  async #putOne(item: Item, when: Condition): Promise<WriteOutcome> {
    const { client, tableName: TableName } = this.#parts;
    const parts = conditionParts(new Expression(), when);
    const command = new PutItemCommand({ TableName, Item: toAttributes(item), ...parts });
    return outcomeOf(TableName, () => client.send(command));
  }

  async #putBatches(items: readonly Item[]): Promise<void> {
    // DynamoDB refuses two puts of one key in a batch. Sending only the last put of each key has the same result.
    const last = new Map(items.map((item) => [JSON.stringify([item.pk, item.sk]), item]));
    const requests = [...last.values()].map((item) => ({ PutRequest: { Item: toAttributes(item) } }));
    const packs = inBatches(requests, batch, (request) => Buffer.byteLength(JSON.stringify(request)));
    await inParallel(writesAtOnce, packs, (pack) => this.#putBatch(pack));
  }

  async #putBatch(requests: readonly PutRequest[]): Promise<void> {
    const { client, tableName } = this.#parts;
    const attempt = async (left: readonly PutRequest[]) => {
      const command = new BatchWriteItemCommand({ RequestItems: { [tableName]: [...left] } });
      const { UnprocessedItems } = await withEngineFaults(tableName, () => client.send(command));
      const unprocessed = new Set(UnprocessedItems?.[tableName]?.map(({ PutRequest }) => keyOf(PutRequest?.Item)));
      return left.filter(({ PutRequest: { Item } }) => unprocessed.has(keyOf(Item)));
    };
    const left = await repeatRefused(requests, attempt, this.#parts);
    if (left.length > 0) throw new EngineUnavailableError(`items that ${tableName} left unwritten: ${left.length}`);
  }
}

function keyOf(item: Readonly<Record<string, unknown>> | undefined): string {
  return JSON.stringify([item?.["pk"], item?.["sk"]]);
}

function conditionParts(expression: Expression, when: Condition | undefined) {
  const ConditionExpression = when === undefined || when.length === 0 ? undefined : expression.condition(when);
  return { ...expression.parts(), ConditionExpression };
}

async function outcomeOf(what: string, write: () => Promise<unknown>): Promise<WriteOutcome> {
  return withEngineFaults(what, async () => {
    try {
      await write();
      return "written";
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return "conflict";
      throw error;
    }
  });
}
