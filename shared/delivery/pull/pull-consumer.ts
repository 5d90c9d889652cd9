import type { Context } from "../../kernel/context.ts";
import { idBoundary } from "../../kernel/event-id.ts";
import { inPortions } from "../../kernel/in-portions.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Table } from "../../kernel/ports/table.ts";
import { mergeAscending, queryAll } from "../../kernel/query-all.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import type { EventStore } from "../../publishing/event-store.ts";
import { type ReadEvent, readEvents } from "../../publishing/read-events.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import type { SubscriptionRef } from "../../subscriptions/subscription.ts";
import { backlogKey, backlogPartition } from "../backlog/backlog.ts";
import type { DeliveryLog } from "../rows/delivery-log.ts";
import { deliveryShards } from "../rows/delivery-row.ts";
import { acknowledgedOf, expiryOf, type PullRow, pullRow } from "./pull-queue.ts";

type Parts = Context & {
  /** The `deliveries` table. */
  readonly table: Table;
  readonly events: EventStore;
  readonly log: DeliveryLog;
};

export type Fetched = { readonly row: PullRow; readonly event: StoredEvent };

/** The space in one response. It accepts the first delivery, however large it is. */
type Room = { takes(delivery: Fetched): boolean };

type FetchOptions = {
  readonly limit: number;
  readonly lease: number;
  /** Reads the current access of the subscription's owner. If absent, the owner may access everything. */
  readonly access?: () => Promise<PartnerAccess>;
  readonly newRoom?: () => Room;
};

/** The most rows in a shard's page. With much smaller pages, reading past many leased rows would take minutes. */
const largestPage = 1_000;

/**
 * The most rows that one fetch reads. Without this limit, a consumer that leased its whole backlog for hours would make
 * each fetch read all of it.
 */
const mostLooked = 5_000;

/** The most deliveries that one fetch abandons because the owner lost access. The next fetch continues. */
const givenUpAtMost = 1_000;
const givenUpAtOnce = 25;

/**
 * How many events a fetch reads first. Each later read is twice as large as the one before. The first read is small,
 * because as few as four large events can fill a response.
 */
const readFirst = 8;

/**
 * A delivery whose event is gone is abandoned at its third fetch, as a webhook delivery is when its message is received
 * for the third time.
 */
const fetchesOfGone = 3;

/**
 * The result of a fetch so far. `given` lacks the leased rows whose events can't be read. `isFull`: the next delivery
 * doesn't fit into the response.
 */
type Page = { readonly leased: PullRow[]; readonly given: Fetched[]; isFull: boolean };

export class PullConsumer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Fetches up to `limit` deliveries, oldest events first. Leases only what fits into one response: a delivery that is
   * leased and not returned waits until its lease ends (`lease`, ms). Abandons deliveries of instances that the owner
   * has no access to, because every later fetch would read them again.
   */
  async fetch(subscription: string, options: FetchOptions): Promise<readonly Fetched[]> {
    const { limit, access } = options;
    const page: Page = { leased: [], given: [], isFull: false };
    const refused: PullRow[] = [];
    let wanted: PullRow[] = [];
    let portion = readFirst;
    const owner = await access?.();
    for await (const row of this.#free(subscription, limit)) {
      if (owner !== undefined && !mayHave(owner, row.instance)) {
        if (refused.length < givenUpAtMost) refused.push(row);
        continue;
      }
      wanted.push(row);
      if (wanted.length < Math.min(portion, limit - page.leased.length)) continue;
      await this.#fill(page, wanted, options);
      wanted = [];
      portion *= 2;
      if (page.isFull || page.leased.length === limit) break;
    }
    await this.#fill(page, wanted, options);
    if (access !== undefined && refused.length > 0) await this.#giveUp(refused, await access());
    return page.given;
  }

  /** `owner` must be read after the rows: an owner that has regained access to an instance must get its events. */
  async #giveUp(rows: readonly PullRow[], owner: PartnerAccess): Promise<void> {
    await this.#expire(rows.filter(({ instance }) => !mayHave(owner, instance)));
  }

  async #expire(rows: readonly PullRow[]): Promise<void> {
    const { table, log } = this.#parts;
    await inPortions(rows, givenUpAtOnce, async (row) => {
      const known = await log.find(row);
      if (known !== undefined) await log.expire(row, known);
      await table.remove(keyOf(row.subscription, row));
    });
  }

  /** Returns how many of the deliveries were waiting. An unknown or repeated id changes nothing. */
  async acknowledge(subscription: SubscriptionRef, ackIds: readonly string[]): Promise<number> {
    const deliveries = [...new Set(ackIds)].flatMap((ackId) => acknowledgedOf(ackId) ?? []);
    const done = await Promise.all(deliveries.map((delivery) => this.#acknowledgeOne(subscription.id, delivery)));
    return done.filter(Boolean).length;
  }

  async #acknowledgeOne(subscription: string, delivery: { event: string; run: string }): Promise<boolean> {
    const { table, log } = this.#parts;
    const key = keyOf(subscription, delivery);
    const item = await table.get(key);
    if (item === undefined) return false;
    // The log is written first, because the handler of a repeated message checks the log. In the opposite order, the
    // handler could add the delivery to the backlog again.
    const row = read(item);
    await log.acknowledge(row, row.type);
    await table.remove(key);
    return true;
  }

  async *#free(subscription: string, few: number): AsyncGenerator<PullRow> {
    const { table, clock, timings } = this.#parts;
    const limit = Math.ceil((2 * few) / deliveryShards) + 1;
    // DynamoDB may take days to delete the rows of expired events, and there may be millions, so the queries skip them.
    const from = idBoundary(clock.now() - timings.eventRetention);
    const query = { from, limit };
    const shards = Array.from({ length: deliveryShards }, (_, shard) =>
      queryAll(table, { ...query, pk: backlogPartition(subscription, shard) }, { growTo: largestPage }),
    );
    let looked = 0;
    for await (const item of mergeAscending<Item>(shards, (one, other) => one.sk < other.sk)) {
      if (looked === mostLooked) return;
      looked += 1;
      // The lease is checked before the row is parsed, because most rows may be leased.
      const { leasedUntil } = item;
      if (typeof leasedUntil !== "number" || leasedUntil <= clock.now()) yield read(item);
    }
  }

  /** A row that another consumer leased first takes no space. */
  async #fill(page: Page, rows: readonly PullRow[], { lease, newRoom = () => endless }: FetchOptions): Promise<void> {
    const wanted = rows.map(({ instance, event }) => ({ instance, id: event }));
    const events = await readEvents(this.#parts.events, wanted);
    let rest = rows;
    while (rest.length > 0) {
      const room = newRoom();
      for (const delivery of page.given) room.takes(delivery);
      const end = rest.findIndex((row) => {
        const event = stored(events.get(row.event));
        return event !== undefined && !room.takes({ row, event });
      });
      page.isFull = end === 0;
      if (page.isFull) return;
      const fitting = end === -1 ? rest : rest.slice(0, end);
      rest = rest.slice(fitting.length);
      const leased = await this.#leaseAll(fitting, lease);
      for (const row of leased) {
        const event = this.#readable(row, events.get(row.event));
        page.leased.push(row);
        if (event !== undefined) page.given.push({ row, event });
      }
      await this.#expire(leased.filter((row) => isGone(row, events.get(row.event))));
    }
  }

  /** Leaves out rows that another consumer leased first. */
  async #leaseAll(rows: readonly PullRow[], lease: number): Promise<readonly PullRow[]> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const leasedUntil = now + lease;
    const outcomes = await Promise.all(
      rows.map((row) => {
        const when = [
          // A row that has been acknowledged and removed since it was read must not be recreated.
          { attribute: "event", is: "present" },
          { attribute: "leasedUntil", is: "absentOrAtMost", value: now },
        ] as const;
        return table.update({ key: keyOf(row.subscription, row), set: { leasedUntil }, add: { fetched: 1 }, when });
      }),
    );
    return rows
      .filter((_, at) => outcomes[at] === "written")
      .map((row) => ({ ...row, leasedUntil, fetched: row.fetched + 1 }));
  }

  /** A delivery whose event can't be read can be fetched again after its lease, until it is abandoned or expires. */
  #readable(row: PullRow, read: ReadEvent | undefined): StoredEvent | undefined {
    const { logger, clock, timings } = this.#parts;
    const found = stored(read);
    if (found !== undefined) return found;
    const { subscription, event } = row;
    if (expiryOf(event, timings) > clock.now()) logger.warn("pull.event_unreadable", { subscription, eventId: event });
    return undefined;
  }
}

/**
 * Whether the event counts as erased or expired: it is missing at the third fetch or later, although it existed when
 * the row was added.
 */
function isGone({ fetched }: PullRow, read: ReadEvent | undefined): boolean {
  return fetched >= fetchesOfGone && read?.status === "fulfilled" && read.value === undefined;
}

const endless: Room = { takes: () => true };

function stored(read: ReadEvent | undefined): StoredEvent | undefined {
  return read?.status === "fulfilled" ? read.value : undefined;
}

function keyOf(subscription: string, { event, run }: { readonly event: string; readonly run: string }) {
  return backlogKey({ subscription, event, run });
}

function read(item: Item): PullRow {
  return parseStored(pullRow, item, `backlog row ${item.pk} ${item.sk}`);
}
