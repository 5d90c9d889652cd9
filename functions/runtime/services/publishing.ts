import { EventStore } from "../../../shared/publishing/event-store.ts";
import type { PublishParts } from "../../../shared/publishing/publish-changes.ts";
import { Republisher } from "../../../shared/publishing/republisher.ts";
import { type Container, onTable } from "../container.ts";
import { turnsWithoutRest } from "./turns.ts";

export const eventStore = /* @__PURE__ */ onTable(
  "events",
  (events, context) => new EventStore({ ...context, events }),
);

export function publishParts({ engine, context, get }: Container): PublishParts {
  return {
    ...context,
    store: get(eventStore),
    feeds: engine.table("feeds"),
    bus: engine.bus,
    erasures: engine.queue("recover"),
    turns: get(turnsWithoutRest),
  };
}

export function republisher({ engine, context, get }: Container): Republisher {
  return new Republisher({
    ...context,
    store: get(eventStore),
    recover: engine.queue("recover"),
    bus: engine.bus,
    mirror: engine.table("mirror"),
    events: engine.table("events"),
  });
}
