import { z } from "@hono/zod-openapi";
import { eventAnswer } from "../events/event-schemas.ts";

export const pollQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10).openapi({
    description:
      "The maximum number of deliveries. A response is limited to about 1 MB, so it can contain fewer. Only an empty response means that no deliveries are available.",
    example: 10,
  }),
  wait: z.coerce.number().int().min(0).max(20).default(0).openapi({
    description:
      "The number of seconds to wait for a delivery if none is available. At most 5 requests per partner, and 25 in total, can wait at a time. Further requests return an empty response immediately. After an empty response, pause for a second.",
    example: 20,
  }),
  leaseSeconds: z.coerce
    .number()
    .int()
    .min(1)
    .max(43_200)
    .default(60)
    .openapi({ description: "The duration of the lease in seconds.", example: 60 }),
});

export const pollAnswer = z
  .object({
    items: z.array(
      z.object({
        ackId: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB.0" }),
        fetched: z
          .int()
          .openapi({ description: "The number of times the event was fetched, including this one.", example: 1 }),
        leasedUntil: z.iso.datetime(),
        replay: z.literal(true).optional().openapi({ description: "Set if the event was sent again on request." }),
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
    acknowledged: z.int().openapi({
      description: "The number of deliveries removed from the queue. Those acknowledged earlier don't count.",
      example: 1,
    }),
  })
  .openapi("AckAnswer");
