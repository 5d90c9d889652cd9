import type { Context } from "../../kernel/context.ts";
import { idBoundary } from "../../kernel/event-id.ts";
import { inPortions } from "../../kernel/in-portions.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Item, Table } from "../../kernel/ports/table.ts";
import { mergeAscending, queryAll } from "../../kernel/query-all.ts";
import { mayHave, type PartnerAccess } from "../../partners/partner.ts";
import type { EventStore, StoredEvent } from "../../publishing/event-store.ts";
import { type ReadEvent, readEvents } from "../../publishing/read-events.ts";
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

/**
 * The space in one response. It accepts the first delivery, however large it is, and refuses later ones that don't fit.
 */
type Room = { takes(delivery: Fetched): boolean };

type FetchOptions = {
  readonly limit: number;
  readonly lease: number;
  /** Reads the current access of the subscription's owner. If absent, the owner may access everything. */
  readonly access?: () => Promise<PartnerAccess>;
  readonly newRoom?: () => Room;
};

/**
 * The maximum number of rows in one page of a shard. With much smaller pages, reading past many leased or refused rows
 * would take minutes.
 */
const largestPage = 1_000;

/**
 * The maximum number of rows that one fetch reads. Without this limit, if a consumer leased its whole backlog for
 * hours, each fetch would read all of it.
 */
const mostLooked = 5_000;

/**
 * The maximum number of deliveries that one fetch abandons because the owner lost access to their instances. The next
 * fetch continues with the rest.
 */
const givenUpAtMost = 1_000;
/** How many deliveries are abandoned concurrently. */
const givenUpAtOnce = 25;

/**
 * The number of deliveries whose events a fetch reads first. Each further read is twice as large. The first one is
 * small, because a response may have space for only four events.
 */
const readFirst = 8;

/**
 * A delivery whose event is gone is abandoned at its third fetch, just as a webhook delivery is abandoned when its
 * message is received for the third time.
 */
const fetchesOfGone = 3;

/**
 * The result of a fetch so far. `leased`: the rows that it leased. `given`: the deliveries to return, without the
 * leased rows whose events can't be read. `isFull`: the next delivery doesn't fit into the response.
 */
type Page = { readonly leased: PullRow[]; readonly given: Fetched[]; isFull: boolean };

/** Serves the consumer of a pull subscription: fetches deliveries under a lease, and acknowledges them. */
export class PullConsumer {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * Fetches up to `limit` deliveries, oldest events first, but no more than fit into one response: a delivery that was
   * leased but not returned would wait until its lease ends. For `lease` ms, other consumers don't get the fetched
   * deliveries. Deliveries of instances that the owner no longer has access to are abandoned. If they were kept, every
   * later fetch would read them again.
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

  /**
   * Abandons the deliveries of instances that the owner has no access to, as the sender does for webhooks. `owner` must
   * be read after the rows: if the owner has regained access to an instance since its access was first read, it must
   * get the instance's events.
   */
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

  /**
   * Acknowledges deliveries, and returns how many of them were waiting. An id that was already acknowledged or never
   * issued changes nothing.
   */
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
    // The delivery log is written before the row is removed, because the handler of a repeated message checks the log.
    // In the opposite order, the handler could add the delivery to the backlog again.
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
      // The lease is checked before the row is parsed, because most of the rows that are read may be leased.
      const { leasedUntil } = item;
      if (typeof leasedUntil !== "number" || leasedUntil <= clock.now()) yield read(item);
    }
  }

  /** Leases rows in order until the response is full. A row that another consumer leased first takes no space. */
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

  /** Leases rows and returns those that no other consumer leased first. */
  async #leaseAll(rows: readonly PullRow[], lease: number): Promise<readonly PullRow[]> {
    const { table, clock } = this.#parts;
    const now = clock.now();
    const leasedUntil = now + lease;
    const outcomes = await Promise.all(
      rows.map((row) => {
        const when = [
          // The update must not recreate a row that has been acknowledged and removed since it was read.
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

  /**
   * The event of a leased row. If the event can't be read, the delivery can be fetched again when its lease ends, until
   * the delivery is abandoned ({@link isGone}) or expires.
   */
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
 * Whether the event of a row counts as erased: it was readable when the row was added, and is missing at the third
 * fetch or a later one.
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
