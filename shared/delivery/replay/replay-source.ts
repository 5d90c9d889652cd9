import type { Clock } from "../../kernel/ports/clock.ts";
import type { Table } from "../../kernel/ports/table.ts";
import { idBoundary } from "../../publishing/event-key.ts";
import type { EventStore, StoredEvent } from "../../publishing/event-store.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import type { ReplayCursor, ReplayJob } from "./replay-job.ts";
import { replayMatch } from "./replay-match.ts";
import { undeliveredOf } from "./undelivered.ts";

type Parts = {
  readonly events: Pick<EventStore, "list" | "getMany">;
  /** The `deliveries` table. */
  readonly deliveries: Pick<Table, "getAll" | "query">;
  readonly clock: Clock;
};

export type ReplayChunk = {
  readonly matches: readonly ReplayMatch[];
  readonly scanned: number;
  readonly cursor: ReplayCursor;
  /** Nothing is left. */
  readonly done: boolean;
};
export type ReplayMatch = { readonly event: StoredEvent; readonly state?: string };

type Asked = Pick<ReplayJob, "criteria" | "instances" | "cursor"> & {
  /** Of which of `instances` the partner may still have events; absent: of all. */
  readonly mayHave?: (instance: string) => boolean;
};

/** When a chunk ends: with so many matches or events looked at, or after so long (ms). */
export type ChunkSize = { readonly matches: number; readonly scanned: number; readonly time: number };

type Page = { readonly events: readonly StoredEvent[]; readonly next: ReplayCursor | undefined };

const pageSize = 200;

/** Finds the events of a replay, a chunk at a time. */
export class ReplaySource {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async chunk(asked: Asked, subscription: Subscription, size: ChunkSize): Promise<ReplayChunk> {
    const { clock } = this.#parts;
    const isMatch = replayMatch(subscription, asked.criteria);
    const begun = clock.now();
    const matches: ReplayMatch[] = [];
    let { cursor } = asked;
    let scanned = 0;
    for (;;) {
      const limit = Math.max(Math.min(pageSize, size.matches - matches.length), 1);
      const page = await this.#page({ ...asked, cursor }, limit);
      scanned += page.events.length;
      const found = page.events.filter(({ envelope }) => isMatch(envelope));
      matches.push(...(await this.#wanted(asked, subscription, found)));
      if (page.next === undefined) return { matches, scanned, cursor, done: true };
      cursor = page.next;
      if (matches.length >= size.matches || scanned >= size.scanned || clock.now() - begun >= size.time) {
        return { matches, scanned, cursor, done: false };
      }
    }
  }

  async #wanted({ criteria }: Asked, subscription: Subscription, found: readonly StoredEvent[]) {
    if (!criteria.undelivered) return found.map((event) => ({ event }));
    return undeliveredOf(this.#parts.deliveries, subscription, found);
  }

  async #page({ criteria, instances, cursor, mayHave = () => true }: Asked, limit: number): Promise<Page> {
    const instance = instances[cursor.instance];
    if (instance === undefined) return { events: [], next: undefined };
    const nextInstance = cursor.instance + 1 < instances.length ? { instance: cursor.instance + 1 } : undefined;
    if (!mayHave(instance)) return { events: [], next: nextInstance };
    if (criteria.events !== undefined) {
      const left = criteria.events.filter((id) => id > (cursor.afterId ?? "")).sort();
      const ids = left.slice(0, limit);
      const found = await this.#parts.events.getMany(ids.map((id) => ({ instance, id })));
      const last = left.length > ids.length ? ids.at(-1) : undefined;
      const next = last === undefined ? nextInstance : { instance: cursor.instance, afterId: last };
      return { events: found.flatMap((event) => event ?? []), next };
    }
    const afterId = cursor.afterId ?? idBoundary(criteria.since);
    const { events, more } = await this.#parts.events.list(instance, { afterId, limit, untilMs: criteria.until });
    const last = events.at(-1)?.envelope.id;
    const next = more && last !== undefined ? { instance: cursor.instance, afterId: last } : nextInstance;
    return { events, next };
  }
}
