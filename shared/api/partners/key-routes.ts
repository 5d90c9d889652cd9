import { z } from "@hono/zod-openapi";
import { defaultQuotas } from "../../partners/partner.ts";
import { operatorPartner } from "../../partners/partner-key.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownPartner } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { paging } from "../http/cursor.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { listKeys, makeKey, revokeKey } from "./key-calls.ts";
import { createdKey, keyInput, keyPage, operatorKeyParams, partnerKeyParams } from "./key-schemas.ts";
import { partnerParams } from "./partner-schemas.ts";

const common = { tags: ["Keys"] };
const ofPartner = "/v1/partners/{partner}/keys";
const ofOperator = "/v1/operator-keys";
const forPartner = { who: "partner", scope: "admin" } as const;
const forOperator = { who: "operator", scope: "admin" } as const;
const withBody = problemAnswers("invalid-request", "malformed-json", "body-too-large", "unsupported-media-type");
const shown = "The key, whose text is returned only once";
const query = z.strictObject(paging);

const createOfPartner = apiRoute(forPartner, {
  ...common,
  method: "post",
  path: ofPartner,
  operationId: "createKey",
  summary: "Create an API key for a partner",
  request: { params: partnerParams, body: jsonBody(keyInput) },
  responses: {
    201: jsonAnswer(shown, createdKey),
    ...withBody,
    ...problemAnswers("not-found", "conflict", "quota-exceeded"),
  },
});

const listOfPartner = apiRoute(forPartner, {
  ...common,
  method: "get",
  path: ofPartner,
  operationId: "listKeys",
  summary: "List a partner's API keys, oldest first",
  request: { params: partnerParams, query },
  responses: { 200: jsonAnswer("A page of results", keyPage), ...problemAnswers("invalid-request", "not-found") },
});

const revokeOfPartner = apiRoute(forPartner, {
  ...common,
  method: "delete",
  path: `${ofPartner}/{key}`,
  operationId: "revokeKey",
  summary: "Revoke a partner's API key",
  description: "Feedhook immediately rejects further requests with the key.",
  request: { params: partnerKeyParams },
  responses: { 204: { description: "Revoked" }, ...problemAnswers("not-found") },
});

const createOfOperator = apiRoute(forOperator, {
  ...common,
  method: "post",
  path: ofOperator,
  operationId: "createOperatorKey",
  summary: "Create an operator key",
  description: "Give each person or program its own key, so you can revoke each one separately.",
  request: { body: jsonBody(keyInput) },
  responses: { 201: jsonAnswer(shown, createdKey), ...withBody },
});

const listOfOperator = apiRoute(forOperator, {
  ...common,
  method: "get",
  path: ofOperator,
  operationId: "listOperatorKeys",
  summary: "List operator keys, oldest first",
  description: "The list doesn't include the key in the deployment's configuration. Change that key there.",
  request: { query },
  responses: { 200: jsonAnswer("A page of results", keyPage), ...problemAnswers("invalid-request") },
});

const revokeOfOperator = apiRoute(forOperator, {
  ...common,
  method: "delete",
  path: `${ofOperator}/{key}`,
  operationId: "revokeOperatorKey",
  summary: "Revoke an operator key",
  description: "Feedhook immediately rejects further requests with the key.",
  request: { params: operatorKeyParams },
  responses: { 204: { description: "Revoked" }, ...problemAnswers("not-found") },
});

export function keyRoutes(services: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(createOfPartner, async (context) => {
    const { id, quotas } = await ownPartner(services, context.var.caller, context.req.valid("param"));
    const most = quotas.keys ?? defaultQuotas.keys;
    return context.json(await makeKey(services, id, context.req.valid("json"), context.var.draw, most), 201);
  });
  router.openapi(listOfPartner, async (context) => {
    const { id } = await ownPartner(services, context.var.caller, context.req.valid("param"));
    return context.json(await listKeys(services, context, id, context.req.valid("query")), 200);
  });
  router.openapi(revokeOfPartner, async (context) => {
    const params = context.req.valid("param");
    const { id } = await ownPartner(services, context.var.caller, params);
    await revokeKey(services, id, params);
    return context.body(null, 204);
  });
  router.openapi(createOfOperator, async (context) =>
    context.json(await makeKey(services, operatorPartner, context.req.valid("json"), context.var.draw), 201),
  );
  router.openapi(listOfOperator, async (context) =>
    context.json(await listKeys(services, context, operatorPartner, context.req.valid("query")), 200),
  );
  router.openapi(revokeOfOperator, async (context) => {
    await revokeKey(services, operatorPartner, context.req.valid("param"));
    return context.body(null, 204);
  });
  return router;
}
