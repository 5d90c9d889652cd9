import { setTimeout as sleep } from "node:timers/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import {
  type BatchResponse,
  type Handler,
  type StreamEvent,
  streamEvent,
} from "../../../../functions/runtime/messages/lambda-events.ts";
import { mirrorStream } from "../../../../shared/kernel/topology.ts";

const streams = z.object({ Streams: z.tuple([z.object({ StreamArn: z.string() })]) });
const description = z.object({
  StreamDescription: z.object({
    Shards: z.array(z.object({ ShardId: z.string(), ParentShardId: z.string().optional() })),
    LastEvaluatedShardId: z.string().optional(),
  }),
});
const start = z.object({ ShardIterator: z.string() });
const page = z.object({ ...streamEvent.shape, NextShardIterator: z.string().optional() });

type Shard = {
  readonly id: string;
  readonly parent: string | undefined;
  iterator?: string;
  after?: string;
  isDone: boolean;
};

/** Any response but 200, by the name of its exception. */
export class StreamRefusal extends Error {}

/**
 * Reads a table's change stream like Lambda: each shard in order, a shard after its parent, from the handler's last
 * failure. An iterator that expired, or that points before the kept records, is replaced.
 */
export class DynamoStream {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #shards = new Map<string, Shard>();
  #arn: string | undefined;
  /** How often the stream refused an iterator, by reason. */
  readonly refusals: string[] = [];
  /** Replaces an iterator before its use, because tests age it. */
  withIterator: (iterator: string) => string = (iterator) => iterator;

  constructor(client: DynamoDBClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  get closedShards(): number {
    return [...this.#shards.values()].filter(({ isDone }) => isDone).length;
  }

  /** DynamoDB records changes by itself. */
  async watch<T>(_operation: string, _body: unknown, send: () => Promise<T>): Promise<T> {
    return send();
  }

  async follow(handler: Handler<StreamEvent, BatchResponse>, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) if ((await this.turn(handler)) === 0) await sleep(20);
  }

  /** Reads each due shard once, and returns how many records were done. */
  async turn(handler: Handler<StreamEvent, BatchResponse>): Promise<number> {
    await this.#describe();
    let done = 0;
    for (const shard of this.#shards.values()) {
      const parent = shard.parent === undefined ? undefined : this.#shards.get(shard.parent);
      if (!shard.isDone && parent?.isDone !== false) done += await this.#read(shard, handler);
    }
    return done;
  }

  async #read(shard: Shard, handler: Handler<StreamEvent, BatchResponse>): Promise<number> {
    let answer: z.output<typeof page>;
    try {
      shard.iterator ??= await this.#iteratorOf(shard);
      const ask = { ShardIterator: this.withIterator(shard.iterator), Limit: mirrorStream.batchSize };
      answer = page.parse(await this.ask("GetRecords", ask));
    } catch (error) {
      if (!(error instanceof StreamRefusal)) throw error;
      this.refusals.push(error.message);
      delete shard.iterator;
      if (error.message === "TrimmedDataAccessException") delete shard.after;
      // A completely trimmed shard is gone.
      if (error.message === "ResourceNotFoundException") shard.isDone = true;
      return 0;
    }
    const { Records, NextShardIterator } = answer;
    const [failed] = Records.length === 0 ? [] : (await handler({ Records })).batchItemFailures;
    const at = Records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failed?.itemIdentifier);
    const done = at === -1 ? Records : Records.slice(0, at);
    const last = done.at(-1)?.dynamodb.SequenceNumber;
    if (last !== undefined) shard.after = last;
    if (at !== -1) delete shard.iterator;
    else if (NextShardIterator === undefined) shard.isDone = true;
    else shard.iterator = NextShardIterator;
    return done.length;
  }

  async #iteratorOf({ id: ShardId, after }: Shard): Promise<string> {
    const from =
      after === undefined
        ? { ShardIteratorType: "TRIM_HORIZON" }
        : { ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after };
    return start.parse(await this.ask("GetShardIterator", { StreamArn: this.#arn, ShardId, ...from })).ShardIterator;
  }

  async #describe(): Promise<void> {
    this.#arn ??= streams.parse(await this.ask("ListStreams", { TableName: this.#table })).Streams[0].StreamArn;
    for (let ExclusiveStartShardId: string | undefined; ; ) {
      const ask = { StreamArn: this.#arn, ...(ExclusiveStartShardId !== undefined && { ExclusiveStartShardId }) };
      const { Shards, LastEvaluatedShardId } = description.parse(
        await this.ask("DescribeStream", ask),
      ).StreamDescription;
      for (const { ShardId: id, ParentShardId: parent } of Shards) {
        if (!this.#shards.has(id)) this.#shards.set(id, { id, parent, isDone: false });
      }
      if (LastEvaluatedShardId === undefined) return;
      ExclusiveStartShardId = LastEvaluatedShardId;
    }
  }

  /** The engine checks no signature. */
  async ask(operation: string, body: object, service = "DynamoDBStreams_20120810"): Promise<unknown> {
    const { hostname, port } = await this.#client.config.endpoint!();
    const { accessKeyId } = await this.#client.config.credentials();
    const scope = `${accessKeyId}/20260101/eu-west-1/dynamodb/aws4_request`;
    const answer = await fetch(`http://${hostname}:${port}`, {
      method: "POST",
      headers: {
        "x-amz-target": `${service}.${operation}`,
        "content-type": "application/x-amz-json-1.0",
        authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`,
      },
      body: JSON.stringify(body),
    });
    const parsed: unknown = await answer.json();
    if (answer.ok) return parsed;
    const { __type } = z.object({ __type: z.string() }).parse(parsed);
    throw new StreamRefusal(__type.slice(__type.lastIndexOf("#") + 1));
  }
}
