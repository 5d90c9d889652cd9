import { EventStore } from "../../../shared/publishing/event-store.ts";
import type { PublishParts } from "../../../shared/publishing/publish-changes.ts";
import type { Engine } from "../engine.ts";

export function publishServices(engine: Engine): PublishParts {
  const { bus, clock, logger, metrics, settings } = engine;
  const store = new EventStore({ events: engine.table("events"), clock, timings: settings.timings });
  return { store, feeds: engine.table("feeds"), bus, erasures: engine.queue("recover"), logger, metrics };
}
