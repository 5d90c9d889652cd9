import { EventStore } from "../../../shared/publishing/event-store.ts";
import type { PublishParts } from "../../../shared/publishing/publish-changes.ts";
import { Republisher } from "../../../shared/publishing/republisher.ts";
import type { Container } from "../container.ts";
import { turnsWithoutRest } from "./turns.ts";

export function eventStore({ engine }: Container): EventStore {
  const { clock, settings } = engine;
  return new EventStore({ events: engine.table("events"), clock, timings: settings.timings });
}

export function publishParts({ engine, get }: Container): PublishParts {
  const { bus, logger, metrics } = engine;
  const erasures = engine.queue("recover");
  return {
    store: get(eventStore),
    feeds: engine.table("feeds"),
    bus,
    erasures,
    logger,
    metrics,
    turns: get(turnsWithoutRest),
  };
}

export function republisher({ engine, get }: Container): Republisher {
  const { bus, clock, logger, metrics, settings } = engine;
  return new Republisher({
    ...{ store: get(eventStore), recover: engine.queue("recover"), bus },
    ...{ mirror: engine.table("mirror"), events: engine.table("events") },
    ...{ clock, logger, metrics, timings: settings.timings },
  });
}
