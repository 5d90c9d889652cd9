import { z } from "@hono/zod-openapi";
import { keyIdShape } from "../../partners/api-key.ts";
import { pageOf } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { partnerParams } from "./partner-schemas.ts";

export const portalAccess = z.enum(["read", "manage"]);

const id = z.string().openapi({ example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" });

export const linkInput = z
  .strictObject({
    access: portalAccess.default("read").openapi({
      description: "`read`: view only. `manage`: also make changes.",
    }),
    expiresInSeconds: z.int().min(30).max(3_600).default(600).openapi({
      description: "The number of seconds for which the link can be opened.",
      example: 600,
    }),
  })
  .openapi("PortalLinkInput");

export const createdLink = z
  .object({
    id: id.openapi({ description: "The ID of the link and its session." }),
    url: z.string().openapi({
      description: "The link, which opens the portal once, signed in as the partner. Returned only once.",
      example: "https://feedhook.example.com/portal#token=fh_…",
    }),
    token: z.string().openapi({ description: "The part of `url` after `#token=`.", example: "fh_…" }),
    expiresAt: z.iso.datetime(),
  })
  .openapi("CreatedPortalLink");

const linkAnswer = z
  .object({
    id,
    state: z.enum(["unopened", "open"]).openapi({
      description: "`unopened`: the link hasn't been opened yet. `open`: the link's session is still valid.",
    }),
    access: portalAccess,
    by: z.enum(["partner", "operator"]).optional().openapi({ description: "Who created the link." }),
    key: z.string().optional().openapi({
      description: "The ID of the key that created the link. Only operators see operators' keys.",
      example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC",
    }),
    createdAt: z.iso.datetime(),
    openedAt: z.iso.datetime().optional(),
    lastUsedAt: z.iso
      .datetime()
      .optional()
      .openapi({ description: "When the session was last used, rounded to the hour." }),
    expiresAt: z.iso.datetime(),
  })
  .openapi("PortalLink");

export const linkPage = pageOf(linkAnswer).openapi("PortalLinkPage");
export type PortalLinkView = z.input<typeof linkAnswer>;

export const sessionAnswer = z
  .object({
    key: z.string().openapi({ description: "An API key for the session.", example: "fh_…" }),
    access: portalAccess,
    partner: z.string().openapi({ example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    expiresAt: z.iso.datetime(),
  })
  .openapi("PortalSession");

export const linkParams = partnerParams.extend({
  link: z.string().openapi({ param: { name: "link", in: "path" }, example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

/** The id in a path. It is checked, because the table refuses a key as long as a path can be. */
export function linkIdOf({ link }: z.output<typeof linkParams>): string {
  if (!keyIdShape.test(link)) throw RequestError.notFound("This portal link");
  return link;
}
