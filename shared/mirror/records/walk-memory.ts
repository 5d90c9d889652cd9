import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import { queryAll } from "../../kernel/query-all.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import type { OwnerFeeds } from "../../schedule/feeds/owner-feeds.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";
import type { Moment } from "../../source/source.ts";
import { type Fact, findItem, type MirrorItem, mirrorItem } from "../mirror-item.ts";
import { shardPartition } from "../mirror-key.ts";
import { isLate, removalReason, tombstoneOf } from "../next-item.ts";
import { writeItem } from "../write-item.ts";
import { ownerOfRecord, phaseOf } from "./owner-of-record.ts";

type Parts = Context & {
  readonly mirror: Table;
  readonly instances: Pick<InstanceRegistry, "find">;
  readonly owners: Pick<OwnerFeeds, "wake">;
};

/** The mirror as walks use it: which records should exist, and what to do with missing ones. */
export class WalkMemory {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Unlisted and held records count as live, because they, too, may be gone, and only a walk would notice. */
  async *liveRecords(
    instance: string,
    resource: RecordResource,
    shard: number,
    firstSeenBefore: number,
  ): AsyncGenerator<{ readonly id: string; readonly phase: Owner | undefined }> {
    const pk = shardPartition(instance, resource, shard);
    for await (const item of queryAll(this.#parts.mirror, { pk })) {
      const record = parseStored(mirrorItem, item, `mirror item ${resource} ${item.sk}`);
      const { id, state, firstSeenAt } = record;
      if (state !== "deleted" && firstSeenAt < firstSeenBefore) yield { id, phase: phaseOf(record) };
    }
  }

  /** Marks a record whose removal is held. Any list that shows the record again removes the mark. */
  async held(instance: string, resource: RecordResource, id: string): Promise<void> {
    await this.#change(instance, resource, id, (item) =>
      item.state === "live" || item.state === "unlisted" ? { ...item, state: "held" } : undefined,
    );
  }

  async released(instance: string, resource: RecordResource, id: string): Promise<void> {
    await this.#change(instance, resource, id, (item) =>
      item.state === "held" ? { ...item, state: "live" } : undefined,
    );
  }

  async removed(instance: string, resource: RecordResource, id: string, moment: Moment): Promise<void> {
    const { instances, owners, clock, timings } = this.#parts;
    const seqFloor = (await instances.find(instance))?.seqFloor ?? 0;
    const wrote = await this.#change(instance, resource, id, (item) => {
      // The 404 may be older than the last observation. If the record is gone, the next walk won't show it either.
      if (item.state === "deleted" || isLate(item, moment, timings)) return undefined;
      const at = { now: clock.now(), seqFloor, retention: timings.tombstoneRetention };
      const facts: Fact[] = [{ type: `${resource}.removed`, key: "" }];
      const reason = removalReason({ cascade: false, recorded: false });
      return tombstoneOf(item, moment.asOf, at, { detectedBy: "walk", facts, reason });
    });
    // The record's documents are also gone. A crash before this line only delays their removal.
    const gone = ownerOfRecord({ resource, id });
    if (wrote && gone.length > 0) await owners.wake(instance, gone);
  }

  /** Returns whether it wrote. Throws ContentionError after too many conflicts. */
  async #change(
    instance: string,
    resource: RecordResource,
    id: string,
    next: (item: MirrorItem) => MirrorItem | undefined,
  ): Promise<boolean> {
    const outcome = await retryOnConflict(`${resource} ${id} of ${instance}`, async () => {
      const item = await findItem(this.#parts.mirror, instance, resource, id);
      const changed = item && next(item);
      return changed === undefined ? "unchanged" : writeItem(this.#parts.mirror, item, changed);
    });
    return outcome === "written";
  }
}
