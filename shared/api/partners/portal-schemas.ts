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
      description: "`read` to view, `manage` to change as well.",
    }),
    expiresInSeconds: z.int().min(30).max(3_600).default(600).openapi({
      description: "How long the link can be opened.",
      example: 600,
    }),
  })
  .openapi("PortalLinkInput");

export const createdLink = z
  .object({
    id: id.openapi({ description: "Identifies the link and its session." }),
    url: z.string().openapi({
      description: "Opens the portal once, signed in as the partner. The token is returned only here.",
      example: "https://feedhook.example.com/portal#token=fh_…",
    }),
    token: z.string().openapi({ description: "The part of `url` behind `#token=`.", example: "fh_…" }),
    expiresAt: z.iso.datetime(),
  })
  .openapi("CreatedPortalLink");

const linkAnswer = z
  .object({
    id,
    state: z
      .enum(["unopened", "open"])
      .openapi({ description: "`open`: it was exchanged for a session that is still valid." }),
    access: portalAccess,
    by: z.enum(["partner", "operator"]).optional().openapi({ description: "Who created it." }),
    key: z.string().optional().openapi({
      description: "The id of the key that created it and ends it. Operators' keys are shown to operators only.",
      example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZC",
    }),
    createdAt: z.iso.datetime(),
    openedAt: z.iso.datetime().optional(),
    lastUsedAt: z.iso.datetime().optional().openapi({ description: "Rounded to the hour." }),
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
  if (!keyIdShape.test(link)) throw RequestError.notFound("this portal link");
  return link;
}
