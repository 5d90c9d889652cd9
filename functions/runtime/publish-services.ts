import { EventStore } from "../../shared/publishing/event-store.ts";
import type { PublishParts } from "../../shared/publishing/publish-changes.ts";
import type { Engine } from "./engine.ts";

export function publishServices({ table, bus, clock, logger, metrics, settings }: Engine): PublishParts {
  const store = new EventStore({ events: table("events"), clock, timings: settings.timings });
  return { store, feeds: table("feeds"), bus, logger, metrics };
}
