import { backlogPartition } from "../../delivery/backlog/backlog.ts";
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

/** The outcomes of an event at a subscription. If an event has several, the last one in this order counts. */
export const eventOutcomes = ["none", "expired", "waiting", "replayed", "delivered"] as const;
/** `none`: a ping or an example. `replayed`: only a replay delivered it. */
export type EventOutcome = (typeof eventOutcomes)[number];

/** A subscription's events of one hour of detection (UTC), or of the requested part of it. Times are in unix ms. */
export type HourOfDeliveries = {
  readonly from: number;
  readonly to: number;
  /** The delivered events, including events delivered by a replay. */
  readonly delivered: IdDigest;
  readonly replayed: number;
  readonly waiting: number;
  readonly expired: number;
  /** How many of these events were erased. */
  readonly erased: number;
  /** When the newest attempt of any of these events was made. */
  readonly lastAttemptAt: number | undefined;
};

/** A position between two pages: the last row that was read, and what is known about its event so far. */
export type HourPosition = { readonly sk: string; readonly outcome: EventOutcome; readonly isErased: boolean };

type Asked = {
  readonly subscription: string;
  /** Bounds of the events' detection (unix ms); `to` is excluded. */
  readonly from: number;
  readonly to: number;
  readonly after: HourPosition | undefined;
};

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** About how many rows a page reads, which sets the size of its queries. */
const few = mostScanned / 10;
/** The run of a first delivery. */
const firstRun = "0";

/**
 * Counts a subscription's events by the hour of their detection, oldest hour first. Hours without events are left out.
 * If a page ends within an hour, the next page continues it, and the counts add up.
 */
export async function hourlyDeliveries(
  table: TableReader,
  { after: position, ...asked }: Asked,
): Promise<{ readonly hours: readonly HourOfDeliveries[]; readonly next: HourPosition | undefined }> {
  // An old cursor can be before the period, and DynamoDB refuses to start outside of a query's range.
  const after = position !== undefined && position.sk > idBoundary(asked.from) ? position : undefined;
  const hours = new Hours(asked);
  const turn = new WorkTurn(rowsPerTurn);
  let last = after;
  let read = 0;
  for await (const { sk, outcome, isErased, attemptAt, weight } of knownDeliveries(table, asked, after?.sk)) {
    const before = last !== undefined && eventOf(last.sk) === eventOf(sk) ? last : undefined;
    if (last !== undefined && before === undefined) hours.add(last);
    last = { sk, outcome: higher(before?.outcome ?? "none", outcome), isErased: isErased || before?.isErased === true };
    hours.note(sk, attemptAt);
    read += weight;
    await turn.spend(1);
    if (read >= mostScanned) return { hours: hours.all(), next: last };
  }
  if (last !== undefined) hours.add(last);
  return { hours: hours.all(), next: undefined };
}

type Known = {
  readonly sk: string;
  readonly outcome: EventOutcome;
  readonly isErased: boolean;
  readonly attemptAt: number | undefined;
  readonly weight: number;
};

/** The rows of deliveries and of the backlog, in the order of their keys: runs of an event are adjacent. */
async function* knownDeliveries(
  table: TableReader,
  { subscription, from, to }: Omit<Asked, "after">,
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
  for await (const item of mergeAscending([recorded(), waiting], isBefore)) yield knownOf(item);
}

/** Whether deliveries of an ordered subscription wait in its backlog, whose keys don't contain the events' hours. */
export async function hasOrderedBacklog(table: TableReader, subscription: string): Promise<boolean> {
  const queries = Array.from({ length: deliveryShards }, async (_, shard) =>
    table.query({ pk: backlogPartition(subscription, shard), limit: 1 }),
  );
  return (await Promise.all(queries)).some(({ items }) => items.length > 0);
}

const isBefore = (one: Item, other: Item) => one.sk < other.sk;

function knownOf(item: Item): Known {
  const { pk, sk } = item;
  if (pk.includes("#backlog#")) return { sk, outcome: "waiting", isErased: false, attemptAt: undefined, weight: 1 };
  const row = parseStored(deliveryRow, item, `delivery at ${pk} ${sk}`);
  const weight = weightOf(row);
  if (isOnRequest(row)) return { sk, weight, outcome: "none", isErased: false, attemptAt: undefined };
  return {
    ...{ sk, weight, outcome: outcomeOf(row), isErased: row.erased === true },
    attemptAt: row.attempts.at(-1)?.at,
  };
}

function outcomeOf(row: DeliveryRow): EventOutcome {
  if (row.state === "delivered") return row.run === firstRun ? "delivered" : "replayed";
  return row.state === "expired" ? "expired" : "waiting";
}

const higher = (one: EventOutcome, other: EventOutcome): EventOutcome =>
  eventOutcomes.indexOf(one) > eventOutcomes.indexOf(other) ? one : other;

const eventOf = (sk: string): string => sk.slice(0, sk.indexOf("#"));

type Sums = { -readonly [key in keyof HourOfDeliveries]: HourOfDeliveries[key] };

class Hours {
  readonly #asked: { readonly from: number; readonly to: number };
  readonly #hours = new Map<number, Sums>();

  constructor(asked: { readonly from: number; readonly to: number }) {
    this.#asked = asked;
  }

  add({ sk, outcome, isErased }: HourPosition): void {
    if (outcome === "none") return;
    const sums = this.#of(sk);
    if (outcome === "waiting" || outcome === "expired") sums[outcome] += 1;
    else sums.delivered = withId(sums.delivered, eventOf(sk));
    if (outcome === "replayed") sums.replayed += 1;
    if (isErased) sums.erased += 1;
  }

  note(sk: string, attemptAt: number | undefined): void {
    if (attemptAt === undefined) return;
    const sums = this.#of(sk);
    sums.lastAttemptAt = Math.max(sums.lastAttemptAt ?? 0, attemptAt);
  }

  all(): readonly HourOfDeliveries[] {
    return [...this.#hours.values()];
  }

  #of(sk: string): Sums {
    const at = detectedAtOf(eventOf(sk)) ?? 0;
    const hour = at - (at % hourMs);
    const { from, to } = this.#asked;
    const known = this.#hours.get(hour) ?? {
      ...{ from: Math.max(hour, from), to: Math.min(hour + hourMs, to) },
      ...{ delivered: noIds, replayed: 0, waiting: 0, expired: 0, erased: 0, lastAttemptAt: undefined },
    };
    this.#hours.set(hour, known);
    return known;
  }
}
