import { PressureGauge } from "../../../shared/schedule/budget/pressure-gauge.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { Heartbeats } from "../../../shared/schedule/tick/heartbeats.ts";
import { Tick } from "../../../shared/schedule/tick/tick.ts";
import { DueFeeds } from "../../../shared/schedule/wheel/due-feeds.ts";
import { PlanStore } from "../../../shared/schedule/wheel/plan.ts";
import type { Engine } from "../engine.ts";
import { instanceRegistryOf } from "./source-registry.ts";

export function tickOf(engine: Engine): Tick {
  const { clock, logger, metrics, settings } = engine;
  const { timings } = settings;
  const table = engine.table("feeds");
  const feeds = new FeedStore(table);
  return new Tick({
    registry: instanceRegistryOf(engine),
    plans: new PlanStore(table),
    feeds,
    due: new DueFeeds(table, feeds),
    pressure: new PressureGauge(table, clock),
    beats: new Heartbeats(engine.table("mirror"), table, timings),
    poll: engine.queue("poll"),
    clock,
    logger,
    metrics,
    timings,
  });
}
