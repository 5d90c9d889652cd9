import * as z from "zod";
import { parseStored } from "../../kernel/parse.ts";
import type { Table, TableReader } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Plan } from "../wheel/plan.ts";

/** Several partitions of the mirror get heartbeats, because a single shard of the change stream can fall behind. */
const shards = Array.from({ length: 16 }, (_, shard) => shard);
const seenItem = z.object({ beat: z.int() });

/** At most this many rounds are remembered. The oldest one is kept, because it shows how far publishing is behind. */
const mostUnseen = 12;

/** Polling slows down when publishing is behind by more than this fraction of `heartbeatLimit`. */
const unhurried = 1 / 3;

export type HeartbeatState = Pick<Plan, "heartbeatAt" | "unseenHeartbeats">;

/**
 * Shows whether publishing works (docs/architecture.md#when-broken-we-stop-reading): writes a heartbeat to each shard
 * of the mirror every `heartbeatPeriod` (pk `<instance>#beat#<shard>`, sk `beat`). Publishing notes the last heartbeat
 * that it saw in each shard (`feeds` table, pk `<instance>#beats`, sk `<shard>`).
 */
export class Heartbeats {
  readonly #mirror: Table;
  readonly #feeds: Table;
  readonly #timings: Timings;

  constructor(mirror: Table, feeds: Table, timings: Timings) {
    this.#mirror = mirror;
    this.#feeds = feeds;
    this.#timings = timings;
  }

  async beat(instance: string, state: HeartbeatState, now: number): Promise<HeartbeatState> {
    const { heartbeatPeriod } = this.#timings;
    const due = now - state.heartbeatAt >= heartbeatPeriod;
    if (due) {
      await this.#mirror.put(
        shards.map((shard) => ({ item: { pk: `${instance}#beat#${shard}`, sk: "beat", beat: now } })),
      );
    }
    const oldest = state.unseenHeartbeats[0];
    const late = oldest !== undefined && now - oldest >= heartbeatPeriod;
    const seen = oldest !== undefined && (due || late) ? await heartbeatSeenByAll(this.#feeds, instance) : 0;
    const unseen = [...state.unseenHeartbeats, ...(due ? [now] : [])].filter((beat) => beat > seen);
    return {
      heartbeatAt: due ? now : state.heartbeatAt,
      unseenHeartbeats: unseen.length > mostUnseen ? unseen.filter((_, position) => position !== 1) : unseen,
    };
  }

  /** Returns false if publishing is so far behind that reading more would only lengthen its queue. */
  isPublishing({ unseenHeartbeats: [oldest] }: HeartbeatState, now: number): boolean {
    return oldest === undefined || now - oldest <= this.#timings.heartbeatLimit;
  }
}

/**
 * The last heartbeat (unix ms) that publishing has seen in every shard; 0 if there is none. What the mirror contained
 * by then has been published, except in a shard of the stream that gets no heartbeats and is behind. DynamoDB places
 * partitions at random: of four shards, one gets none in 4 % of instances.
 */
export async function heartbeatSeenByAll(feeds: TableReader, instance: string): Promise<number> {
  const items = await feeds.getAll(shards.map((shard) => ({ pk: `${instance}#beats`, sk: String(shard) })));
  return Math.min(
    ...items.map((item) =>
      item === undefined ? 0 : parseStored(seenItem, item, `last heartbeat seen for ${instance}`).beat,
    ),
  );
}

/**
 * The fraction of the request budget to spend. It falls to 0 as publishing falls behind. Without this, changes would
 * wait for hours in a full stream.
 */
export function shareWhilePublishing(
  { unseenHeartbeats: [oldest] }: Pick<HeartbeatState, "unseenHeartbeats">,
  now: number,
  { heartbeatLimit }: Timings,
): number {
  if (oldest === undefined) return 1;
  const behind = (now - oldest) / heartbeatLimit;
  return Math.min(1, Math.max(0, (1 - behind) / (1 - unhurried)));
}
