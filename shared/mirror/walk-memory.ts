import { ContentionError } from "../kernel/errors.ts";
import { parseStored } from "../kernel/parse.ts";
import type { Clock } from "../kernel/ports/clock.ts";
import type { Table } from "../kernel/ports/table.ts";
import { queryAll } from "../kernel/query-all.ts";
import type { Timings } from "../kernel/timings.ts";
import type { ObserveOutcome, RecordResource, RecordRow, WalkMemory } from "../polling/observation.ts";
import type { Moment, Source } from "../source/source.ts";
import { type MirrorItem, mirrorItem } from "./mirror-item.ts";
import { recordKey, shardPartition } from "./mirror-key.ts";
import type { Instances } from "./mirror-ports.ts";
import type { MirrorRecordSink } from "./records/record-sink.ts";
import { tombstoneOf } from "./records/tombstone-of.ts";
import { unmoved } from "./records/write-settled.ts";
import { storedItem } from "./stored-item.ts";

export type WalkMemoryParts = {
  readonly mirror: Pick<Table, "get" | "put" | "query">;
  readonly records: Pick<MirrorRecordSink, "observeUnlisted">;
  readonly instances: Instances;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "tombstoneRetention" | "lateReadMargin">;
};

const rounds = 5;

/** The mirror as walks see it: what should be there, and what to do with what isn't. */
export class MirrorWalkMemory implements WalkMemory {
  readonly #parts: WalkMemoryParts;

  constructor(parts: WalkMemoryParts) {
    this.#parts = parts;
  }

  /** Unlisted and held records count as live: they too are gone one day, and only a walk asks for them. */
  async *liveRecords(
    instance: string,
    resource: RecordResource,
    shard: number,
    firstSeenBefore: number,
  ): AsyncGenerator<{ readonly id: string }> {
    const pk = shardPartition(instance, resource, shard);
    for await (const item of queryAll(this.#parts.mirror, { pk, consistent: true })) {
      const { id, state, firstSeenAt } = parseStored(mirrorItem, item, `mirror item ${resource} ${item.sk}`);
      if (state !== "deleted" && firstSeenAt < firstSeenBefore) yield { id };
    }
  }

  unlisted(
    instance: string,
    resource: RecordResource,
    row: RecordRow,
    moment: Moment,
    source: Source,
  ): Promise<ObserveOutcome> {
    const seen = { instance, resource, moment, rows: [row], projection: "full", detectedBy: "walk" } as const;
    return this.#parts.records.observeUnlisted({ ...seen, draining: false }, source);
  }

  /** Throws ContentionError where the record keeps moving under it. */
  async removed(instance: string, resource: RecordResource, id: string, moment: Moment): Promise<void> {
    const { mirror, instances, clock, timings } = this.#parts;
    const seqFloor = (await instances.find(instance))?.seqFloor ?? 0;
    for (let round = 0; round < rounds; round += 1) {
      const item = await this.#find(instance, resource, id);
      if (item === undefined || item.state === "deleted") return;
      // The 404 may be older than what was seen last; if the record is gone all the same, the next walk says so.
      if (moment.beganAt < item.asOf + timings.lateReadMargin) return;
      const when = { now: clock.now(), seqFloor, retention: timings.tombstoneRetention };
      const tombstone = tombstoneOf(item, moment.asOf, when);
      const [outcome] = await mirror.put([{ item: storedItem(tombstone), when: unmoved(item) }]);
      if (outcome === "written") return;
    }
    throw new ContentionError(`${resource} ${id} of ${instance} keeps moving`);
  }

  async #find(instance: string, resource: RecordResource, id: string): Promise<MirrorItem | undefined> {
    const item = await this.#parts.mirror.get(recordKey(instance, resource, id));
    return item && parseStored(mirrorItem, item, `mirror item ${resource} ${id}`);
  }
}
