import { z } from "@hono/zod-openapi";
import { type ApiKey, keyIdShape } from "../../partners/api-key.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import { mostPortalLinks } from "../../partners/portal-links.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { paging } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { partnerParams } from "./partner-schemas.ts";
import {
  createdLink,
  linkIdOf,
  linkInput,
  linkPage,
  linkParams,
  type PortalLinkView,
  portalAccess,
  sessionAnswer,
} from "./portal-schemas.ts";

const common = { tags: ["Partners"] };
const path = "/v1/partners/{partner}/portal-links";
const forAdmin = { who: "partner", scope: "admin" } as const;

const create = apiRoute(forAdmin, {
  ...common,
  method: "post",
  path,
  operationId: "createPortalLink",
  summary: "Create a portal link",
  description: `The link opens the portal once. The link and its session end when the key that created the link is revoked or expires. A partner can have at most ${mostPortalLinks} links and sessions at a time.`,
  request: { params: partnerParams, body: jsonBody(linkInput) },
  responses: {
    201: jsonAnswer("The link", createdLink),
    ...problemAnswers("invalid-request", "not-found", "quota-exceeded"),
  },
});

const list = apiRoute(forAdmin, {
  ...common,
  method: "get",
  path,
  operationId: "listPortalLinks",
  summary: "List open portal links and sessions, oldest first",
  request: { params: partnerParams, query: z.strictObject(paging) },
  responses: { 200: jsonAnswer("A page of results", linkPage), ...problemAnswers("invalid-request", "not-found") },
});

const revoke = apiRoute(forAdmin, {
  ...common,
  method: "delete",
  path: `${path}/{link}`,
  operationId: "revokePortalLink",
  summary: "Revoke a portal link or its session",
  description: "The link and its session stop working immediately.",
  request: { params: linkParams },
  responses: { 204: { description: "Revoked" }, ...problemAnswers("not-found") },
});

const open = apiRoute(
  { who: "partner", scope: "portal" },
  {
    ...common,
    method: "post",
    path: "/v1/portal-session",
    operationId: "openPortalSession",
    summary: "Exchange a portal link's token for a session",
    description: "Send the token as the API key. The token works once. The returned key is valid for one hour.",
    responses: { 201: jsonAnswer("The session", sessionAnswer), ...problemAnswers() },
  },
);

export function portalRoutes(services: ApiServices): ApiRouter {
  const { cursors, portalLinks, publicUrl } = services;
  const router = createRouter();

  router.openapi(create, async (context) => {
    const { caller, draw } = context.var;
    const { id, portalOrigins = [] } = await ownPartner(services, caller, context.req.valid("param"));
    const { access, expiresInSeconds } = context.req.valid("json");
    const validUntil = draw.at + expiresInSeconds * 1_000;
    const madeBy = { partner: caller.isOperator ? operatorPartner : id, key: caller.key };
    const isFramed = portalOrigins.length > 0;
    const made = await portalLinks.create(id, { access, validUntil, madeBy, isFramed }, draw);
    if (made === "quotaExceeded") {
      const detail = `At most ${mostPortalLinks} portal links and sessions can exist at a time. Revoke one or wait until one ends.`;
      throw new RequestError("quota-exceeded", detail);
    }
    const { link, token, frame } = made;
    // Tells the page which partner's frames may show it, before anyone has signed in.
    const query = frame === undefined ? "" : `?frame=${frame}`;
    const url = `${publicUrl(context.env)}/portal${query}#token=${token}`;
    return context.json({ id: link.id, url, token, expiresAt: iso(validUntil) }, 201);
  });

  router.openapi(list, async (context) => {
    const { caller } = context.var;
    const { id } = await ownPartner(services, caller, context.req.valid("param"));
    const { limit, cursor } = context.req.valid("query");
    const after = await cursors.decode(context, cursor, keyIdShape);
    const { items, more } = await portalLinks.list(id, { after, limit });
    const nextCursor = await cursors.encode(context, more ? items.at(-1)?.id : undefined);
    return context.json({ items: items.map((one) => linkView(one, caller.isOperator)), more, nextCursor }, 200);
  });

  router.openapi(revoke, async (context) => {
    const params = context.req.valid("param");
    const { id } = await ownPartner(services, context.var.caller, params);
    const outcome = await portalLinks.revoke(id, linkIdOf(params));
    if (outcome === "notFound") throw RequestError.notFound("This portal link");
    return context.body(null, 204);
  });

  router.openapi(open, async (context) => {
    const { key, access: tenant } = context.var.caller;
    const opened = await portalLinks.open(tenant.partner, key);
    if (opened === "openedBefore")
      throw new RequestError("unauthorized", "This link was already opened. Request a new one.");
    const access = portalAccess.parse(opened.access);
    const { text, validUntil } = opened;
    return context.json({ key: text, access, partner: tenant.partner, expiresAt: iso(validUntil) }, 201);
  });

  return router;
}

function linkView(one: ApiKey, isForOperator: boolean): PortalLinkView {
  const { id, portal, grants = [], scopes, madeBy, createdAt, openedAt, lastUsedAt, validUntil = 0 } = one;
  const isByOperator = madeBy?.partner === operatorPartner;
  return {
    id,
    state: portal === "link" ? "unopened" : "open",
    access: portalAccess.catch("read").parse(portal === "link" ? grants[0] : scopes[0]),
    by: madeBy && (isByOperator ? "operator" : "partner"),
    key: isByOperator && !isForOperator ? undefined : madeBy?.key,
    createdAt: iso(createdAt),
    openedAt: isoOr(openedAt),
    lastUsedAt: isoOr(lastUsedAt),
    expiresAt: iso(validUntil),
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();
const isoOr = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : iso(ms));
