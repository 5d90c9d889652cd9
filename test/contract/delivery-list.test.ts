import { beforeAll, describe, expect, it } from "vitest";
import { deliveryFilter, listDeliveries } from "../../shared/api/deliveries/list-deliveries.ts";
import { type DeliveryRow, newDeliveryRow } from "../../shared/delivery/rows/delivery-row.ts";
import { detectedAtOf, eventId } from "../../shared/kernel/event-id.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { engines, tablesOfSuite } from "./table-engines.ts";

const hour = 3_600_000;
const now = Date.UTC(2026, 10, 21, 12);
const states = ["waiting", "delivered", "expired", "held", "blocked", "failed"] as const;
const types = ["person.updated", "person.created", "company.updated"];
const answers = [{ status: 204 }, { status: 503 }, { status: 500 }, { status: 404 }, { error: "timeout" as const }];

/** Deliveries of three days, a few per hour, in every state, of every type and with every response. */
const rows = Array.from({ length: 180 }, (_, n): DeliveryRow => {
  const detectedAt = now - n * 0.4 * hour;
  const identity = { instance: "acme", resource: "person", owner: "", recordId: `${n % 7}`, seq: n, factKey: "" };
  const type = types[n % types.length] ?? "";
  const event = eventId(detectedAt, { ...identity, type });
  const message = { subscription: "sub_1", partner: "prt_1", instance: "acme", event, run: "0", attempt: 1 };
  return {
    ...newDeliveryRow(message, now, 30 * 24 * hour),
    type,
    state: states[n % states.length] ?? "waiting",
    attempts: [{ at: detectedAt, ms: 1, ...answers[n % answers.length] }],
  };
});
const ofRecord = new Set(rows.filter((_, n) => n % 7 === 3).map(({ event }) => event));

const anything = { limit: 0, oldest: 0, newest: now, events: undefined };
const between = { oldest: now - 30 * hour, newest: now - 10 * hour };
type Filter = Partial<Parameters<typeof deliveryFilter>[0]>;
type Selection = readonly [what: string, filter: Filter, isWanted: (row: DeliveryRow) => boolean];
const filters: readonly Selection[] = [
  ...states.map((state): Selection => [`state ${state}`, { state }, (row) => row.state === state]),
  ["event type", { type: "person.created" }, ({ type }) => type === "person.created"],
  ["all types of a subject", { type: "person.*" }, ({ type }) => type !== "company.updated"],
  ["status class", { status: "5xx" }, ({ attempts }) => (attempts[0]?.status ?? 0) >= 500],
  ["status", { status: "404" }, ({ attempts }) => attempts[0]?.status === 404],
  ["error", { error: "timeout" }, ({ attempts }) => attempts[0]?.error === "timeout"],
  ["time", between, ({ event }) => isBetween(event)],
  ["record", { events: ofRecord }, ({ event }) => ofRecord.has(event)],
  [
    "several at once",
    { ...between, type: "person.*", status: "5xx" },
    ({ event, type, attempts }) => isBetween(event) && type !== "company.updated" && (attempts[0]?.status ?? 0) >= 500,
  ],
];

function isBetween(event: string): boolean {
  const at = detectedAtOf(event) ?? 0;
  return at >= between.oldest && at <= between.newest;
}

describe.each(engines)("deliveries on $name", ({ name, open }) => {
  const table = tablesOfSuite(open, new FakeClock(now));
  beforeAll(() => table("deliveries").put(rows.map((item) => ({ item }))));

  /** All pages, each from the cursor of the previous one. */
  async function listed(filter: Filter, limit: number): Promise<string[]> {
    const given = { ...anything, ...filter };
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page: Awaited<ReturnType<typeof listDeliveries>> = await listDeliveries(table("deliveries"), {
        ...{ subscription: "sub_1", after, limit, isWanted: deliveryFilter({ ...given, limit }) },
        ...{ newestMs: given.newest, oldestMs: Math.max(given.oldest, now - 4 * 24 * hour) },
      });
      expect(page.rows.length).toBeLessThanOrEqual(limit);
      found.push(...page.rows.map(({ event }) => event));
      after = page.next;
    } while (after !== undefined);
    return found;
  }

  // A filter sees rows that were read, so one engine shows what each filter selects.
  it.each(name === "SQLite" ? filters : filters.slice(-3))(
    "by %s: each delivery appears once across all pages, newest first, and no others",
    async (_, filter, isWanted) => {
      const wanted = rows.filter(isWanted).map(({ event }) => event);
      expect(wanted.length).toBeGreaterThan(3);
      expect(await listed(filter, Math.ceil(wanted.length / 3))).toEqual(wanted);
      expect(await listed(filter, wanted.length)).toEqual(wanted);
    },
  );
});
