import { SubjectErasure } from "../../../shared/delivery/erasure/subject-erasure.ts";
import { SubjectEraser } from "../../../shared/mirror/subject-memory.ts";
import { QuarantineErasure } from "../../../shared/polling/quarantine/quarantine-erasure.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { SubscriptionProjection } from "../../../shared/subscriptions/subscription-projection.ts";
import type { Engine } from "../engine.ts";

export function erasureServices(engine: Engine): SubjectErasure {
  const { clock, logger, settings } = engine;
  const events = engine.table("events");
  return new SubjectErasure({
    memory: new SubjectEraser(engine.table("mirror")),
    store: new EventStore({ events, clock, timings: settings.timings }),
    events,
    copies: new SubscriptionProjection(engine.table("subscriptions")),
    deliveries: engine.table("deliveries"),
    quarantine: new QuarantineErasure(engine.table("feeds")),
    recover: engine.queue("recover"),
    logger,
  });
}
