import type { RecordResource } from "../../../../shared/kernel/catalogue.ts";
import type { Owner } from "../../../../shared/kernel/envelope.ts";
import { bucketOf } from "../../../../shared/kernel/hash.ts";
import type { WalkMemory } from "../../../../shared/mirror/records/walk-memory.ts";
import { type ObserveOutcome } from "../../../../shared/polling/feed-reader.ts";
import { type RecordPage } from "../../../../shared/polling/observe/observed.ts";

/** The mirror as walks see it: ids and when they were first seen. */
export class MemoryWalkMemory implements Pick<WalkMemory, keyof WalkMemory> {
  readonly live = new Map<string, number>();
  readonly phases = new Map<string, Owner>();
  readonly unlistedPages: RecordPage[] = [];
  readonly removedIds: string[] = [];
  readonly heldIds = new Set<string>();

  async *liveRecords(_instance: string, _resource: RecordResource, shard: number, firstSeenBefore: number) {
    for (const [id, firstSeenAt] of this.live) {
      if (bucketOf(id, 16) === shard && firstSeenAt < firstSeenBefore) yield { id, phase: this.phases.get(id) };
    }
  }

  async unlisted(page: RecordPage): Promise<ObserveOutcome> {
    this.unlistedPages.push(page);
    return { outcome: "observed", changed: 1 };
  }

  async held(_instance: string, _resource: RecordResource, id: string): Promise<void> {
    this.heldIds.add(id);
  }

  async released(_instance: string, _resource: RecordResource, id: string): Promise<void> {
    this.heldIds.delete(id);
  }

  async removed(_instance: string, _resource: RecordResource, id: string): Promise<void> {
    this.removedIds.push(id);
    this.live.delete(id);
  }
}
