import { z } from "@hono/zod-openapi";
import { instanceName } from "../../source/instance.ts";
import { pageOf, paging } from "../http/cursor.ts";

export const quarantineQuery = z.strictObject({
  instance: instanceName.clone().openapi({ example: "acme" }),
  ...paging,
});

export const rowParams = z.object({
  id: z
    .string()
    .min(1)
    .max(1_024)
    .openapi({
      param: { name: "id", in: "path" },
      description: "The feed's ID. Percent-encode it, because it contains `#`.",
    }),
  row: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be the `row` of a listed row")
    .openapi({ param: { name: "row", in: "path" }, example: "9f86d081884c7d659a2feaa0c55ad015" }),
});

const entry = {
  feed: z.string().openapi({ example: "acme#person-walk#5c0d0b6c1f2a" }),
  row: z.string().openapi({ description: "The row's ID within its feed." }),
  keptAt: z.iso.datetime(),
  reason: z
    .string()
    .openapi({ description: "Why the row couldn't be read or stored, as a stable code.", example: "unreadable" }),
  bytes: z.int(),
};

export const quarantinePage = pageOf(z.object(entry).openapi("QuarantinedRow")).openapi("QuarantinePage");

export const rowAnswer = z
  .object({
    ...entry,
    body: z.unknown().openapi({ description: "The row as received, or the start of its text if it is too large." }),
    shortened: z.boolean(),
    waiting: z.boolean().openapi({ description: "Whether the feed's next visit retries the row." }),
    triedAt: z.iso.datetime().optional(),
  })
  .openapi("QuarantinedRowDetail");
