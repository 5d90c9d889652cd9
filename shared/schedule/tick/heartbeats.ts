import * as z from "zod";
import { parseStored } from "../../kernel/parse.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { Plan } from "../wheel/plan.ts";

/** The mirror's shards: each has its own place in the change stream. */
const shards = Array.from({ length: 16 }, (_, shard) => shard);
const seenItem = z.object({ beat: z.int() });

/** Rounds remembered. In longer trouble the second oldest is forgotten: only the oldest decides. */
const mostUnseen = 12;

/** Part of `heartbeatLimit` that publishing may be behind before polling slows down. */
const unhurried = 1 / 3;

export type HeartbeatState = Pick<Plan, "heartbeatAt" | "unseenHeartbeats">;

/**
 * Proof that publishing works (docs/architecture.md#when-broken-we-stop-reading): a heartbeat on every shard of the mirror
 * each `heartbeatPeriod` (pk `<instance>#beat#<shard>`, sk `beat`), and publish's note of the last one it saw (`feeds`,
 * pk `<instance>#beats`, sk `<shard>`).
 */
export class Heartbeats {
  readonly #mirror: Pick<Table, "put">;
  readonly #feeds: Pick<Table, "getAll">;
  readonly #timings: Pick<Timings, "heartbeatPeriod" | "heartbeatLimit">;

  constructor(
    mirror: Pick<Table, "put">,
    feeds: Pick<Table, "getAll">,
    timings: Pick<Timings, "heartbeatPeriod" | "heartbeatLimit">,
  ) {
    this.#mirror = mirror;
    this.#feeds = feeds;
    this.#timings = timings;
  }

  /** Writes a round when it is time, and forgets those that were seen. */
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
    const seen = oldest !== undefined && (due || late) ? await this.#seenByAll(instance) : 0;
    const unseen = [...state.unseenHeartbeats, ...(due ? [now] : [])].filter((beat) => beat > seen);
    return {
      heartbeatAt: due ? now : state.heartbeatAt,
      unseenHeartbeats: unseen.length > mostUnseen ? unseen.filter((_, position) => position !== 1) : unseen,
    };
  }

  /** False while our own publishing is so far behind that reading more would only lengthen its queue. */
  isPublishing({ unseenHeartbeats: [oldest] }: HeartbeatState, now: number): boolean {
    return oldest === undefined || now - oldest <= this.#timings.heartbeatLimit;
  }

  async #seenByAll(instance: string): Promise<number> {
    const items = await this.#feeds.getAll(shards.map((shard) => ({ pk: `${instance}#beats`, sk: String(shard) })));
    return Math.min(
      ...items.map((item) => (item === undefined ? 0 : parseStored(seenItem, item, `beats of ${instance}`).beat)),
    );
  }
}

/**
 * The part of the request budget that is spent while publishing is behind: all of it at first, less the longer the oldest
 * beat is unseen, and none at the limit. What is read more slowly now needn't wait for hours behind a stream at its limit.
 */
export function shareWhilePublishing(
  { unseenHeartbeats: [oldest] }: Pick<HeartbeatState, "unseenHeartbeats">,
  now: number,
  { heartbeatLimit }: Pick<Timings, "heartbeatLimit">,
): number {
  if (oldest === undefined) return 1;
  const behind = (now - oldest) / heartbeatLimit;
  return Math.min(1, Math.max(0, (1 - behind) / (1 - unhurried)));
}
