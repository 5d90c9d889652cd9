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
    summary: "List quarantined rows, oldest first",
    description:
      "Returns rows that couldn't be read or stored. Their feeds continue without them. To see a row's content, which may be personal data, retrieve the row.",
    request: { query: quarantineQuery },
    responses: { 200: jsonAnswer("A page of results", quarantinePage), ...notFound },
  },
);

const find = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/feeds/{id}/quarantine/{row}",
    operationId: "getQuarantinedRow",
    summary: "Retrieve a quarantined row",
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
    summary: "Retry a quarantined row",
    description:
      "The feed's next visit reads the record again. If this succeeds, the row leaves quarantine and the record is published.",
    request: { params: rowParams },
    responses: {
      202: { description: "The retry is scheduled" },
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
    summary: "Discard a quarantined row",
    request: { params: rowParams },
    responses: { 204: { description: "Discarded" }, ...notFound },
  },
);

const position = /^\d{15}#[0-9a-f]{32}$/;

export function quarantineRoutes({ cursors, quarantine, instances }: ApiServices): ApiRouter {
  const router = createRouter();

  router.openapi(list, async (context) => {
    const { instance, limit, cursor } = context.req.valid("query");
    const after = await cursors.decode(context, cursor, position);
    if ((await instances.find(instance)) === undefined) throw RequestError.notFound("This instance");
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
    if (found === undefined) throw RequestError.notFound("This row");
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
    if (outcome === "notFound") throw RequestError.notFound("This row");
    if (outcome === "notRetryable")
      throw new RequestError(
        "conflict",
        "This row is an entry of a change feed. It has no ID, so it can't be read again.",
      );
    return context.body(null, 202);
  });

  router.openapi(discard, async (context) => {
    const { id, row } = context.req.valid("param");
    if ((await quarantine.discard(id, row)) === "notFound") throw RequestError.notFound("This row");
    return context.body(null, 204);
  });
  return router;
}
