import { z } from "@hono/zod-openapi";
import { eventAnswer } from "../events/event-schemas.ts";

export const pollQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10).openapi({
    description:
      "The maximum number of deliveries. A response ends earlier at about 1 MB. Only an empty response means that none wait.",
    example: 10,
  }),
  wait: z.coerce.number().int().min(0).max(20).default(0).openapi({
    description:
      "Seconds to wait for a delivery if there is none. At most five requests of a partner, and 25 in all, wait at a time; others get an empty response at once. Pause for a second after an empty response.",
    example: 20,
  }),
  leaseSeconds: z.coerce
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(60)
    .openapi({ description: "The duration of the lease.", example: 60 }),
});

export const pollAnswer = z
  .object({
    items: z.array(
      z.object({
        ackId: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0" }),
        fetched: z.int().openapi({ description: "How often it was fetched, including this time.", example: 1 }),
        leasedUntil: z.iso.datetime(),
        replay: z.literal(true).optional().openapi({ description: "Whether it was requested again." }),
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
  .object({
    acknowledged: z.int().openapi({ description: "The number of deliveries that were still waiting.", example: 1 }),
  })
  .openapi("AckAnswer");
