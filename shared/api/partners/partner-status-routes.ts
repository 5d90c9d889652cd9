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
  200: jsonAnswer("The partner as it is now", partnerAnswer),
  ...problemAnswers("not-found", "conflict", "wrong-state"),
};

const suspend = apiRoute(
  { who: "operator", scope: "admin" },
  {
    ...common,
    method: "post",
    path: "/v1/partners/{partner}/suspend",
    operationId: "suspendPartner",
    summary: "Stop everything of a partner for a while",
    description:
      "Its keys are refused at once, and deliveries end within ten seconds: what was under way is held. It keeps everything. What is published meanwhile isn't queued for it; a replay of `undelivered` brings it later.",
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
    summary: "End the suspension of a partner",
    description: "What was held goes out.",
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
    summary: "Delete a partner with everything it owns",
    description:
      "Without `confirm` nothing is deleted: the answer (409) says what would be. It takes its subscriptions, what waits for them, its keys, secrets and replays; what was delivered stays listed for nobody and goes after 30 days.",
    request: { params: partnerParams, query: deletionQuery },
    responses: {
      202: jsonAnswer(
        "It gets nothing any more; there is so much of it that the rest goes in the background",
        partnerAnswer,
      ),
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
        if (current.status === "deleting") throw new RequestError("wrong-state", "it is being deleted");
        return withStatus(current, status);
      });
      return context.json(partnerView(partner), 200);
    });
  }

  router.openapi(remove, async (context) => {
    const id = partnerIdOf(context.req.valid("param"));
    const { confirm } = context.req.valid("query");
    const standing = await services.partners.find(id);
    if (standing === undefined) throw RequestError.notFound("this partner");
    if (confirm !== id)
      throw new RequestError("confirmation-needed", describeDeletion(await deletionOf(services, id), id));
    const { partner, isComplete } = await enforced(services, id, (current) => withStatus(current, "deleting"));
    return isComplete ? context.body(null, 204) : context.json(partnerView(partner), 202);
  });

  return router;
}
