import { isFor, SubscriptionIndex } from "../../fanout/subscription-index.ts";
import { typeMatches } from "../../kernel/catalogue.ts";
import type { Context } from "../../kernel/context.ts";
import type { Envelope } from "../../kernel/envelope.ts";
import { detectedAtOf, idBoundary } from "../../kernel/event-id.ts";
import type { Table } from "../../kernel/ports/table.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import type { EventStore } from "../../publishing/event-store.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import { parseEventPattern } from "../../subscriptions/patterns/event-pattern.ts";
import { matchesPattern } from "../../subscriptions/patterns/match-pattern.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { backlogKey } from "../backlog/backlog.ts";
import { deliveryRuns } from "../rows/delivery-row.ts";
import type { ReplayCriteria, ReplayCursor, ReplayJob } from "./replay-job.ts";

type Parts = Context & {
  readonly events: EventStore;
  /** The `deliveries` table. */
  readonly deliveries: Table;
};

export type ReplayChunk = {
  readonly matches: readonly ReplayMatch[];
  readonly scanned: number;
  readonly cursor: ReplayCursor;
  readonly done: boolean;
};
/** What is kept of a matching event. A chunk may have thousands of events, each up to 256 KB. */
export type ReplayMatch = Pick<Envelope, "id" | "instance" | "type" | "detectedAt"> & {
  readonly state?: string;
};

type Asked = Pick<ReplayJob, "criteria" | "instances" | "cursor"> & {
  /** Whether the partner may still receive the events of one of `instances`. */
  readonly mayHave?: (instance: string) => boolean;
};

/**
 * A chunk ends at the first of these limits. `scanned`: events read, where a large event counts once per
 * {@link charactersPerEvent} characters. `time` is in ms.
 */
export type ChunkSize = { readonly matches: number; readonly scanned: number; readonly time: number };

type Page = { readonly events: readonly StoredEvent[]; readonly next: ReplayCursor | undefined };

const pageSize = 200;
/** How many events one request reads by id. The number is low, because their sizes aren't known in advance. */
const namedAtOnce = 16;

/**
 * This many characters count as one event. Without this rule, a replay of large events would read far more than its
 * pace assumes.
 */
const charactersPerEvent = 4_096;

export class ReplaySource {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async chunk(asked: Asked, subscription: Subscription, size: ChunkSize): Promise<ReplayChunk> {
    const { clock } = this.#parts;
    const isMatch = matcherOf(subscription, asked.criteria);
    const isFiltered = asked.criteria.filter !== undefined || subscription.filter !== undefined;
    const begun = clock.now();
    const matches: ReplayMatch[] = [];
    let { cursor } = asked;
    const turn = new WorkTurn(1);
    let [scanned, read] = [0, 0];
    for (;;) {
      const limit = Math.max(Math.min(pageSize, size.matches - matches.length), 1);
      const page = await this.#page({ ...asked, cursor }, limit);
      scanned += page.events.length;
      const found: StoredEvent[] = [];
      for (const event of page.events) {
        read += Math.ceil(event.body.length / charactersPerEvent);
        if (isMatch(event.envelope)) found.push(event);
        // A filter takes milliseconds on a large event. On a single machine, replays, previews and all requests to the
        // API share a thread.
        if (isFiltered) await turn.spend(1);
      }
      matches.push(...(await this.#wanted(asked, subscription, found)));
      if (page.next === undefined) return { matches, scanned, cursor, done: true };
      cursor = page.next;
      if (matches.length >= size.matches || read >= size.scanned || clock.now() - begun >= size.time) {
        return { matches, scanned, cursor, done: false };
      }
    }
  }

  async #wanted({ criteria }: Asked, subscription: Subscription, found: readonly StoredEvent[]) {
    if (!criteria.undelivered) return found.map(matchOf);
    const undelivered = await undeliveredOf(this.#parts.deliveries, subscription, found);
    return undelivered.map(({ event, state }) => ({ ...matchOf(event), state }));
  }

  async #page({ criteria, instances, cursor, mayHave = () => true }: Asked, limit: number): Promise<Page> {
    const instance = instances[cursor.instance];
    if (instance === undefined) return { events: [], next: undefined };
    const nextInstance = cursor.instance + 1 < instances.length ? { instance: cursor.instance + 1 } : undefined;
    if (!mayHave(instance)) return { events: [], next: nextInstance };
    if (criteria.events !== undefined) {
      const left = criteria.events.filter((id) => id > (cursor.afterId ?? "")).sort();
      const ids = left.slice(0, Math.min(limit, namedAtOnce));
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

function matchOf({ envelope: { id, instance, type, detectedAt } }: StoredEvent): ReplayMatch {
  return { id, instance, type, detectedAt };
}

/**
 * Events must also match the current subscription: a replay never sends what the subscription isn't allowed to receive.
 */
function matcherOf(subscription: Subscription, criteria: ReplayCriteria): (event: Envelope) => boolean {
  const index = new SubscriptionIndex([{ ...subscription, status: "active" }]);
  const compiled = criteria.filter === undefined ? undefined : parseEventPattern(criteria.filter);
  const { eventTypes, subject, since, until } = criteria;
  return (event) => {
    if (compiled?.outcome === "invalid") return false;
    if (eventTypes !== undefined && !eventTypes.some((pattern) => typeMatches(pattern, event.type))) return false;
    if (subject !== undefined && event.subject.id !== subject.id) return false;
    if (subject?.type !== undefined && event.subject.type !== subject.type) return false;
    const detectedAt = Date.parse(event.detectedAt);
    if (detectedAt < since || detectedAt >= until) return false;
    if (compiled !== undefined && !matchesPattern(compiled.pattern, event)) return false;
    return index.candidates(event.type).some((candidate) => isFor(candidate, event));
  };
}

/** `state` is the newest delivery's. */
type Undelivered = {
  readonly event: StoredEvent;
  readonly state: "waiting" | "blocked" | "held" | "expired" | "neverSent";
};

/** Selects events that never reached a subscription, including those that fan-out or a queue gave up on. */
export async function undeliveredOf(
  table: Table,
  { id: subscription, kind }: Pick<Subscription, "id" | "kind">,
  events: readonly StoredEvent[],
): Promise<readonly Undelivered[]> {
  const first = events.map(({ envelope }) => ({ subscription, event: envelope.id, run: "0" }));
  // Replaying an event that still waits to be fetched would only queue it twice.
  const waiting = kind === "pull" ? await table.getAll(first.map(backlogKey)) : [];
  const candidates = events.filter((_, at) => waiting[at] === undefined);
  const states = await Promise.all(candidates.map(({ envelope }) => stateOf(table, subscription, envelope.id)));
  return candidates.flatMap((event, at) => {
    const state = states[at];
    return state === undefined || state === "delivered" ? [] : [{ event, state }];
  });
}

/**
 * The maximum number of replays that are read for each event. An event that only an older replay delivered counts as
 * undelivered.
 */
const mostReplays = 10;

async function stateOf(table: Table, subscription: string, event: string) {
  if (detectedAtOf(event) === undefined) return undefined;
  let newest: Undelivered["state"] = "neverSent";
  for (const { state } of await deliveryRuns(table, { subscription, event, mostReplays })) {
    if (state === "delivered") return state;
    // Only pings and examples end as failed, and they can't be replayed.
    if (state !== "failed") newest = state;
  }
  return newest;
}
