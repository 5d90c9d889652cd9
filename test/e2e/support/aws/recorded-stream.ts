import { setTimeout as sleep } from "node:timers/promises";
import { type AttributeValue, type DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { BatchResponse, Handler, StreamEvent } from "../../../../functions/runtime/messages/lambda-events.ts";
import { mirrorStream } from "../../../../shared/kernel/topology.ts";

type Image = Record<string, AttributeValue>;
type StreamRecord = StreamEvent["Records"][number];

const key = z.object({ pk: z.object({ S: z.string() }), sk: z.object({ S: z.string() }) });
const write = z.object({ PutRequest: z.object({ Item: key }) });
const request = z.object({
  TableName: z.string().optional(),
  Key: key.optional(),
  Item: key.optional(),
  RequestItems: z.record(z.string(), z.array(write)).optional(),
});
type Key = z.output<typeof key>;

/**
 * The change stream that dynalite lacks: it sees each request that writes an item, and records the images before and
 * after it. As on DynamoDB, a write that changes nothing leaves no record.
 */
export class RecordedStream {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  /** The newest writing request, by its item's key. */
  readonly #last = new Map<string, Promise<unknown>>();
  readonly records: StreamRecord[] = [];

  constructor(client: DynamoDBClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Runs `send`, which passes the request on, and records the change. */
  async watch<T>(operation: string, body: unknown, send: () => Promise<T>): Promise<T> {
    const keys = this.#written(operation, body);
    if (keys.length === 0) return send();
    const names = keys.map(({ pk, sk }) => JSON.stringify([pk.S, sk.S]));
    const before = Promise.all(names.map((name) => this.#last.get(name) ?? Promise.resolve()));
    const result = before.then(async () => {
      const old = await Promise.all(keys.map((each) => this.#image(each)));
      try {
        return await send();
      } finally {
        const after = await Promise.all(keys.map((each) => this.#image(each)));
        keys.forEach((each, position) => {
          this.#record(each, old[position], after[position]);
        });
      }
    });
    const ended = result.catch(() => undefined);
    for (const name of names) this.#last.set(name, ended);
    return result;
  }

  /** Passes the records to a handler like Lambda, batch by batch, again from the first failed one. */
  async follow(handler: Handler<StreamEvent, BatchResponse>, ended: AbortSignal): Promise<void> {
    for (let position = 0; !ended.aborted; ) {
      const Records = this.records.slice(position, position + mirrorStream.batchSize);
      if (Records.length === 0) await sleep(20);
      else {
        const [failed] = (await handler({ Records })).batchItemFailures;
        const done = Records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed?.itemIdentifier);
        position += done === -1 ? Records.length : done;
      }
    }
  }

  #written(operation: string, body: unknown): readonly Key[] {
    if (!["PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"].includes(operation)) return [];
    const { TableName, Key, Item, RequestItems = {} } = request.parse(body);
    const batch = RequestItems[this.#table] ?? [];
    const single = TableName === this.#table ? (Key ?? Item) : undefined;
    return [...batch.map(({ PutRequest }) => PutRequest.Item), ...(single === undefined ? [] : [single])];
  }

  async #image({ pk, sk }: Key): Promise<Image | undefined> {
    const command = new GetItemCommand({ TableName: this.#table, Key: { pk, sk }, ConsistentRead: true });
    return (await this.#client.send(command)).Item;
  }

  #record(Keys: Key, OldImage: Image | undefined, NewImage: Image | undefined): void {
    if (JSON.stringify(OldImage) === JSON.stringify(NewImage)) return;
    const SequenceNumber = String(this.records.length).padStart(12, "0");
    const images = { ...(OldImage && { OldImage }), ...(NewImage && { NewImage }) };
    const eventName = NewImage === undefined ? "REMOVE" : OldImage === undefined ? "INSERT" : "MODIFY";
    this.records.push({ eventName, dynamodb: { SequenceNumber, Keys, ...images } });
  }
}
