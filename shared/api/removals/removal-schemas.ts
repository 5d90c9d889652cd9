import { z } from "@hono/zod-openapi";
import { instanceName } from "../../source/instance.ts";

export const removalQuery = z.strictObject({ instance: instanceName.clone().openapi({ example: "acme" }) });

export const removalParams = z.object({
  name: instanceName.clone().openapi({ param: { name: "name", in: "path" }, example: "acme" }),
  source: z
    .string()
    .regex(/^[a-z_]+$/)
    .openapi({ param: { name: "source", in: "path" }, example: "person" }),
});

export const heldRemovals = z
  .object({
    items: z.array(
      z.object({
        source: z.string().openapi({ description: "Whose removals wait.", example: "person" }),
        since: z.iso.datetime(),
        missing: z.int().openapi({
          description:
            "Records that were missing when it began: those lost within a day, over all sources, and what else a complete list lacked.",
        }),
        known: z.int().openapi({ description: "Of so many." }),
        sample: z
          .array(
            z.object({
              type: z.string().openapi({ example: "person" }),
              id: z.string().openapi({ example: "k2Jm" }),
              name: z.string().optional().openapi({
                description: "As the bridge knows it; absent where it has no name, or an erasure took it.",
                example: "Ingrid Olsen",
              }),
            }),
          )
          .openapi({ description: "Some of the records that would be removed, 20 at most." }),
        decision: z
          .enum(["approved", "dismissed"])
          .optional()
          .openapi({ description: "Stands until every list of the source has carried it out." }),
        decidedAt: z.iso
          .datetime()
          .optional()
          .openapi({ description: "The decision is about what was missing by then; later losses are counted anew." }),
      }),
    ),
  })
  .openapi("HeldRemovals");
