import { ExcerptErasure } from "../../../shared/delivery/erasure/excerpt-erasure.ts";
import { SubjectErasure } from "../../../shared/delivery/erasure/subject-erasure.ts";
import { SubjectMemory } from "../../../shared/mirror/subject-memory.ts";
import { QuarantineErasure } from "../../../shared/polling/quarantine/quarantine-erasure.ts";
import { EventStore } from "../../../shared/publishing/event-store.ts";
import { SubscriptionCopies } from "../../../shared/subscriptions/subscription-copies.ts";
import type { Engine } from "../engine.ts";

export function erasureServices(engine: Engine): SubjectErasure {
  const { clock, logger, settings } = engine;
  const events = engine.table("events");
  return new SubjectErasure({
    memory: new SubjectMemory(engine.table("mirror")),
    store: new EventStore({ events, clock, timings: settings.timings }),
    events,
    excerpts: new ExcerptErasure({
      copies: new SubscriptionCopies(engine.table("subscriptions")),
      deliveries: engine.table("deliveries"),
    }),
    quarantine: new QuarantineErasure(engine.table("feeds")),
    recover: engine.queue("recover"),
    logger,
  });
}
