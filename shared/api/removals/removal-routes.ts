import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { removalSample } from "./removal-sample.ts";
import { heldRemovals, removalParams, removalQuery } from "./removal-schemas.ts";

const common = { tags: ["Feeds"] };
const notFound = problemAnswers("invalid-request", "not-found");

const list = apiRoute(
  { who: "operator", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/removals",
    operationId: "listHeldRemovals",
    summary: "List held removals",
    description:
      "If more records vanish than is plausible, Feedhook holds their removals until an operator approves them or a second walk confirms them. Each entry includes a sample of the records.",
    request: { query: removalQuery },
    responses: { 200: jsonAnswer("All held removals", heldRemovals), ...notFound },
  },
);

const approve = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/removals/{source}/approve",
    operationId: "approveRemovals",
    summary: "Approve removals",
    description: "Feedhook reads each record once more and then publishes its removal.",
    request: { params: removalParams },
    responses: { 202: { description: "The decision is recorded" }, ...notFound },
  },
);

const dismiss = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/removals/{source}/dismiss",
    operationId: "dismissRemovals",
    summary: "Dismiss removals",
    description:
      "Feedhook publishes none of the removals. Use this if the credentials lost access to the records, for example. Later losses are counted from zero.",
    request: { params: removalParams },
    responses: { 202: { description: "The decision is recorded" }, ...notFound },
  },
);

export function removalRoutes({ removals, mirror, instances }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(list, async (context) => {
    const { instance } = context.req.valid("query");
    if ((await instances.find(instance)) === undefined) throw RequestError.notFound("This instance");
    const holds = await removals.list(instance);
    const items = holds.map(async ({ since, decidedAt, ...hold }) => ({
      ...hold,
      since: new Date(since).toISOString(),
      ...(decidedAt !== undefined && { decidedAt: new Date(decidedAt).toISOString() }),
      sample: await removalSample({ removals, mirror }, instance, hold.source),
    }));
    return context.json({ items: await Promise.all(items) }, 200);
  });
  router.openapi(approve, async (context) => {
    const { name, source } = context.req.valid("param");
    if ((await removals.approve(name, source)) === "notFound") throw RequestError.notFound("This hold");
    return context.body(null, 202);
  });
  router.openapi(dismiss, async (context) => {
    const { name, source } = context.req.valid("param");
    if ((await removals.dismiss(name, source)) === "notFound") throw RequestError.notFound("This hold");
    return context.body(null, 202);
  });
  return router;
}
