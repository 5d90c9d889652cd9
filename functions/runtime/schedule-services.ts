import { Beats } from "../../shared/schedule/beats.ts";
import { DueFeeds } from "../../shared/schedule/due-feeds.ts";
import { FeedStore } from "../../shared/schedule/feed-store.ts";
import { PlanStore } from "../../shared/schedule/plan.ts";
import { PressureGauge } from "../../shared/schedule/pressure-gauge.ts";
import { Tick } from "../../shared/schedule/tick.ts";
import type { Engine } from "./engine.ts";
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
    beats: new Beats(engine.table("mirror"), table, timings),
    poll: engine.queue("poll"),
    clock,
    logger,
    metrics,
    timings,
  });
}
