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
        source: z.string().openapi({ description: "The resource whose removals are held.", example: "person" }),
        since: z.iso.datetime(),
        missing: z.int().openapi({
          description:
            "The number of the instance's records, of any resource, that were missing when the hold began: those lost from all lists within a day, and others missing from a complete list.",
        }),
        known: z.int().openapi({
          description: "The number of the instance's known records, of any resource, when the hold began.",
        }),
        sample: z
          .array(
            z.object({
              type: z.string().openapi({ example: "person" }),
              id: z.string().openapi({ example: "k2Jm" }),
              name: z.string().optional().openapi({
                description: "The record's last known name. Absent if the record has none or was erased.",
                example: "Ingrid Olsen",
              }),
            }),
          )
          .openapi({ description: "A sample of the records that would be removed, at most 20." }),
        decision: z.enum(["approved", "dismissed"]).optional().openapi({
          description: "The operator's decision. Present until every list of the resource has applied it.",
        }),
        decidedAt: z.iso.datetime().optional().openapi({
          description:
            "When the decision was made. It covers records missing at that time. Later losses are counted from zero.",
        }),
      }),
    ),
  })
  .openapi("HeldRemovals");
