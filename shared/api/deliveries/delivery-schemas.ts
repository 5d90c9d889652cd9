import { z } from "@hono/zod-openapi";
import { failureClass } from "../../delivery/attempt/dialer.ts";
import { deliveryState } from "../../delivery/rows/delivery-row.ts";
import { pageOf, paging } from "../http/cursor.ts";

const state = z.enum(deliveryState.options);

export const deliveryQuery = z.strictObject({
  state: state.optional().openapi({ description: "Only those." }),
  day: z.iso
    .date()
    .optional()
    .openapi({ description: "Only of events detected that day (UTC).", example: "2026-11-21" }),
  ...paging,
});

export const deliveryAnswer = z
  .object({
    event: z
      .string()
      .openapi({ description: "`webhook-id` of every attempt.", example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    type: z.string().optional().openapi({ example: "person.updated" }),
    instance: z.string().openapi({ example: "acme" }),
    run: z.string().openapi({ description: "`0`, or the replay it belongs to.", example: "0" }),
    state: state.openapi({
      description:
        "`waiting`: an attempt is to come; `blocked`: likewise, its address was refused; `held`: the endpoint is not being called; `delivered` and `expired` are final.",
    }),
    attempts: z.array(
      z.object({
        at: z.iso.datetime(),
        durationMs: z.number(),
        status: z.int().optional().openapi({ description: "Of the answer.", example: 204 }),
        error: z.enum(failureClass.options).optional().openapi({ description: "Why there was none." }),
      }),
    ),
    nextAttemptAt: z.iso.datetime().optional(),
    responseExcerpt: z.string().optional().openapi({ description: "How the last answer began." }),
  })
  .openapi("Delivery");

export const deliveryPage = pageOf(deliveryAnswer).openapi("DeliveryPage");
