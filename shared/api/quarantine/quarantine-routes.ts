import { type z } from "@hono/zod-openapi";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { quarantinePage, quarantineQuery, rowAnswer, rowParams } from "./quarantine-schemas.ts";

const common = { tags: ["Feeds"] };
const notFound = problemAnswers("invalid-request", "not-found");

const list = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/quarantine",
    operationId: "listQuarantine",
    summary: "List the rows that couldn't be read, oldest first",
    description:
      "Their feeds went on without them. The rows themselves are shown one by one: they may be personal data.",
    request: { query: quarantineQuery },
    responses: { 200: jsonAnswer("A page", quarantinePage), ...notFound },
  },
);

const find = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/feeds/{id}/quarantine/{row}",
    operationId: "getQuarantinedRow",
    summary: "Read a row that was put aside",
    request: { params: rowParams },
    responses: { 200: jsonAnswer("The row", rowAnswer), ...notFound },
  },
);

const retry = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/feeds/{id}/quarantine/{row}/retry",
    operationId: "retryQuarantinedRow",
    summary: "Ask the source for its record again",
    description: "At the feed's next visit. What can be read by now leaves the quarantine and is told.",
    request: { params: rowParams },
    responses: {
      202: { description: "It will be tried" },
      ...problemAnswers("invalid-request", "not-found", "conflict"),
    },
  },
);

const discard = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "delete",
    path: "/v1/feeds/{id}/quarantine/{row}",
    operationId: "discardQuarantinedRow",
    summary: "Throw a row away",
    request: { params: rowParams },
    responses: { 204: { description: "Gone" }, ...notFound },
  },
);

const position = /^\d{15}#[0-9a-f]{32}$/;

export function quarantineRoutes({ cursors, quarantine, instances }: ApiServices): ApiRouter {
  const router = createRouter();

  router.openapi(list, async (context) => {
    const { instance, limit, cursor } = context.req.valid("query");
    const after = await cursors.decode(context, cursor, position);
    if ((await instances.find(instance)) === undefined) throw RequestError.notFound("this instance");
    const { entries, next } = await quarantine.list(instance, after === undefined ? { limit } : { limit, after });
    const items = entries.map(({ feedId, hash, keptAt, reason, bytes }) => {
      return { feed: feedId, row: hash, keptAt: new Date(keptAt).toISOString(), reason, bytes };
    });
    const nextCursor = await cursors.encode(context, next);
    return context.json({ items, more: next !== undefined, nextCursor }, 200);
  });

  router.openapi(find, async (context) => {
    const { id, row } = context.req.valid("param");
    const found = await quarantine.read(id, row);
    if (found === undefined) throw RequestError.notFound("this row");
    const { keptAt, reason, bytes, body, shortened, wanted, triedAt } = found;
    const times = {
      keptAt: new Date(keptAt).toISOString(),
      triedAt: triedAt === undefined ? undefined : new Date(triedAt).toISOString(),
    };
    const answer: z.input<typeof rowAnswer> = {
      ...{ feed: id, row, ...times, reason, bytes, body, shortened },
      waiting: wanted,
    };
    return context.json(answer, 200);
  });

  router.openapi(retry, async (context) => {
    const { id, row } = context.req.valid("param");
    const outcome = await quarantine.retry(id, row);
    if (outcome === "notFound") throw RequestError.notFound("this row");
    if (outcome === "notRetryable")
      throw new RequestError("conflict", "an entry of a change feed has no id to ask for it by");
    return context.body(null, 202);
  });

  router.openapi(discard, async (context) => {
    const { id, row } = context.req.valid("param");
    if ((await quarantine.discard(id, row)) === "notFound") throw RequestError.notFound("this row");
    return context.body(null, 204);
  });
  return router;
}
