import { backlogPartition, backlogRow } from "../../delivery/backlog/backlog.ts";
import {
  type DeliveryRow,
  deliveriesOfDay,
  deliveryRow,
  deliveryShards,
  isOnRequest,
} from "../../delivery/rows/delivery-row.ts";
import { defined } from "../../kernel/defined.ts";
import { detectedAtOf, idBoundary } from "../../kernel/event-id.ts";
import { type IdDigest, noIds, withId } from "../../kernel/id-digest.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, TableReader } from "../../kernel/ports/table.ts";
import { mergeAscending, queryAll } from "../../kernel/query-all.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import { mostScanned, rowsPerTurn, weightOf } from "../deliveries/list-deliveries.ts";
import { type BacklogPosition, orderedWaiting } from "./ordered-waiting.ts";

/**
 * `limit`: a rate limit, or earlier events in the backlog. `endpoint`: the endpoint's recovery or, in a pull
 * subscription, a fetch.
 */
export const waits = ["queue", "retry", "limit", "endpoint"] as const;
export type Wait = (typeof waits)[number];

/** If an event has several outcomes, the last one in this order counts. */
export const eventOutcomes = ["none", "expired", ...waits, "replayed", "delivered"] as const;
/** `none`: a ping or an example. `replayed`: only a replay delivered the event. */
export type EventOutcome = (typeof eventOutcomes)[number];

/**
 * The events that were detected from `from` to `to` (unix ms): in one hour (UTC), or in the requested part of that
 * hour.
 */
export type HourOfDeliveries = {
  readonly from: number;
  readonly to: number;
  /** Includes the events that a replay delivered. */
  readonly delivered: IdDigest;
  readonly replayed: number;
  readonly waiting: { readonly [wait in Wait]: number };
  readonly expired: number;
  readonly erased: number;
  readonly lastAttemptAt: number | undefined;
  readonly nextRetryAt: number | undefined;
};

/**
 * The last row of a page, and what is known about its event so far: the next page may begin with another run of that
 * event.
 */
export type HourPosition = { readonly sk: string; readonly outcome: EventOutcome; readonly isErased: boolean };

type Asked = {
  readonly subscription: string;
  readonly isPull: boolean;
  readonly isOrdered: boolean;
  /** Bounds of the events' detection (unix ms); `to` is excluded. */
  readonly from: number;
  readonly to: number;
  readonly after: HourPosition | BacklogPosition | undefined;
};

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The expected number of a page's rows, which sets the size of its queries. */
const few = mostScanned / 10;
const firstRun = "0";

type Page = { readonly hours: readonly HourOfDeliveries[]; readonly next: HourPosition | BacklogPosition | undefined };

/**
 * Hours without events are left out. If a page ends within an hour, the next page continues that hour, so callers add
 * up the counts. The events of an ordered backlog come last, because their keys aren't in the order of detection.
 */
export async function hourlyDeliveries(table: TableReader, { after, isOrdered, ...asked }: Asked): Promise<Page> {
  const hours = new Hours(asked);
  const turn = new WorkTurn(rowsPerTurn);
  let read = 0;
  if (after === undefined || "sk" in after) {
    const counted = await countRecorded(table, { ...asked, after }, hours, turn);
    if (counted.next !== undefined || !isOrdered) return { hours: hours.all(), next: counted.next };
    read = counted.read;
  }
  const place = after === undefined || "sk" in after ? undefined : after;
  for await (const { waiting, position, weight } of orderedWaiting(table, { ...asked, after: place })) {
    for (const one of waiting) hours.add({ ...one, isErased: false });
    read += weight;
    await turn.spend(weight);
    if (read >= mostScanned) return { hours: hours.all(), next: position };
  }
  return { hours: hours.all(), next: undefined };
}

type AskedRecorded = Omit<Asked, "after" | "isOrdered"> & { readonly after: HourPosition | undefined };

async function countRecorded(
  table: TableReader,
  { after: position, ...asked }: AskedRecorded,
  hours: Hours,
  turn: WorkTurn,
): Promise<{ readonly read: number; readonly next: HourPosition | undefined }> {
  // An old cursor can be before the period, and DynamoDB refuses to start outside of a query's range.
  const after = position !== undefined && position.sk > idBoundary(asked.from) ? position : undefined;
  let last = after;
  let read = 0;
  for await (const one of knownDeliveries(table, asked, after?.sk)) {
    const { sk, outcome, isErased, weight } = one;
    // A delivery's row and its place in the backlog have the same key, and the next page begins after that key.
    if (read >= mostScanned && last !== undefined && sk !== last.sk) return { read, next: last };
    const before = last !== undefined && eventOf(last.sk) === eventOf(sk) ? last : undefined;
    if (last !== undefined && before === undefined) hours.add(last);
    last = { sk, outcome: higher(before?.outcome ?? "none", outcome), isErased: isErased || before?.isErased === true };
    hours.note(one);
    read += weight;
    await turn.spend(1);
  }
  if (last !== undefined) hours.add(last);
  return { read, next: undefined };
}

type Known = {
  readonly sk: string;
  readonly outcome: EventOutcome;
  readonly isErased: boolean;
  readonly attemptAt?: number | undefined;
  readonly retryAt?: number | undefined;
  readonly weight: number;
};

/** Yields rows in the order of their keys, so the runs of an event are adjacent. */
async function* knownDeliveries(
  table: TableReader,
  { subscription, isPull, from, to }: Omit<AskedRecorded, "after">,
  after: string | undefined,
): AsyncGenerator<Known> {
  const range = { from: idBoundary(from), to: idBoundary(to) };
  async function* recorded(): AsyncGenerator<Item> {
    const first = detectedAtOf(eventOf(after ?? "")) ?? from;
    for (let at = first - (first % dayMs); at < to; at += dayMs) {
      const day = deliveriesOfDay(table, { subscription, at, few, after, range, oldestFirst: true });
      for await (const item of day) yield item;
    }
  }
  const backlog = Array.from({ length: deliveryShards }, (_, shard) => {
    const pk = backlogPartition(subscription, shard);
    return queryAll(table, { pk, ...range, limit: Math.ceil((2 * few) / deliveryShards), ...defined({ after }) });
  });
  const waiting = mergeAscending(backlog, isBefore);
  for await (const item of mergeAscending([recorded(), waiting], isBefore)) yield knownOf(item, isPull);
}

export async function hasOrderedBacklog(table: TableReader, subscription: string): Promise<boolean> {
  const queries = Array.from({ length: deliveryShards }, async (_, shard) =>
    table.query({ pk: backlogPartition(subscription, shard), limit: 1 }),
  );
  return (await Promise.all(queries)).some(({ items }) => items.length > 0);
}

const isBefore = (one: Item, other: Item) => one.sk < other.sk;

const waitingRow = backlogRow.pick({ due: true, held: true, postponed: true });

function knownOf(item: Item, isPull: boolean): Known {
  const { pk, sk } = item;
  if (pk.includes("#backlog#")) {
    const { due, held, postponed } = parseStored(waitingRow, item, `backlog row ${pk} ${sk}`);
    const outcome = isPull || held ? "endpoint" : waitOf(postponed, due);
    return { sk, outcome, isErased: false, weight: 1, ...(outcome === "retry" && { retryAt: due }) };
  }
  const row = parseStored(deliveryRow, item, `delivery at ${pk} ${sk}`);
  const weight = weightOf(row);
  if (isOnRequest(row)) return { sk, weight, outcome: "none", isErased: false };
  const outcome = outcomeOf(row);
  return {
    ...{ sk, weight, outcome, isErased: row.erased === true, attemptAt: row.attempts.at(-1)?.at },
    ...(outcome === "retry" && { retryAt: row.nextAt }),
  };
}

function outcomeOf({ state, run, postponed, nextAt }: DeliveryRow): EventOutcome {
  if (state === "delivered") return run === firstRun ? "delivered" : "replayed";
  if (state === "expired") return "expired";
  return state === "held" ? "endpoint" : waitOf(postponed, nextAt);
}

function waitOf(postponed: DeliveryRow["postponed"], nextAt: number | undefined): Wait {
  if (postponed !== undefined) return "limit";
  return nextAt === undefined ? "queue" : "retry";
}

const higher = (one: EventOutcome, other: EventOutcome): EventOutcome =>
  eventOutcomes.indexOf(one) > eventOutcomes.indexOf(other) ? one : other;

const eventOf = (sk: string): string => sk.slice(0, sk.indexOf("#"));

type Sums = { -readonly [key in keyof HourOfDeliveries]: HourOfDeliveries[key] } & {
  readonly waiting: { [wait in Wait]: number };
};

const isWait = (outcome: EventOutcome): outcome is Wait => waits.some((wait) => wait === outcome);

class Hours {
  readonly #asked: { readonly from: number; readonly to: number };
  readonly #hours = new Map<number, Sums>();

  constructor(asked: { readonly from: number; readonly to: number }) {
    this.#asked = asked;
  }

  add({ sk, outcome, isErased }: HourPosition): void {
    if (outcome === "none") return;
    const sums = this.#of(sk);
    if (isWait(outcome)) sums.waiting[outcome] += 1;
    else if (outcome === "expired") sums.expired += 1;
    else sums.delivered = withId(sums.delivered, eventOf(sk));
    if (outcome === "replayed") sums.replayed += 1;
    if (isErased) sums.erased += 1;
  }

  note({ sk, attemptAt, retryAt }: Known): void {
    if (attemptAt === undefined && retryAt === undefined) return;
    const sums = this.#of(sk);
    if (attemptAt !== undefined) sums.lastAttemptAt = Math.max(sums.lastAttemptAt ?? 0, attemptAt);
    if (retryAt !== undefined) sums.nextRetryAt = Math.min(sums.nextRetryAt ?? Number.POSITIVE_INFINITY, retryAt);
  }

  all(): readonly HourOfDeliveries[] {
    return [...this.#hours.values()].sort((one, other) => one.from - other.from);
  }

  #of(sk: string): Sums {
    const at = detectedAtOf(eventOf(sk)) ?? 0;
    const hour = at - (at % hourMs);
    const { from, to } = this.#asked;
    const known = this.#hours.get(hour) ?? {
      ...{ from: Math.max(hour, from), to: Math.min(hour + hourMs, to), delivered: noIds, replayed: 0, expired: 0 },
      ...{ waiting: { queue: 0, retry: 0, limit: 0, endpoint: 0 }, erased: 0 },
      ...{ lastAttemptAt: undefined, nextRetryAt: undefined },
    };
    this.#hours.set(hour, known);
    return known;
  }
}
