import { z } from "@hono/zod-openapi";
import { defined } from "../../kernel/defined.ts";
import { sortableId } from "../../kernel/sortable-id.ts";
import { defaultQuotas, partnerIdShape } from "../../partners/partner.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { paging } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { assertMatches, ifMatchHeader, tagged } from "../http/revision.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { enforced } from "./enforced-change.ts";
import { patchedPartner } from "./partner-change.ts";
import {
  partnerAnswer,
  partnerIdOf,
  partnerInput,
  partnerPage,
  partnerParams,
  partnerPatch,
} from "./partner-schemas.ts";
import { partnerView } from "./partner-view.ts";

const common = { tags: ["Partners"] };
const withBody = problemAnswers("invalid-request", "malformed-json", "body-too-large", "unsupported-media-type");

const createOne = apiRoute(
  { who: "operator", scope: "admin" },
  {
    ...common,
    method: "post",
    path: "/v1/partners",
    operationId: "createPartner",
    summary: "Create a partner",
    description: "A new partner has no key. Create one with `POST /v1/partners/{partner}/keys`.",
    request: { body: jsonBody(partnerInput) },
    responses: { 201: jsonAnswer("Created", partnerAnswer), ...withBody },
  },
);

const list = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/partners",
    operationId: "listPartners",
    summary: "List partners, oldest first",
    request: { query: z.strictObject(paging) },
    responses: { 200: jsonAnswer("A page of results", partnerPage), ...problemAnswers("invalid-request") },
  },
);

const find = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/partners/{partner}",
    operationId: "getPartner",
    summary: "Retrieve a partner",
    description: "A partner's key can retrieve only its own partner.",
    request: { params: partnerParams },
    responses: { 200: jsonAnswer("The partner", partnerAnswer), ...problemAnswers("not-found") },
  },
);

const change = apiRoute(
  { who: "operator", scope: "admin" },
  {
    ...common,
    method: "patch",
    path: "/v1/partners/{partner}",
    operationId: "updatePartner",
    summary: "Update a partner",
    description:
      "To revoke an instance, leave it out of `instances`. Feedhook then stops sending the instance's events, including waiting ones, and publishes `bridge.instance_revoked`.",
    request: { params: partnerParams, headers: ifMatchHeader, body: jsonBody(partnerPatch) },
    responses: {
      200: jsonAnswer("The current partner", partnerAnswer),
      ...withBody,
      ...problemAnswers("not-found", "conflict", "wrong-state", "precondition-failed"),
    },
  },
);

export function partnerRoutes(services: ApiServices): ApiRouter {
  const { cursors, partners, instances } = services;
  const router = createRouter();

  const checkOrigins = (origins: readonly string[] = []): void => {
    const errors = origins.flatMap((origin, at) =>
      isOrigin(origin, services) ? [] : [{ field: `portalOrigins.${at}`, message: "must be https:// and a host only" }],
    );
    if (errors.length > 0) throw RequestError.invalid(errors);
  };

  const checkInstances = async (names: readonly string[] = []): Promise<void> => {
    const found = await Promise.all(names.map(async (name) => instances.find(name)));
    const errors = found.flatMap((one, at) =>
      one === undefined ? [{ field: `instances.${at}`, message: "must be a registered instance" }] : [],
    );
    if (errors.length > 0) throw RequestError.invalid(errors);
  };

  router.openapi(createOne, async (context) => {
    const { name, instances: bound, portalOrigins, quotas = defaultQuotas } = context.req.valid("json");
    checkOrigins(portalOrigins);
    await checkInstances(bound);
    const { draw } = context.var;
    const { deliveriesPerSecond, ...counts } = quotas;
    const settings = {
      name,
      instances: bound,
      portalOrigins,
      quotas: { ...counts, ...defined({ deliveriesPerSecond }) },
    };
    const created = await partners.create(sortableId("prt", draw.at, draw), settings, draw.at);
    context.header("location", `/v1/partners/${created.id}`);
    return context.json(partnerView(created), 201);
  });

  router.openapi(list, async (context) => {
    const { limit, cursor } = context.req.valid("query");
    const after = await cursors.decode(context, cursor, partnerIdShape);
    const { items, more } = await partners.list({ after, limit });
    const nextCursor = await cursors.encode(context, more ? items.at(-1)?.id : undefined);
    return context.json({ items: items.map(partnerView), more, nextCursor }, 200);
  });

  router.openapi(find, async (context) => {
    const found = await ownPartner(services, context.var.caller, context.req.valid("param"));
    return context.json(tagged(context, found, partnerView(found)), 200);
  });

  router.openapi(change, async (context) => {
    const id = partnerIdOf(context.req.valid("param"));
    const patch = context.req.valid("json");
    checkOrigins(patch.portalOrigins);
    await checkInstances(patch.instances);
    const { partner } = await enforced(services, id, (current) => {
      assertMatches(context.req.valid("header")["if-match"], current);
      if (current.status === "deleting") throw new RequestError("wrong-state", "This partner is being deleted.");
      return patchedPartner(current, patch);
    });
    return context.json(tagged(context, partner, partnerView(partner)), 200);
  });

  return router;
}

/** A bare origin can't end a directive of the page's policy and begin another one. */
function isOrigin(text: string, { allowInsecureEndpoints }: Pick<ApiServices, "allowInsecureEndpoints">): boolean {
  const url = URL.parse(text);
  const isSecure = url?.protocol === "https:" || (allowInsecureEndpoints && url?.protocol === "http:");
  return isSecure && url.origin === text && !/[\s;,*'"]/.test(text);
}
