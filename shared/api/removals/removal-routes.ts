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
    summary: "List removals that wait for a decision",
    description:
      "When more vanishes than is plausible, nothing is told as removed until an operator or a second walk agrees. Each comes with a sample of the records.",
    request: { query: removalQuery },
    responses: { 200: jsonAnswer("All that wait", heldRemovals), ...notFound },
  },
);

const approve = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/removals/{source}/approve",
    operationId: "approveRemovals",
    summary: "They are really gone",
    description: "Each is asked for once more and then told as removed.",
    request: { params: removalParams },
    responses: { 202: { description: "Decided" }, ...notFound },
  },
);

const dismiss = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/removals/{source}/dismiss",
    operationId: "dismissRemovals",
    summary: "They aren't gone",
    description: "Nothing is removed: the credential lost sight of them, say. Later losses are counted anew.",
    request: { params: removalParams },
    responses: { 202: { description: "Decided" }, ...notFound },
  },
);

export function removalRoutes({ removals, mirror, instances }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(list, async (context) => {
    const { instance } = context.req.valid("query");
    if ((await instances.find(instance)) === undefined) throw RequestError.notFound("this instance");
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
    if ((await removals.approve(name, source)) === "notFound") throw RequestError.notFound("this hold");
    return context.body(null, 202);
  });
  router.openapi(dismiss, async (context) => {
    const { name, source } = context.req.valid("param");
    if ((await removals.dismiss(name, source)) === "notFound") throw RequestError.notFound("this hold");
    return context.body(null, 202);
  });
  return router;
}
