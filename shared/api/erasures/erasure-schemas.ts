import { z } from "@hono/zod-openapi";
import { instanceName } from "../../source/instance.ts";

const erasedSubject = z
  .strictObject({
    type: z
      .enum(["person", "company", "project", "activity", "document"])
      .openapi({ description: "As in an event's `subject`.", example: "person" }),
    id: z.string().min(1).max(2_048).openapi({ example: "p4Kd" }),
  })
  .openapi("ErasedSubject");

export const erasureInput = z
  .strictObject({ instance: instanceName.clone().openapi({ example: "acme" }), subject: erasedSubject })
  .openapi("ErasureInput");

export const erasureAnswer = z
  .object({
    instance: z.string().openapi({ example: "acme" }),
    subject: erasedSubject,
    acceptedAt: z.iso.datetime().openapi({ example: "2026-11-21T09:12:33.481Z" }),
  })
  .openapi("Erasure");
