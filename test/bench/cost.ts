import * as z from "zod";
import type { MetricName } from "../../shared/kernel/metric-catalogue.ts";
import type { Item } from "../../shared/kernel/ports/table.ts";
import { canarySchedule, schedule } from "../../shared/kernel/topology.ts";
import { type Deployment, synthesise } from "../infra/support/deployment.ts";
import { type Arrivals, arrivalsAt, fullBatches } from "./cost/arrivals.ts";
import { Bill } from "./cost/bill.ts";
import type { CountedEngine } from "./cost/counted-engine.ts";
import { prices } from "./cost/prices.ts";
import { openScene } from "./cost/scene.ts";

/**
 * Cost: the handlers run over tables, queues and a bus that count what AWS would charge for each call, at list prices.
 * Durations of functions are assumed (prices.ts), everything else is counted.
 */
const goals = { sourceEvents: 6, deliveries: 1.4, idleMonth: 20 };
const million = 1_000_000;
const warmUp = 200;
const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const against = (amount: number, goal: number) =>
  `${dollars(amount)} (goal ${dollars(goal)}: ${amount <= goal ? "met" : "MISSED"})`;

/** What is spent before an event is on the bus: no number of subscribers changes it, but what the schedule learns does. */
const ingest = /^(feeds|mirror|bus|source|queue (ticks|poll)|function (clock|tick|poll|publish))\b/;

/** Dollars per source event, all of it and what comes behind the bus, at a number of subscribers that all want it. */
type PerEvent = { readonly dollars: number; readonly behindBus: number; readonly deliveries: number };

async function eventsAt(subscribers: number, events: number, arrivals: Arrivals = fullBatches): Promise<PerEvent> {
  const burst = Math.min(events, 100);
  const scene = await openScene({ records: 3 * (events + warmUp), requestsPerSecond: 20 });
  try {
    await scene.connect();
    await scene.subscribe(subscribers);
    const partner = await scene.partner();
    const people = scene.engine
      .stored("mirror")
      .filter(({ resource, state }) => resource === "person" && state === "live");
    const change = async (some: readonly Item[]) => {
      for (const { sk: id } of some) await partner.patch(`/person/${id}`, { firstName: `Kari ${id}` });
      for (let tick = 0; tick < 3; tick += 1) await scene.pipeline.tick();
    };
    if (people.length < events + warmUp) throw new Error(`only ${people.length} people to change`);
    // What is learnt about an instance (which hints lead to something) is learnt once.
    const newcomers = people.splice(0, warmUp);
    await change(newcomers);
    const ticks = 3 * Math.ceil(events / burst);
    scene.pipeline.arrivals = arrivals;
    scene.bill.clear();
    for (let tick = 0; tick < ticks; tick += 1) await scene.pipeline.tick();
    const idle = scene.bill.copy();
    scene.bill.clear();
    const before = { events: countOf(scene.engine), deliveries: scene.deliveries() };
    for (let changed = 0; changed < events; changed += burst)
      await change(people.slice(changed, Math.min(changed + burst, events)));
    // The same time without a change belongs to the idle month.
    scene.bill.less(idle);
    const found = countOf(scene.engine) - before.events;
    const delivered = scene.deliveries() - before.deliveries;
    if (found < events) throw new Error(`only ${found} of ${events} changes became events`);
    console.log(
      `\n${subscribers} subscribers, dollars per million source events (${found} events, ${delivered} deliveries)`,
    );
    print(scene.bill, million / found);
    return {
      dollars: scene.bill.total() / found,
      behindBus: scene.bill.total((line) => !ingest.test(line)) / found,
      deliveries: delivered / found,
    };
  } finally {
    await scene.close();
  }
}

/** Events that stand in their table, which the ledger shares. */
const countOf = (engine: CountedEngine) => engine.stored("events").filter(({ pk }) => !pk.startsWith("ledger#")).length;

/** Dollars of a month in which nothing happens, with 10,000 owners at 10 requests a second. */
async function idleMonth(): Promise<number> {
  const scene = await openScene({ records: 13_400, requestsPerSecond: 200 });
  try {
    await scene.connect();
    const owners = scene.engine.stored("feeds").filter(({ kind }) => kind === "owner").length;
    await scene.limit(10);
    for (let settling = 0; settling < 20; settling += 1) await scene.pipeline.tick();
    scene.bill.clear();
    scene.engine.takeRequests();
    scene.engine.takeMetrics();
    scene.engine.takeEmptyReceives();
    const minutes = 30;
    for (let tick = 0; tick < 4 * minutes; tick += 1) await scene.pipeline.tick();
    const times = (30 * 24 * 60) / minutes;
    const recorded = new Set([...scene.engine.takeMetrics(), ...canaryMetrics]);
    console.log(`\nrecorded all the time: ${[...recorded].sort().join(", ")}`);
    const stored = (["feeds", "mirror", "events"] as const)
      .flatMap((name) => scene.engine.stored(name))
      .reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);
    const fixed = new Bill();
    fixed.add("empty receives", scene.engine.takeEmptyReceives() * times, prices.queueRequests / million);
    const stack = synthesise(stage);
    fixed.add("metrics that alarms look at", alarmMetricsOf(stack), prices.alarm);
    fixed.add("dashboard", stack.of("AWS::CloudWatch::Dashboard").length, prices.dashboard);
    fixed.add("schedules: invocations", clockFires + canaryFires, prices.schedule / million);
    fixed.add("steps that watch: transitions", watchTransitions, prices.transitions / million);
    fixed.add("canary", canaryFires, canaryPrice);
    fixed.add("metrics that idle records", recorded.size, prices.metric);
    fixed.add("key", 1, prices.key);
    fixed.add("storage: GB", stored / 1e9, prices.storage);
    console.log(`\nIdle month, ${owners} owners, 10 requests a second (${minutes} minutes run)`);
    print(scene.bill, times);
    print(fixed, 1);
    return scene.bill.total() * times + fixed.total();
  } finally {
    await scene.close();
  }
}

/** What the canary's event records on its way; a metric is paid for the hours in which it has a value. */
const canaryMetrics: readonly MetricName[] = ["canary.latency_ms", "events.published"];

const monthSeconds = 30 * 24 * 3_600;
const clockFires = monthSeconds / schedule.everySeconds;
const canaryFires = monthSeconds / canarySchedule.everySeconds;
/** Three transitions a run: event sources are looked at every hour, alarms that are still in ALARM every four hours. */
const watchTransitions = 3 * (30 * 24 + 30 * 6);
/** Two invocations, a request to the API, the event's own way through mirror, bus, fan-out and delivery. */
const canaryPrice = (2 * prices.invocations + 1 + goals.sourceEvents + goals.deliveries) / million;

const operatorKeyHash = "a".repeat(64);
const alarmEmail = "ops@acme.test";
const stage = { stage: "prod", partnerUrl: "https://partner.acme.test", operatorKeyHash, alarmEmail };

/** The number of alarm metrics in the templates: an alarm over several metrics is paid for each of them. */
function alarmMetricsOf(stack: Deployment): number {
  const metrics = z.array(z.looseObject({ MetricStat: z.unknown().optional() }));
  return stack.of("AWS::CloudWatch::Alarm").reduce((sum, { properties }) => {
    const several = metrics.safeParse(properties["Metrics"]).data;
    return sum + (several?.filter(({ MetricStat }) => MetricStat !== undefined).length ?? 1);
  }, 0);
}

function print(bill: Bill, times: number): void {
  for (const { line, amount, dollars: cost } of bill.lines(times)) {
    // Also prints negative lines, because some costs may be higher without changes than with them.
    if (Math.abs(cost) >= 0.005)
      console.log(
        `  ${line.padEnd(34)} ${Math.round(amount).toLocaleString("en").padStart(14)}  ${dollars(cost).padStart(9)}`,
      );
  }
}

async function events(): Promise<void> {
  const none = await eventsAt(0, 300);
  const thousand = await eventsAt(1_000, 20);
  const full = await dearest(fullBatches, "in full batches");
  console.log("\nper million source events");
  console.log(`  with no subscriber         ${dollars(none.dollars * million)}`);
  console.log(`  with 1 subscriber          ${dollars(full.one.dollars * million)}`);
  console.log(`  with 10 subscribers        ${dollars(full.ten.dollars * million)}`);
  console.log(`  with 1,000 subscribers     ${dollars(thousand.dollars * million)}`);
  console.log(full.line);
  for (const rate of [10, 100, 1_000]) {
    console.log((await dearest(arrivalsAt(rate, 10), `as they come at ${rate} events a second`)).line);
  }
  for (const seconds of [1, 5]) {
    const how = `as they come at 10 events and 10 deliveries a second, gathered for ${seconds} s`;
    console.log((await dearest(arrivalsAt(10, 1, seconds), how)).line);
  }
}

/** What a source event and a delivery cost where messages arrive so. */
async function dearest(arrivals: Arrivals, how: string) {
  const one = await eventsAt(1, 300, arrivals);
  const ten = await eventsAt(10, 300, arrivals);
  // What one more delivery costs: matching an event is paid once, whoever wants it.
  const perDelivery = (ten.behindBus - one.behindBus) / (ten.deliveries - one.deliveries);
  const source = against((one.dollars - perDelivery) * million, goals.sourceEvents);
  const delivery = against(perDelivery * million, goals.deliveries);
  return { one, ten, line: `${how}: per million source events ${source}, deliveries ${delivery}` };
}

console.log(
  `list prices of ${prices.readOn} in ${prices.region}, without free tiers; durations of functions are assumed`,
);
// `npm run bench:cost -- idle` runs one part only.
const [part = "both"] = process.argv.slice(2);
if (part !== "idle") await events();
if (part !== "events") {
  console.log(`idle month, 10,000 owners    ${against(await idleMonth(), goals.idleMonth)}`);
}
