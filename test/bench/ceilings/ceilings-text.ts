import { functions } from "../../../shared/kernel/function-topology.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { mirrorStream, queues } from "../../../shared/kernel/topology.ts";
import { firstLimit } from "../../../shared/polling/rows/page-sizes.ts";
import { eventShards } from "../../../shared/publishing/stored-event.ts";
import { classPolicies } from "../../../shared/schedule/budget/class-policy.ts";
import { requestedPartitionsOf } from "../../../shared/schedule/feeds/wheel-partition.ts";
import { durations, pollConnections } from "../cost/prices.ts";
import { type Counted, subscriptions as countedSubscriptions, secondsPerChange } from "./counted.ts";

const hour = 3_600_000;
const day = 24 * hour;
const budgets = [5, 20, 100] as const;

/** DynamoDB's limits per partition and second. */
const partition = { writes: 1_000, reads: 3_000 };
/** Bytes that one read unit covers, and bytes of a subscription's copy without a filter. */
const readUnit = 4_096;
const copyBytes = 300;
/** A hint moves an entry into one of these partitions, and its visit moves the entry out. */
const hintPartitions = requestedPartitionsOf("instance", "owners", "now").length;

/** How often a changed row is read: by the fast pass with its smallest overlap, and by the sweep and the deep sweep. */
function readsOfRow(): { readonly fast: number; readonly sweeps: number; readonly all: number } {
  const { timelinePeriod, fastOverlapMin, sweepPeriod, sweepOverlap, deepSweepPeriod, deepSweepOverlap } =
    defaultTimings;
  const fast = (timelinePeriod + fastOverlapMin) / timelinePeriod;
  const sweeps = (sweepPeriod + sweepOverlap) / sweepPeriod + deepSweepOverlap / deepSweepPeriod;
  return { fast, sweeps, all: fast + sweeps };
}

/** Changes per second in one timeline, whose pages are read one after the other. */
const ofTimeline = (pageRows: number) => (pageRows * 1_000) / durations.pollRequest / readsOfRow().all;

/** The share of a budget that a class may use: its own, and what is reserved for no class. */
function partOf(name: "timelines" | "owners"): number {
  const reserved = Object.values(classPolicies).reduce((sum, { share }) => sum + share, 0);
  return classPolicies[name].share + 1 - reserved;
}

const ofBudget = (requestsPerSecond: number, pageRows: number) =>
  (requestsPerSecond * partOf("timelines") * pageRows) / readsOfRow().all;

const ofHints = () => (hintPartitions * partition.writes) / 2;
/** Requests per second of all workers. */
const ofSources = () => (queues.poll.maxConcurrency * pollConnections * 1_000) / durations.pollRequest;

/** Hints per second that an instance could follow with every worker of a stage, at one request each. */
export function hintCeilings(): { readonly written: number; readonly followed: number } {
  return { written: ofHints(), followed: ofSources() * partOf("owners") };
}

/** Requests per second for visits to all owners within their longest waits. */
function ownerRequests(owners: number, dormant: number): number {
  const { ownerPeriod, dormantPeriod } = defaultTimings;
  const visits = owners * ((1 - dormant) / ownerPeriod + dormant / dormantPeriod) * 1_000;
  return visits * classPolicies.owners.perFeed;
}

/** The budget at which the longest waits, which may use half of the owners' share, don't grow. */
const budgetFor = (needed: number) => needed / (classPolicies.owners.share / 2);
const stretch = (needed: number, requestsPerSecond: number) => Math.max(1, budgetFor(needed) / requestsPerSecond);

const indexReads = (subscriptions: number) => Math.ceil((subscriptions * copyBytes) / readUnit);

/** Read units per second from one instance's partition while one subscription changes each second. */
function projectionReads(subscriptions: number, workers: number) {
  const all = indexReads(subscriptions);
  // The version before and during the build, and the changed copy. All copies are read once per `registryCache`.
  return { now: workers * (3 + all / (defaultTimings.registryCache / 1_000)), before: workers * (2 + all) };
}

/** How many subscriptions of one instance reach the limit of their partition, while one changes each second. */
function mostSubscriptions(workers: number): number {
  const all = (partition.reads / workers - 3) * (defaultTimings.registryCache / 1_000);
  return (all * readUnit) / copyBytes;
}

const number = (value: number) =>
  value.toLocaleString("en", value < 10 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 0 });
const days = (ms: number) => (ms < 2 * day ? `${number(ms / hour)} h` : `${number(ms / day)} days`);
const row = (...cells: readonly (number | string)[]) =>
  `| ${cells.map((cell) => (typeof cell === "number" ? number(cell) : cell)).join(" | ")} |`;
const rule = (...cells: readonly string[]) => `|${cells.join("|")}|`;

function ofOneInstance(): readonly string[] {
  const [small, large] = [firstLimit({ view: "full" }), firstLimit({})];
  const byBudget = (of: (budget: number) => number | string) => budgets.map(of);
  return [
    row("an instance's changes a second", ...budgets.map((budget) => `budget ${budget}/s`)),
    rule("---", ...budgets.map(() => "---:")),
    row(`people or companies, by budget (pages of ${small})`, ...byBudget((budget) => ofBudget(budget, small))),
    row(
      `projects or activities, by budget (pages of ${number(large)})`,
      ...byBudget((budget) => ofBudget(budget, large)),
    ),
    row("people or companies, one page after another", ...byBudget(() => ofTimeline(small))),
    row("projects or activities, one page after another", ...byBudget(() => ofTimeline(large))),
    row("hints about different owners", ...byBudget(ofHints)),
    row("writes to the mirror and to events, 1 KB each", ...byBudget(() => eventShards * partition.writes)),
  ];
}

function ofOneStage(): readonly string[] {
  const { deliver, fanout, poll, ticks } = queues;
  const { reservedConcurrency: published = 0 } = functions.publish;
  const perSecond = (workers: number, batch: number, ms: number) => (workers * batch * 1_000) / ms;
  return [
    row("a stage", "at most", "limited by"),
    rule("---", "---:", "---"),
    row("events a second put on the bus", "400 to 10,000", "the region's quota for PutEvents"),
    row(
      "events a second matched by the rule",
      "1,100 to 18,750",
      "the region's quota for invocations; above it, events are late",
    ),
    row(
      "changes a second published",
      perSecond(published, mirrorStream.batchSize, durations.publish),
      `${published} reserved workers`,
    ),
    row(
      "events a second fanned out",
      perSecond(fanout.maxConcurrency, fanout.batchSize, durations.fanout),
      `${fanout.maxConcurrency} workers`,
    ),
    row(
      "deliveries a second, to endpoints that respond within 200 ms",
      perSecond(deliver.maxConcurrency, deliver.batchSize, durations.deliver),
      `${deliver.maxConcurrency} workers`,
    ),
    row("requests a second to sources", ofSources(), `${poll.maxConcurrency} workers`),
    row(
      "instances",
      perSecond(ticks.maxConcurrency, 1, durations.tick) * (defaultTimings.tick / 1_000),
      `${ticks.maxConcurrency} workers`,
    ),
  ];
}

/** The instance whose ceilings are named one by one. */
const [records, owners, subscriptions, dormant] = [10_000_000, 1_000_000, 10_000, 0.8];

function ofLargeInstance(): readonly string[] {
  const walk = records / firstLimit({ view: "full" });
  const { walks, owners: policy } = classPolicies;
  const needed = ownerRequests(owners, dormant);
  const first = walk + owners * policy.perFirst;
  const reads = projectionReads(subscriptions, queues.fanout.maxConcurrency);
  return [
    row("10 M people, 1 M owners, 80 % of them dormant", ...budgets.map((budget) => `budget ${budget}/s`)),
    rule("---", ...budgets.map(() => "---:")),
    row("first contact, at least", ...budgets.map((budget) => days((first / budget) * 1_000))),
    row("a walk, from its own share", ...budgets.map((budget) => days((walk / (budget * walks.share)) * 1_000))),
    row(
      "longest wait of an active owner",
      ...budgets.map((budget) => days(stretch(needed, budget) * defaultTimings.ownerPeriod)),
    ),
    "",
    row("10,000 subscriptions, one changed each second", "read units a second"),
    rule("---", "---:"),
    row(`${queues.fanout.maxConcurrency} workers that read only what changed`, reads.now),
    row("the same workers if each read all subscriptions", reads.before),
    row("the limit of the partition", partition.reads),
  ];
}

function ofCounting({ readsOfRow: reads, allSubscriptions, changedSubscription }: Counted): readonly string[] {
  return [
    row("counted on one machine", ""),
    rule("---", "---:"),
    row(`reads of a changed row, in a day with a change every ${secondsPerChange} s`, reads.toFixed(2)),
    row(
      `read units of a worker for one of ${number(countedSubscriptions)} subscriptions that changed`,
      changedSubscription,
    ),
    row(`read units of a worker for all ${number(countedSubscriptions)} subscriptions`, allSubscriptions),
  ];
}

function whatComesFirst(): readonly string[] {
  const { fast, sweeps } = readsOfRow();
  const { written, followed } = hintCeilings();
  const thousands = Math.round(mostSubscriptions(queues.fanout.maxConcurrency) / 1_000) * 1_000;
  return [
    "**What a large instance reaches first**, with 10 million people, a million owners and 10,000 subscriptions:",
    "",
    `1. The request budget. If a fifth of the owners are active, ${number(budgetFor(ownerRequests(owners, dormant)))} requests a second keep the longest wait at six hours.`,
    `2. The timeline of people, at ${number(ofTimeline(firstLimit({ view: "full" })))} changes a second, because a page's cursor is in the page before. The fast pass reads`,
    `   each row ${number(fast)} times, and the sweeps read it ${number(sweeps)} times.`,
    "3. The region's quota for events, which AWS raises on request.",
    `4. Reads of subscriptions in fan-out, at about ${number(thousands)} subscriptions to one instance, because each worker reads`,
    "   all of them once a minute.",
    "",
    `Hints come later: ${hintPartitions} index partitions take ${number(written)} a second, and all workers of the stage can follow ${number(followed)}.`,
  ];
}

export const begin = "<!-- Made by `npm run bench:ceilings`; don't edit. -->";
export const end = "<!-- End of the ceilings. -->";

/** The computed and counted part of docs/scheduling.md. */
export function ceilingsText(of: Counted): string {
  const tables = [ofOneInstance(), ofOneStage(), ofLargeInstance(), ofCounting(of), whatComesFirst()];
  return [begin, "", ...tables.flatMap((table) => [...table, ""]), end].join("\n");
}

/** Replaces that part of the page. */
export function withCeilings(page: string, of: Counted): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error("docs/scheduling.md has no place for the ceilings");
  return page.slice(0, from) + ceilingsText(of) + page.slice(to + end.length);
}
