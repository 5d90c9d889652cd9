import { IndexCache } from "../../../shared/fanout/index-cache.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { operatorPartner } from "../../../shared/partners/partner-key.ts";
import { createTimelineReader } from "../../../shared/polling/timelines/timeline-reader.ts";
import type { Source } from "../../../shared/source/source.ts";
import { projectedItem, type Subscription } from "../../../shared/subscriptions/subscription.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { testContext } from "../../support/test-context.ts";
import { PollingFixture } from "../../unit/polling/support/polling-fixture.ts";
import { Bill } from "../cost/bill.ts";
import { CountedTable } from "../cost/counted-table.ts";

export type Counted = {
  /** How often a changed row is read, in a day with a change every `secondsPerChange` and no late row. */
  readonly readsOfRow: number;
  /** The read units that a fan-out worker uses for all subscriptions of an instance, and for one that changed. */
  readonly allSubscriptions: number;
  readonly changedSubscription: number;
};

export const secondsPerChange = 5;
export const subscriptions = 10_000;

/** Counts what the code reads, on one machine and in virtual time. */
export async function counted(): Promise<Counted> {
  return { readsOfRow: await readsOfRow(), ...(await projectionReads()) };
}

async function projectionReads(): Promise<Omit<Counted, "readsOfRow">> {
  // A page of a query is at most 1 MB.
  const memory = new MemoryTable("subscriptions", { pageSize: 3_500 });
  const bill = new Bill();
  const projection = new SubscriptionProjection(new CountedTable("subscriptions", memory, bill));
  const cache = new IndexCache({ ...testContext(), projection });
  const take = () => {
    const units = bill.lines().reduce((sum, { amount }) => sum + amount, 0);
    bill.clear();
    return units;
  };
  const all = Array.from({ length: subscriptions }, (_, at) => aSubscription(at));
  await memory.put([
    { item: { pk: "registry", sk: "instance#acme" } },
    ...all.map((one) => ({ item: projectedItem("acme", one) })),
  ]);
  await cache.of("acme");
  const allSubscriptions = take();
  await new SubscriptionProjection(memory).project({ ...aSubscription(7), status: "disabled", rev: 2 });
  await cache.of("acme");
  return { allSubscriptions, changedSubscription: take() };
}

const aSubscription = (at: number): Subscription => ({
  id: `sub_${String(at).padStart(26, "0")}`,
  partner: operatorPartner,
  eventTypes: ["person.*", "company.*"],
  baseline: false,
  status: "active",
  secrets: [],
  ...{ createdAt: 0, updatedAt: 0, rev: 1 },
});

const hour = 3_600_000;

async function readsOfRow(): Promise<number> {
  const fixture = new PollingFixture("project-timeline");
  const reader = createTimelineReader(fixture.parts);
  let now = Date.UTC(2026, 0, 5);
  const rows: { readonly id: string; readonly created: string }[] = [];
  let read = 0;
  const source: Source = {
    page: async ({ query = {} }) => {
      const { since = "", cursor = since, limit = "1000" } = query;
      const from = rows.findLastIndex(({ created }) => created < cursor) + 1;
      const items = rows.slice(from, from + Number(limit));
      read += items.length;
      const nextCursor = from + items.length < rows.length ? items.at(-1)?.created : undefined;
      return {
        outcome: "ok",
        value: { items, nextCursor, totalItems: undefined },
        moment: { beganAt: now, asOf: now },
      };
    },
    one: async () => ({ outcome: "notFound", problem: true, moment: { beganAt: now, asOf: now } }),
  };
  const changeFor = async (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now += secondsPerChange * 1_000;
      rows.push({ id: `p${rows.length}`, created: new Date(now).toISOString() });
      if (now % defaultTimings.timelinePeriod === 0) await fixture.visit(reader, source);
    }
  };
  // After some rows, the overlap is as short as it may be. The day has a deep sweep and a sweep each hour.
  await changeFor(26 * hour);
  const before = { read, rows: rows.length };
  await changeFor(24 * hour);
  return (read - before.read) / (rows.length - before.rows);
}
