import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { arrivalsAt } from "../bench/cost/arrivals.ts";
import { eventCost } from "../bench/cost/event-cost.ts";
import { alarmMetricsOf } from "../bench/cost/idle-month.ts";
import { productionContext, synthesise } from "./support/deployment.ts";

const page = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
const million = 1_000_000;

/** A number in a table of docs/deploy.md. */
function onPage(row: string): number {
  const cells = page.split("\n").find((line) => line.startsWith(`| ${row} | `))!;
  return Number(
    cells
      .slice(row.length + 5)
      .split(" |")[0]!
      .replaceAll(/[$,]/g, ""),
  );
}

/** Lines that a bill of few events shows as well. What polls and ticks use depends on how many come at once. */
const lines = [
  "events: write units",
  "events: read units",
  "events, index subject: write units",
  "bus: events",
  "mirror: write units",
  "queue fanout: requests",
];

const within = (share: number, counted: number, shown: number) => Math.abs(counted - shown) <= share * shown;

// This needs ten seconds of CPU.
test("docs/deploy.md has what events and deliveries use today (npm run bench:cost -- --write)", async () => {
  const few = { events: 40, warmUp: 5, restTicks: 5, arrivals: arrivalsAt(10, 10) };
  const one = await eventCost({ subscribers: 1, ...few });
  const ten = await eventCost({ subscribers: 10, ...few });
  const used = new Map(
    one.all
      .times(million)
      .lines()
      .map(({ line, amount }) => [line, amount]),
  );
  const behind = lines.filter((line) => !within(0.15, used.get(line) ?? 0, onPage(line)));
  expect(behind.map((line) => [line, used.get(line), onPage(line)])).toEqual([]);
  const delivery = ten.behindBus.less(one.behindBus).times(million / (ten.deliveries - one.deliveries));
  const shown = onPage("a million deliveries, to ten subscribers each, at 10 events a second");
  expect(within(0.05, delivery.total(), shown), `${delivery.total()}, on the page ${shown}`).toBe(true);
}, 300_000);

test("docs/deploy.md has the number of the alarms' metrics (npm run bench:cost -- --write)", () => {
  expect(onPage("alarms: metrics")).toBe(alarmMetricsOf(synthesise(productionContext)));
});
