import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { enforced } from "./enforced-change.ts";
import { withStatus } from "./partner-change.ts";
import { deletionOf, describeDeletion } from "./partner-deletion.ts";
import { deletionQuery, partnerAnswer, partnerIdOf, partnerParams } from "./partner-schemas.ts";
import { partnerView } from "./partner-view.ts";

const common = { tags: ["Partners"] };
const answers = {
  200: jsonAnswer("The current partner", partnerAnswer),
  ...problemAnswers("not-found", "conflict", "wrong-state"),
};

const suspend = apiRoute(
  { who: "operator", scope: "admin" },
  {
    ...common,
    method: "post",
    path: "/v1/partners/{partner}/suspend",
    operationId: "suspendPartner",
    summary: "Suspend a partner",
    description:
      "Rejects the partner's keys immediately, and stops its deliveries within ten seconds. Deliveries in progress are held. Events published during the suspension aren't queued. To send them later, start a replay with `undelivered`.",
    request: { params: partnerParams },
    responses: answers,
  },
);

const resume = apiRoute(
  { who: "operator", scope: "admin" },
  {
    ...common,
    method: "post",
    path: "/v1/partners/{partner}/resume",
    operationId: "resumePartner",
    summary: "Resume a partner",
    description: "Accepts the partner's keys again and sends held deliveries.",
    request: { params: partnerParams },
    responses: answers,
  },
);

const remove = apiRoute(
  { who: "operator", scope: "admin" },
  {
    ...common,
    method: "delete",
    path: "/v1/partners/{partner}",
    operationId: "deletePartner",
    summary: "Delete a partner and everything it owns",
    description:
      "Deletes the partner's subscriptions, waiting deliveries, keys, secrets and replays. Past deliveries are no longer listed and expire after 30 days. Without `confirm`, nothing is deleted, and the 409 response describes what would be deleted.",
    request: { params: partnerParams, query: deletionQuery },
    responses: {
      202: jsonAnswer("The partner receives nothing from now on. Its data is deleted in the background", partnerAnswer),
      204: { description: "Deleted" },
      ...problemAnswers("invalid-request", "not-found", "conflict", "confirmation-needed"),
    },
  },
);

export function partnerStatusRoutes(services: ApiServices): ApiRouter {
  const router = createRouter();

  for (const [route, status] of [
    [suspend, "suspended"],
    [resume, "active"],
  ] as const) {
    router.openapi(route, async (context) => {
      const id = partnerIdOf(context.req.valid("param"));
      const { partner } = await enforced(services, id, (current) => {
        if (current.status === "deleting") throw new RequestError("wrong-state", "This partner is being deleted.");
        return withStatus(current, status);
      });
      return context.json(partnerView(partner), 200);
    });
  }

  router.openapi(remove, async (context) => {
    const id = partnerIdOf(context.req.valid("param"));
    const { confirm } = context.req.valid("query");
    const standing = await services.partners.find(id);
    if (standing === undefined) throw RequestError.notFound("This partner");
    if (confirm !== id)
      throw new RequestError("confirmation-needed", describeDeletion(await deletionOf(services, id), id));
    const { partner, isComplete } = await enforced(services, id, (current) => withStatus(current, "deleting"));
    return isComplete ? context.body(null, 204) : context.json(partnerView(partner), 202);
  });

  return router;
}
