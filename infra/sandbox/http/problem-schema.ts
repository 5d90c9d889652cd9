import { z } from "@hono/zod-openapi";

export const problemSchema = z
  .object({
    timestamp: z.string(),
    status: z.number().int(),
    type: z.string(),
    errorType: z.string(),
    title: z.string(),
    detail: z.string(),
    instance: z.string(),
  })
  .openapi("Problem");
