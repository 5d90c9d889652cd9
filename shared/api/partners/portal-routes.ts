import { z } from "@hono/zod-openapi";
import { isoTime } from "../../kernel/instant.ts";
import { type ApiKey, keyIdShape } from "../../partners/api-key.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import { mostPortalLinks } from "../../partners/portal-links.ts";
import { checkedId, ownPartner } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { pageAnswer, pagingQuery } from "../http/cursor.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { partnerParams } from "./partner-schemas.ts";

const portalAccess = z.enum(["read", "manage"]);

const id = z.string().openapi({ example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" });

const linkInput = inputSchema("PortalLinkInput", {
  access: portalAccess.default("read").openapi({
    description: "`read`: view only. `manage`: also make changes.",
  }),
  expiresInSeconds: z.int().min(30).max(3_600).default(600).openapi({
    description: "The number of seconds for which the link can be opened.",
    example: 600,
  }),
});

const createdLink = answerSchema("CreatedPortalLink", {
  id: id.openapi({ description: "The ID of the link and its session." }),
  url: z.string().openapi({
    description: "The link, which opens the portal once, signed in as the partner. Returned only once.",
    example: "https://feedhook.example.com/portal#token=fh_…",
  }),
  token: z.string().openapi({ description: "The part of `url` after `#token=`.", example: "fh_…" }),
  expiresAt: z.iso.datetime(),
});

const linkAnswer = answerSchema("PortalLink", {
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
  lastUsedAt: z.iso.datetime().optional().openapi({
    description: "When the session was last used. Updated at most once an hour.",
  }),
  expiresAt: z.iso.datetime(),
});

/** The access of a session. Only operators who signed in can have `admin`. */
const sessionAccess = z.enum([...portalAccess.options, "admin"]);

const sessionAnswer = answerSchema("PortalSession", {
  key: z.string().openapi({ description: "An API key for the session.", example: "fh_…" }),
  access: sessionAccess.openapi({ description: "`admin` is only for operators who sign in with single sign-on." }),
  partner: z.string().openapi({ example: "prt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
  expiresAt: z.iso.datetime(),
});

const linkParams = partnerParams.extend({
  link: z.string().openapi({ example: "key_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

const shared = { tag: "Partners", who: "partner", scope: "admin" } as const;

export const portalRoutes = [
  endpoint("createPortalLink", "post", "/v1/partners/{partner}/portal-links", {
    ...shared,
    summary: "Create a portal link",
    description: `The link opens the portal once. The link and its session end when the key that created the link is revoked or expires. A partner can have at most ${mostPortalLinks} links and sessions at a time.`,
    params: partnerParams,
    body: linkInput,
    answers: { 201: ["The link", createdLink] },
    problems: ["quota-exceeded"],
    async handle({ params, body, caller, draw, context }, services) {
      const { id, portalOrigins = [] } = await ownPartner(services, caller, params);
      const validUntil = draw.at + body.expiresInSeconds * 1_000;
      const madeBy = { partner: caller.isOperator ? operatorPartner : id, key: caller.key };
      const wanted = { access: body.access, validUntil, madeBy, isFramed: portalOrigins.length > 0 };
      const made = await services.portalLinks.create(id, wanted, draw);
      if (made === "quotaExceeded") {
        const detail = `At most ${mostPortalLinks} portal links and sessions can exist at a time. Revoke one or wait until one ends.`;
        throw new RequestError("quota-exceeded", detail);
      }
      const { link, token, frame } = made;
      // `frame` tells the server which partner's sites may frame the page, because the page loads before anyone signs
      // in.
      const query = frame === undefined ? "" : `?frame=${frame}`;
      const url = `${services.publicUrl(context.env)}/portal${query}#token=${token}`;
      return { id: link.id, url, token, expiresAt: isoTime(validUntil) };
    },
  }),

  endpoint("listPortalLinks", "get", "/v1/partners/{partner}/portal-links", {
    ...shared,
    summary: "List valid portal links and sessions, oldest first",
    params: partnerParams,
    query: pagingQuery,
    answers: { 200: pageAnswer(linkAnswer, "PortalLinkPage") },
    async handle({ params, query, caller, context }, services) {
      const { cursors, portalLinks } = services;
      const { id } = await ownPartner(services, caller, params);
      const view = (one: ApiKey) => linkView(one, caller.isOperator);
      return cursors.list(context, query, keyIdShape, (page) => portalLinks.list(id, page), view);
    },
  }),

  endpoint("revokePortalLink", "delete", "/v1/partners/{partner}/portal-links/{link}", {
    ...shared,
    summary: "Revoke a portal link or its session",
    description: "The link and its session stop working immediately.",
    params: linkParams,
    answers: { 204: "Revoked" },
    async handle({ params, caller }, services) {
      const { id } = await ownPartner(services, caller, params);
      const outcome = await services.portalLinks.revoke(id, checkedId(params.link, keyIdShape, "This portal link"));
      if (outcome === "notFound") throw RequestError.notFound("This portal link");
    },
  }),

  endpoint("openPortalSession", "post", "/v1/portal-session", {
    ...{ tag: "Partners", who: "partner", scope: "portal" },
    summary: "Exchange a portal link's token for a session",
    description:
      "Send the token as the API key. The token works once. The returned key is valid for one hour or, after single sign-on, for the time that the operator configured.",
    answers: { 201: ["The session", sessionAnswer] },
    async handle({ caller: { key, access: tenant } }, { portalLinks }) {
      const opened = await portalLinks.open(tenant.partner, key);
      if (opened === "openedBefore")
        throw new RequestError("unauthorized", "This link was already opened. Request a new one.");
      const access = sessionAccess.parse(opened.access);
      return { key: opened.text, access, partner: tenant.partner, expiresAt: isoTime(opened.validUntil) };
    },
  }),
];

function linkView(one: ApiKey, isForOperator: boolean): z.input<typeof linkAnswer> {
  const { id, portal, grants = [], scopes, madeBy, createdAt, openedAt, lastUsedAt, validUntil = 0 } = one;
  const isByOperator = madeBy?.partner === operatorPartner;
  return {
    id,
    state: portal === "link" ? "unopened" : "open",
    access: portalAccess.catch("read").parse(portal === "link" ? grants[0] : scopes[0]),
    by: madeBy && (isByOperator ? "operator" : "partner"),
    key: isByOperator && !isForOperator ? undefined : madeBy?.key,
    createdAt: isoTime(createdAt),
    openedAt: isoTime(openedAt),
    lastUsedAt: isoTime(lastUsedAt),
    expiresAt: isoTime(validUntil),
  };
}
