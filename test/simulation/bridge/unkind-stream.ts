import type { BatchResponse, StreamEvent } from "../../../functions/runtime/messages/lambda-events.ts";
import { toAttributes } from "../../../shared/adapters/aws/attribute-values.ts";
import type { Item } from "../../../shared/kernel/ports/table.ts";
import { mirrorStream } from "../../../shared/kernel/topology.ts";
import type { FunctionPool } from "./function-pool.ts";
import type { Ground } from "./ground.ts";

type StreamRecord = StreamEvent["Records"][number];
type Shard = {
  readonly records: StreamRecord[];
  /** Records that publish received at least once. */
  readonly tried: Set<StreamRecord>;
  busy: boolean;
  size: number;
};

export type StreamParts = { readonly ground: Ground; readonly consumer: Pick<FunctionPool, "invoke"> };

const shards = 3;

/**
 * The mirror's change stream and its event source mapping. A shard keeps the order of its keys' changes, repeats a batch
 * from the first failed record, halves one that failed as a whole, and may repeat what is done. It may lose what wasn't
 * read within a day, as if that day had passed.
 */
export class UnkindStream {
  readonly #parts: StreamParts;
  readonly #shards: Shard[] = Array.from({ length: shards }, () => ({
    records: [],
    tried: new Set(),
    busy: false,
    size: 100,
  }));
  #written = 0;
  /** When (ms) each record was appended. */
  readonly #appendedAt = new WeakMap<StreamRecord, number>();
  /** Whether the stream lost a record that nobody had read. */
  hasLost = false;

  constructor(parts: StreamParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#shards.reduce((sum, { records }) => sum + records.length, 0);
  }

  /** When (ms) the oldest record that isn't done was appended; undefined if all are done. */
  get waitingSince(): number | undefined {
    const times = this.#shards.flatMap(({ records: [first] }) => (first && this.#appendedAt.get(first)) ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  append(before: Item | undefined, after: Item | undefined): void {
    const item = after ?? before;
    if (item === undefined) return;
    this.#written += 1;
    const { pk, sk } = item;
    const eventName = before === undefined ? "INSERT" : after === undefined ? "REMOVE" : "MODIFY";
    const shard = this.#shards[shardOf(pk)]!;
    const record: StreamRecord = {
      eventName,
      dynamodb: {
        SequenceNumber: String(this.#written).padStart(12, "0"),
        Keys: toAttributes({ pk, sk }),
        ...(before !== undefined && { OldImage: toAttributes(before) }),
        ...(after !== undefined && { NewImage: toAttributes(after) }),
      },
    };
    this.#appendedAt.set(record, this.#parts.ground.clock.now());
    shard.records.push(record);
    this.#lookSoon(shard, 50 + this.#parts.ground.below(600));
  }

  #lookSoon(shard: Shard, wait: number): void {
    const { clock } = this.#parts.ground;
    clock.at(clock.now() + wait, () => void this.#consume(shard));
  }

  async #consume(shard: Shard): Promise<void> {
    if (shard.busy || shard.records.length === 0) return;
    shard.busy = true;
    const { ground, consumer } = this.#parts;
    // A record that was tried and failed for a day goes to the failure bucket and is sent again from there. Nobody
    // reads a lost one.
    if (ground.strikes("streamTrim") && !shard.tried.has(shard.records[0]!)) {
      const lost = shard.records.splice(0, 1 + ground.below(20));
      this.hasLost = true;
      ground.trace.note("stream", `is trimmed: ${lost.length} records are lost`);
    }
    const size = Math.min(shard.size, 1 + ground.below(mirrorStream.batchSize));
    const batch = shard.records.slice(0, size);
    const invocation = await consumer.invoke({ Records: batch.map((record) => this.#garbled(record)) });
    shard.busy = false;
    for (const record of batch) shard.tried.add(record);
    if (invocation.outcome === "failed") {
      shard.size = Math.max(1, Math.ceil(batch.length / 2));
      this.#lookSoon(shard, 500 + ground.below(2_000));
      return;
    }
    shard.size = mirrorStream.batchSize;
    const [failure] = (invocation.result as BatchResponse).batchItemFailures;
    const failed = batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === failure?.itemIdentifier);
    const done = failure === undefined ? batch.length : Math.max(failed, 0);
    if (done > 0 && ground.strikes("streamRepeat")) ground.trace.note("stream", `brings ${done} records again`);
    else shard.records.splice(0, done);
    if (shard.records.length > 0) this.#lookSoon(shard, failure === undefined ? 1 : 500 + ground.below(1_000));
  }

  /** Makes a record's images unreadable once. A reader that skips it loses its events. */
  #garbled(record: StreamRecord): StreamRecord {
    if (!this.#parts.ground.strikes("streamGarble")) return record;
    const { NewImage, ...rest } = record.dynamodb;
    if (NewImage === undefined) return record;
    this.#parts.ground.trace.note("stream", `garbles record ${rest.SequenceNumber}`);
    return { ...record, dynamodb: { ...rest, NewImage: { ...NewImage, sk: { B: "AA==" } } } };
  }
}

function shardOf(pk: string): number {
  let hash = 0;
  for (const letter of pk) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0;
  return hash % shards;
}
