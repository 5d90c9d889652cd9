import { z } from "@hono/zod-openapi";
import { eventAnswer } from "../events/event-schemas.ts";

export const pollQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10).openapi({
    description:
      "Deliveries at most: an answer ends sooner where they take about 1 MB. Only an empty one says that nothing waits.",
    example: 10,
  }),
  wait: z.coerce.number().int().min(0).max(20).default(0).openapi({
    description:
      "Seconds to wait for a delivery where none is there. Five requests of a partner wait at once, and 25 in all: any more get an empty answer at once. Pause for a second after an empty answer.",
    example: 20,
  }),
  leaseSeconds: z.coerce
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(60)
    .openapi({ description: "How long they are yours alone.", example: 60 }),
});

export const pollAnswer = z
  .object({
    items: z.array(
      z.object({
        ackId: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0" }),
        fetched: z.int().openapi({ description: "How often it was given out, this time included.", example: 1 }),
        leasedUntil: z.iso.datetime(),
        replay: z.literal(true).optional().openapi({ description: "It was asked for again." }),
        event: eventAnswer,
      }),
    ),
  })
  .openapi("PulledDeliveries");

export const ackInput = z
  .strictObject({
    ackIds: z
      .array(z.string().max(64))
      .min(1)
      .max(100)
      .openapi({ example: ["evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0"] }),
  })
  .openapi("AckInput");

export const ackAnswer = z
  .object({ acknowledged: z.int().openapi({ description: "Those that were still waiting.", example: 1 }) })
  .openapi("AckAnswer");
