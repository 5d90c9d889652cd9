import { PressureGauge } from "../../../shared/schedule/budget/pressure-gauge.ts";
import { FeedStore } from "../../../shared/schedule/feeds/feed-store.ts";
import { HintPrecision } from "../../../shared/schedule/feeds/hint-precision.ts";
import { OwnerFeeds } from "../../../shared/schedule/feeds/owner-feeds.ts";
import { StalledOwners } from "../../../shared/schedule/feeds/stalled-owners.ts";
import { SubOwners } from "../../../shared/schedule/feeds/sub-owners.ts";
import { Heartbeats } from "../../../shared/schedule/tick/heartbeats.ts";
import { Tick } from "../../../shared/schedule/tick/tick.ts";
import { DueFeeds } from "../../../shared/schedule/wheel/due-feeds.ts";
import { PlanStore } from "../../../shared/schedule/wheel/plan.ts";
import { type Container, onTable } from "../container.ts";
import { instanceRegistry } from "./source.ts";

export const feedStore = /* @__PURE__ */ onTable("feeds", (table) => new FeedStore(table));
export const stalledOwners = /* @__PURE__ */ onTable("feeds", (table) => new StalledOwners(table));
export const planStore = /* @__PURE__ */ onTable("feeds", (table) => new PlanStore(table));
export const pressureGauge = /* @__PURE__ */ onTable("feeds", (table, { clock }) => new PressureGauge(table, clock));
export const hintPrecision = /* @__PURE__ */ onTable(
  "feeds",
  (table, { clock, randomness }) => new HintPrecision(table, clock, randomness),
);
export const subOwners = /* @__PURE__ */ onTable("feeds", (table) => new SubOwners(table));

export function ownerFeeds({ get }: Container): OwnerFeeds {
  return new OwnerFeeds(get(feedStore), get(hintPrecision), get(subOwners));
}

export function tick({ engine, context, get }: Container): Tick {
  const table = engine.table("feeds");
  const feeds = get(feedStore);
  return new Tick({
    ...context,
    registry: get(instanceRegistry),
    plans: get(planStore),
    feeds,
    stalledOwners: get(stalledOwners),
    due: new DueFeeds(table, feeds),
    pressure: get(pressureGauge),
    beats: new Heartbeats(engine.table("mirror"), table, context.timings),
    poll: engine.queue("poll"),
  });
}
