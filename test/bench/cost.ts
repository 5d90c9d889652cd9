import { readFileSync, writeFileSync } from "node:fs";
import { type Arrivals, arrivalsAt, fullBatches } from "./cost/arrivals.ts";
import type { Bill } from "./cost/bill.ts";
import { type CostRow, costTables, linesOf, withCosts } from "./cost/cost-page.ts";
import { eventCost } from "./cost/event-cost.ts";
import { idleMonth } from "./cost/idle-month.ts";
import { prices } from "./cost/prices.ts";

/**
 * Counts what AWS would charge for each call of the handlers to tables, queues and buses, at list prices. Only the
 * functions' durations are assumed (prices.ts). `-- --write` writes docs/deploy.md.
 */
const goals = { sourceEvents: 6, deliveries: 1.4, idleMonth: 20 };
const million = 1_000_000;
const rates = [10, 100] as const;

type Costs = {
  /** A million source events without deliveries, and a million deliveries. */
  readonly source: Bill;
  readonly delivery: Bill;
  readonly sourceStorage: number;
  readonly deliveryStorage: number;
};

/** The cost of a source event and of a delivery if messages arrive this way. */
async function costsOf(how: string, arrivals: Arrivals, padding = 0): Promise<Costs> {
  const one = await eventCost({ subscribers: 1, events: 300, arrivals, padding });
  const ten = await eventCost({ subscribers: 10, events: 200, arrivals, padding });
  // One more delivery. Matching an event is charged once, however many subscribers want it.
  const more = ten.deliveries - one.deliveries;
  const perDelivery = ten.behindBus.less(one.behindBus).times(1 / more);
  const storedPerDelivery = (ten.storage - one.storage) / more;
  const costs = {
    source: one.all.less(perDelivery).times(million),
    delivery: perDelivery.times(million),
    sourceStorage: (one.storage - storedPerDelivery) * million,
    deliveryStorage: storedPerDelivery * million,
  };
  print(`a million source events, ${how}`, costs.source);
  print(`a million deliveries, ${how}`, costs.delivery);
  return costs;
}

function print(title: string, bill: Bill): void {
  console.log(`\n${title}: $${bill.total().toFixed(2)}`);
  for (const [line, amount, cost] of linesOf(bill))
    console.log(`  ${line.padEnd(34)} ${amount.padStart(14)}  ${cost.padStart(9)}`);
}

console.log(
  `list prices of ${prices.readOn} in ${prices.region}, without free tiers; durations of functions are assumed`,
);
const full = await costsOf("full batches", fullBatches);
const atRates = new Map<number, Costs>();
for (const rate of rates) atRates.set(rate, await costsOf(`${rate} events a second`, arrivalsAt(rate, 10)));
const [ten] = atRates.values();
if (ten === undefined) throw new Error("no rate was measured");
const large = await costsOf("10 events a second, records of 3 KB", arrivalsAt(10, 10), 2_000);
const gathered = await costsOf("10 deliveries a second, gathered for 1 s", arrivalsAt(10, 1, 1));
const longer = await costsOf("10 deliveries a second, gathered for 5 s", arrivalsAt(10, 1, 5));
const idle = await idleMonth();
print("an idle month", idle.bill);

const sourceGoal = { goal: goals.sourceEvents };
const deliveryGoal = { goal: goals.deliveries };
const rows: readonly CostRow[] = [
  ...[...atRates].map(([rate, { source }]) => ({
    what: `a million source events, without deliveries, at ${rate.toLocaleString("en")} a second`,
    dollars: source.total(),
    ...sourceGoal,
  })),
  { what: "a million source events in full batches", dollars: full.source.total(), ...sourceGoal },
  {
    what: "a million source events at 10 a second, stored for 30 days with backups",
    dollars: ten.source.total() + ten.sourceStorage,
    ...sourceGoal,
  },
  { what: "the same from records of 3 KB", dollars: large.source.total() + large.sourceStorage },
  ...[...atRates].map(([rate, { delivery }]) => ({
    what: `a million deliveries, to ten subscribers each, at ${rate.toLocaleString("en")} events a second`,
    dollars: delivery.total(),
    ...deliveryGoal,
  })),
  { what: "a million deliveries in full batches", dollars: full.delivery.total(), ...deliveryGoal },
  { what: "a million deliveries at 10 a second", dollars: gathered.delivery.total(), ...deliveryGoal },
  { what: "the same with `deliveryWindowSeconds` 5", dollars: longer.delivery.total(), ...deliveryGoal },
  { what: "to store a million deliveries for 30 days, with backups", dollars: ten.deliveryStorage },
  {
    what: `an idle month, ${idle.owners.toLocaleString("en")} owners at 10 requests a second`,
    dollars: idle.bill.total(),
    goal: goals.idleMonth,
  },
  {
    what: "the same without `gradualDeployments`",
    dollars: idle.bill.total() - idle.gradualMetrics * prices.alarm,
    goal: goals.idleMonth,
  },
];
const text = costTables(rows, [
  { title: "a million source events at 10 a second", bill: ten.source },
  { title: "an idle month", bill: idle.bill },
]);
console.log(`\n${text}`);
if (process.argv.includes("--write")) {
  const page = new URL("../../docs/deploy.md", import.meta.url);
  writeFileSync(page, withCosts(readFileSync(page, "utf8"), text));
}
