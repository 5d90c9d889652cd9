import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type EventOutcome,
  eventOutcomes,
  hourlyDeliveries,
  type Wait,
  waits,
} from "../../../shared/api/completeness/hourly-deliveries.ts";
import { backlogKey } from "../../../shared/delivery/backlog/backlog.ts";
import { newDeliveryRow } from "../../../shared/delivery/rows/delivery-row.ts";
import { defined } from "../../../shared/kernel/defined.ts";
import { digestText, type IdDigest, noIds, sumOf, withId } from "../../../shared/kernel/id-digest.ts";
import { MemoryTable } from "../../support/memory-table.ts";
import { eventAt } from "./api-fixture.ts";

const [hour, day] = [3_600_000, 86_400_000];
const now = Date.UTC(2026, 10, 21, 12);
const subscription = "sub_1";

type Stored = {
  readonly event: string;
  readonly run: string;
  readonly state: "delivered" | "expired" | "waiting" | "held";
  readonly erased?: true | undefined;
};

async function tableWith(rows: readonly Stored[], unsent: readonly string[]) {
  const table = new MemoryTable("deliveries", { pageSize: 7 });
  // A row with all its stored responses counts as many, so that few rows make a page.
  const failures = Array.from({ length: 5 }, (_, at) => ({ at, excerpt: "no" }));
  const messageOf = (event: string, run: string) =>
    ({ subscription, partner: "prt_1", instance: "acme", event, run, attempt: 1 }) as const;
  for (const { event, run, ...stored } of rows) {
    const row = { ...newDeliveryRow(messageOf(event, run), now, day), attempt: 5, failures };
    await table.put([{ item: { ...row, ...defined(stored) } }]);
  }
  for (const event of unsent) {
    const message = messageOf(event, "0");
    await table.put([{ item: { ...backlogKey(message), ...message, due: now } }]);
  }
  return table;
}

type Sums = {
  delivered: IdDigest;
  replayed: number;
  waiting: { [wait in Wait]: number };
  expired: number;
  erased: number;
};

const noSums = (): Sums => ({
  ...{ delivered: noIds, replayed: 0, expired: 0, erased: 0 },
  waiting: { queue: 0, retry: 0, limit: 0, endpoint: 0 },
});

async function readAll(table: MemoryTable, from: number, to: number, isOrdered = false) {
  const sums = new Map<number, Sums>();
  let after: Awaited<ReturnType<typeof hourlyDeliveries>>["next"];
  let pages = 0;
  do {
    const { hours, next } = await hourlyDeliveries(table, {
      ...{ subscription, isPull: false, isOrdered, from, to, after },
    });
    for (const { from: at, delivered, replayed, waiting, expired, erased } of hours) {
      const known = sums.get(at) ?? noSums();
      known.delivered = sumOf(known.delivered, delivered);
      known.replayed += replayed;
      for (const wait of waits) known.waiting[wait] += waiting[wait];
      known.expired += expired;
      known.erased += erased;
      sums.set(at, known);
    }
    after = next;
    pages += 1;
  } while (after !== undefined);
  return { sums, pages };
}

/** What became of each event, by a second, simple rule. */
function expected(
  rows: readonly Stored[],
  unsent: readonly string[],
  from: number,
  to: number,
  at: (id: string) => number,
) {
  const sums = new Map<number, Sums>();
  for (const event of [...new Set([...rows.map((row) => row.event), ...unsent])]) {
    const time = at(event);
    if (time < from || time >= to) continue;
    const runs = rows.filter((row) => row.event === event && row.run !== "ping");
    const known: EventOutcome[] = runs.map(({ run, state }) => {
      if (state === "delivered") return run === "0" ? "delivered" : "replayed";
      return { expired: "expired", waiting: "queue", held: "endpoint" }[state] as EventOutcome;
    });
    if (unsent.includes(event)) known.push("retry");
    const outcome = eventOutcomes.findLast((one) => known.includes(one));
    if (outcome === undefined || outcome === "none") continue;
    const begin = Math.max(time - (time % hour), from);
    const own = sums.get(begin) ?? noSums();
    if (outcome === "expired") own.expired += 1;
    else if (outcome !== "delivered" && outcome !== "replayed") own.waiting[outcome] += 1;
    else own.delivered = withId(own.delivered, event);
    if (outcome === "replayed") own.replayed += 1;
    if (runs.some((row) => row.erased)) own.erased += 1;
    sums.set(begin, own);
  }
  return sums;
}

/** The hours with any events, in their order. */
const shown = (all: ReadonlyMap<number, Sums>) =>
  [...all]
    .map(([at, { delivered, ...rest }]) => ({ at, count: delivered.count, digest: digestText(delivered), ...rest }))
    .filter(({ count, waiting, expired }) => count + expired + waits.reduce((sum, one) => sum + waiting[one], 0) > 0)
    .toSorted((one, other) => one.at - other.at);

it("counts each event once, by its hour, on any number of pages", async () => {
  const times = Array.from({ length: 400 }, (_, n) => now - 3 * day + n * 617_000);
  const events = times.map((time, n) => ({ id: eventAt(time, String(n)).envelope.id, time }));
  const timeOf = new Map(events.map(({ id, time }) => [id, time]));
  const oneRow = fc.record({
    event: fc.constantFrom(...events.map(({ id }) => id)),
    run: fc.constantFrom("0", "01KAJ3N6Q0", "01KAJ3N6Q9", "ping"),
    state: fc.constantFrom("delivered" as const, "expired" as const, "waiting" as const, "held" as const),
    erased: fc.constantFrom(undefined, undefined, true as const),
  });
  let mostPages = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(oneRow, {
        maxLength: 500,
        minLength: 0,
        selector: ({ event, run }) => `${event}#${run}`,
        size: "max",
      }),
      fc.uniqueArray(fc.constantFrom(...events.map(({ id }) => id)), { maxLength: 40 }),
      fc.constantFrom(3 * day, 2 * day + 12_345, 5 * hour + 1),
      async (rows, unsent, span) => {
        const table = await tableWith(rows, unsent);
        const [from, to] = [now - 3 * day, now - 3 * day + span];
        const { sums, pages } = await readAll(table, from, to);
        mostPages = Math.max(mostPages, pages);
        const wanted = expected(rows, unsent, from, to, (id) => timeOf.get(id) ?? 0);
        expect(shown(sums)).toEqual(shown(wanted));
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  expect(mostPages).toBeGreaterThan(1);
});

it("ends no page between a delivery's row and its place in the backlog", async () => {
  const ids = Array.from({ length: 200 }, (_, n) => eventAt(now - hour + n, String(n)).envelope.id);
  const table = await tableWith(
    ids.map((event) => ({ event, run: "0", state: "waiting" })),
    ids,
  );
  const { sums, pages } = await readAll(table, now - hour, now);
  expect(pages).toBeGreaterThan(1);
  expect([...sums.values()].map(({ waiting }) => waiting)).toEqual([{ queue: 0, retry: 200, limit: 0, endpoint: 0 }]);
});

it("counts the events of an ordered backlog once, by their hour, on any number of pages", async () => {
  const times = Array.from({ length: 300 }, (_, n) => now - 2 * day + n * 551_000);
  const events = times.map((time, n) => ({ id: eventAt(time, String(n)).envelope.id, time, n }));
  const timeOf = new Map(events.map(({ id, time }) => [id, time]));
  const state = fc.constantFrom("delivered" as const, "waiting" as const, "expired" as const, "held" as const);
  const recordedRow = fc.record({ event: fc.constantFrom(...events), run: fc.constantFrom("0", "rpl_1"), state });
  const waitingRow = fc.record({ event: fc.constantFrom(...events), run: fc.constantFrom("0", "rpl_1", "rpl_2") });
  const selector = ({ event, run }: { readonly event: { readonly id: string }; readonly run: string }) =>
    `${event.id}#${run}`;
  let mostPages = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(recordedRow, { maxLength: 150, selector, size: "max" }),
      fc.uniqueArray(waitingRow, { minLength: 1, maxLength: 500, selector, size: "max" }),
      async (recorded, backlog) => {
        const rows = recorded.map(({ event, run, state }): Stored => ({ event: event.id, run, state }));
        const table = await tableWith(rows, []);
        const known = new Set(rows.map(({ event }) => event));
        const waiting = new Map<string, { readonly record: string; readonly n: number }>();
        for (const { event, run } of backlog) {
          // Some records sort before all event ids, and some after them.
          const record = `${"0ef"[event.n % 3]}${event.n % 11}`;
          const position = { record, seq: event.n, part: 0 };
          const id = { subscription, partner: "prt_1", instance: "acme", event: event.id, run };
          const message = { ...id, attempt: 1, position };
          await table.put([{ item: { ...backlogKey(message), ...message, due: now } }]);
          waiting.set(event.id, { record, n: event.n });
        }
        const [from, to] = [now - 2 * day + 12_345_678, now - hour / 3];
        const { sums, pages } = await readAll(table, from, to, true);
        mostPages = Math.max(mostPages, pages);
        const wanted = expected(rows, [], from, to, (id) => timeOf.get(id) ?? 0);
        for (const [event, { record, n }] of waiting) {
          const time = timeOf.get(event) ?? 0;
          if (known.has(event) || time < from || time >= to) continue;
          const begin = Math.max(time - (time % hour), from);
          const sum = wanted.get(begin) ?? noSums();
          const isFirst = ![...waiting.values()].some((other) => other.record === record && other.n < n);
          sum.waiting[isFirst ? "queue" : "limit"] += 1;
          wanted.set(begin, sum);
        }
        expect(shown(sums)).toEqual(shown(wanted));
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
  expect(mostPages).toBeGreaterThan(1);
});
