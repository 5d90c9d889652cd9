import { z } from "@hono/zod-openapi";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { ownPartner } from "./own-partner.ts";
import { partnerParams } from "./partner-schemas.ts";

/** Ms that a session lasts. */
const sessionLife = 3_600_000;

const access = z.enum(["read", "manage"]);

const linkInput = z
  .strictObject({
    access: access.default("read").openapi({ description: "What may be done with it: look, or change things, too." }),
    expiresInSeconds: z.int().min(30).max(3_600).default(600).openapi({
      description: "How long it can be opened.",
      example: 600,
    }),
  })
  .openapi("PortalLinkInput");

const linkAnswer = z
  .object({
    url: z.string().openapi({
      description: "Opens the portal, signed in as the partner, once. Its token is shown this once.",
      example: "https://feedhook.example.com/portal#token=fh_…",
    }),
    token: z.string().openapi({ description: "The part of `url` behind `#token=`.", example: "fh_…" }),
    expiresAt: z.iso.datetime(),
  })
  .openapi("PortalLink");

const sessionAnswer = z
  .object({
    key: z.string().openapi({ description: "An API key for the session.", example: "fh_…" }),
    access,
    partner: z.string().openapi({ example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
    expiresAt: z.iso.datetime(),
  })
  .openapi("PortalSession");

const link = apiRoute(
  { who: "partner", scope: "admin" },
  {
    tags: ["Partners"],
    method: "post",
    path: "/v1/partners/{partner}/portal-links",
    operationId: "createPortalLink",
    summary: "Make an address that opens the portal once",
    request: { params: partnerParams, body: jsonBody(linkInput) },
    responses: { 201: jsonAnswer("The address", linkAnswer), ...problemAnswers("invalid-request", "not-found") },
  },
);

const open = apiRoute(
  { who: "partner", scope: "portal" },
  {
    tags: ["Partners"],
    method: "post",
    path: "/v1/portal-session",
    operationId: "openPortalSession",
    summary: "Exchange the token of a portal link for a session",
    description: "Send the token as the key. It works once; the key of the answer lasts an hour.",
    responses: { 201: jsonAnswer("The session", sessionAnswer), ...problemAnswers() },
  },
);

export function portalRoutes(services: ApiServices): ApiRouter {
  const { keys, clock } = services;
  const router = createRouter();

  router.openapi(link, async (context) => {
    const { id, portalOrigins = [] } = await ownPartner(services, context.var.caller, context.req.valid("param"));
    const { access: granted, expiresInSeconds } = context.req.valid("json");
    const validUntil = clock.now() + expiresInSeconds * 1_000;
    const { text: token } = await keys.create(id, {
      ...{ name: "portal link", scopes: ["portal"], validUntil },
      ...{ portal: "link", grants: [granted] },
    });
    // By it the page knows whose frames it may stand in, before anybody is signed in.
    const frame = portalOrigins.length === 0 ? "" : `?frame=${id}`;
    const url = new URL(`/portal${frame}#token=${token}`, context.req.url).href;
    return context.json({ url, token, expiresAt: new Date(validUntil).toISOString() }, 201);
  });

  router.openapi(open, async (context) => {
    const { key, grants, access: tenant } = context.var.caller;
    const partner = tenant.partner;
    const granted = access.safeParse(grants[0]);
    // Who takes it away is the one who opened it: of two at once, one.
    const isOurs = granted.success && (await keys.revoke(partner, key)) === "revoked";
    if (!isOurs) throw new RequestError("unauthorized", "this link was opened before");
    const validUntil = clock.now() + sessionLife;
    const session = { name: "portal session", scopes: [granted.data], validUntil, portal: "session" as const };
    const { text } = await keys.create(partner, session);
    const expiresAt = new Date(validUntil).toISOString();
    return context.json({ key: text, access: granted.data, partner, expiresAt }, 201);
  });

  return router;
}
