import { createHash } from "node:crypto";
import { functions } from "../../../shared/kernel/function-topology.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";
import { mirrorStream, queues, schedule, tables } from "../../../shared/kernel/topology.ts";
import { arrivalsAt, fullBatches } from "./arrivals.ts";
import type { Bill } from "./bill.ts";
import * as assumptions from "./prices.ts";

export type CostRow = {
  readonly what: string;
  readonly dollars: number;
  readonly goal?: number;
};

const { prices } = assumptions;
const dollars = (amount: number) => `${amount <= -0.005 ? "-" : ""}$${Math.abs(amount).toFixed(2)}`;

/** Names everything that affects the figures and can be compared without a run. */
export function costInputs(): string {
  const memory = Object.values(functions).map(({ name, memoryMb }) => [name, memoryMb]);
  // Sorted, because module loaders differ in the order of exports.
  const assumed = Object.fromEntries(Object.entries(assumptions).sort(([one], [other]) => (one < other ? -1 : 1)));
  const arrivals = [fullBatches, arrivalsAt(10, 10), arrivalsAt(100, 10)].map((one) => [
    one.changes,
    Object.values(queues).map(({ name }) => [one.batchOf(name), one.perReceive(name)]),
  ]);
  const topology = { memory, mirrorStream, queues, schedule, tables };
  const inputs = JSON.stringify({ assumptions: assumed, arrivals, ...topology, defaultTimings });
  return createHash("sha256").update(inputs).digest("hex").slice(0, 8);
}

const begin = "<!-- Made by test/bench/cost.ts --write from the inputs";

/** The first line of the tables, by which a test knows whether they are outdated. */
export function costMark(inputs: string): string {
  return `${begin} ${inputs}; don't edit. -->`;
}

const end = "<!-- End of the costs. -->";

/** Replaces the tables in the text of docs/deploy.md. */
export function withCosts(page: string, tablesText: string): string {
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error("docs/deploy.md has no place for the costs");
  return page.slice(0, from) + tablesText + page.slice(to);
}

const windowsText =
  `Batches fill for up to ${mirrorStream.windowSeconds} s before publishing, ${queues.fanout.windowSeconds} s before ` +
  `fan-out and ${queues.deliver.windowSeconds} s before delivery (\`deliveryWindowSeconds\`).`;

/** The tables: every counted figure with its goal, and the lines of the two most important bills. */
export function costTables(rows: readonly CostRow[], bills: readonly { title: string; bill: Bill }[]): string {
  return [
    costMark(costInputs()),
    "",
    `At the list prices of ${prices.readOn} in ${prices.region}, without free tiers:`,
    "",
    "| | cost | goal |",
    "|---|---:|---:|",
    ...rows.map(({ what, dollars: amount, goal }) => `| ${what} | ${dollars(amount)} | ${against(amount, goal)} |`),
    "",
    ...bills.flatMap(({ title, bill }) => [
      `| ${title} | used | cost |`,
      "|---|---:|---:|",
      ...linesOf(bill).map((line) => `| ${line.join(" | ")} |`),
      "",
    ]),
    windowsText,
    "",
  ].join("\n");
}

function against(amount: number, goal: number | undefined): string {
  if (goal === undefined) return "";
  // A figure that the page shows as equal to its goal meets it.
  return `≤ ${dollars(goal)}${Number(amount.toFixed(2)) > goal ? ", missed" : ""}`;
}

/** Every line of at least ten cents, including negative ones, and the sum of the others. */
export function linesOf(bill: Bill): readonly (readonly [string, string, string])[] {
  const isShown = (amount: number) => Math.abs(amount) >= 0.095;
  const lines = bill.lines();
  const rest = lines.filter((line) => !isShown(line.dollars)).reduce((sum, line) => sum + line.dollars, 0);
  return [
    ...lines
      .filter((line) => isShown(line.dollars))
      .map(
        ({ line, amount, dollars: cost }) =>
          [line, amount.toLocaleString("en", { maximumFractionDigits: amount < 100 ? 2 : 0 }), dollars(cost)] as const,
      ),
    ["less than ten cents each", "", dollars(rest)],
  ];
}
