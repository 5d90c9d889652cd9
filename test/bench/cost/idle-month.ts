import type { MetricName } from "../../../shared/kernel/metric-catalogue.ts";
import { canarySchedule, schedule } from "../../../shared/kernel/topology.ts";
import { type Deployment, productionContext, synthesise } from "../../infra/support/deployment.ts";
import type { Bill } from "./bill.ts";
import { prices } from "./prices.ts";
import { openScene } from "./scene.ts";

export type IdleMonth = {
  readonly bill: Bill;
  readonly owners: number;
  /** The alarm metrics that only `gradualDeployments` adds. */
  readonly gradualMetrics: number;
};

const minutes = 30;
const monthSeconds = 30 * 24 * 3_600;
const clockFires = monthSeconds / schedule.everySeconds;
const canaryFires = monthSeconds / canarySchedule.everySeconds;
/** Three transitions per run: event sources are checked every hour, and ringing alarms every four hours. */
const watchTransitions = 3 * (30 * 24 + 30 * 6);
/** Two invocations, an API request, and the event's way through mirror, bus, fan-out and delivery, as assumed. */
const canaryPrice = (2 * prices.invocations + 1 + 6 + 1.4) / 1e6;
/** The metrics of the canary's event on its way. A metric is charged for the hours in which it has a value. */
const canaryMetrics: readonly MetricName[] = ["canary.latency_ms", "events.published"];

/** Bills an idle month with 10 000 owners at 10 requests per second. */
export async function idleMonth(): Promise<IdleMonth> {
  const scene = await openScene({ records: 13_400, requestsPerSecond: 200 });
  const { engine, pipeline } = scene;
  try {
    await scene.connect();
    const owners = engine.stored("feeds").filter(({ kind }) => kind === "owner").length;
    await scene.limit(10);
    for (let settling = 0; settling < 20; settling += 1) await pipeline.tick();
    scene.bill.clear();
    engine.takeRequests();
    engine.takeMetrics();
    engine.takeEmptyReceives();
    for (let tick = 0; tick < schedule.ticksPerFire * minutes; tick += 1) await pipeline.tick();
    const times = monthSeconds / 60 / minutes;
    const bill = scene.bill.times(times);
    const recorded = new Set([...engine.takeMetrics(), ...canaryMetrics]);
    const stored = (["feeds", "mirror", "events"] as const)
      .flatMap((name) => engine.stored(name))
      .reduce((sum, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0);
    const stack = synthesise(productionContext);
    const alarmMetrics = alarmMetricsOf(stack);
    bill.add("empty receives", engine.takeEmptyReceives() * times, prices.queueRequests / 1e6);
    bill.add("alarms: metrics", alarmMetrics, prices.alarm);
    bill.add("dashboard", stack.of("AWS::CloudWatch::Dashboard").length, prices.dashboard);
    bill.add("schedules: invocations", clockFires + canaryFires, prices.schedule / 1e6);
    bill.add("steps that watch: transitions", watchTransitions, prices.transitions / 1e6);
    bill.add("canary", canaryFires, canaryPrice);
    bill.add("recorded metrics", recorded.size, prices.metric);
    bill.add("key", 1, prices.key);
    bill.add("storage: GB", stored / 1e9, prices.storage + prices.recovery);
    const atOnce = synthesise({ ...productionContext, gradualDeployments: false });
    return { bill, owners, gradualMetrics: alarmMetrics - alarmMetricsOf(atOnce) };
  } finally {
    await scene.close();
  }
}

/** The number of alarm metrics in the templates. An alarm over several metrics is charged for each of them. */
export function alarmMetricsOf(stack: Deployment): number {
  return stack
    .all("AWS::CloudWatch::Alarm")
    .flatMap(({ Metrics = [{ MetricStat: "its own" }] }) => Metrics)
    .filter(({ MetricStat }) => MetricStat !== undefined).length;
}
