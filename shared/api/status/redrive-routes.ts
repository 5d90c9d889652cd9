import { z } from "@hono/zod-openapi";
import { queues } from "../../kernel/topology.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";

const queueNames = z.enum(Object.values(queues).map(({ name }) => name));
const answer = z
  .object({ redriven: z.int().openapi({ description: "The number of messages. Approximate on AWS.", example: 3 }) })
  .openapi("Redriven");
const common = { tags: ["Status"] };
const accepted = jsonAnswer("The messages are queued for retry", answer);

const queue = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/queues/{queue}/redrive",
    operationId: "redriveQueue",
    summary: "Redrive a queue's dead letters",
    description:
      "Moves the dead letters back to their queue. Fix the cause first. On AWS, SQS moves them gradually. The queue's " +
      "`redrive` in `GET /v1/status` shows the progress. Until it ends, further requests have no effect.",
    request: {
      params: z.object({ queue: queueNames.openapi({ param: { name: "queue", in: "path" }, example: "deliver" }) }),
    },
    responses: { 202: accepted, ...problemAnswers("invalid-request") },
  },
);

const changes = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/changes-set-aside/redrive",
    operationId: "redriveChanges",
    summary: "Redrive changes that were set aside",
    description:
      "Publishes changes that couldn't be published before. Fix the cause first. On AWS, the API doesn't have permission to do this. The `wrong-state` response contains the command to run instead.",
    responses: { 202: accepted, ...problemAnswers("wrong-state") },
  },
);

export function redriveRoutes({ redrive }: ApiServices): ApiRouter {
  const router = createRouter();
  router.openapi(queue, async (context) => {
    const { queue: name } = context.req.valid("param");
    return context.json({ redriven: await redrive.queue(name) }, 202);
  });
  router.openapi(changes, async (context) => {
    if (typeof redrive.changes === "function") return context.json({ redriven: await redrive.changes() }, 202);
    throw new RequestError(
      "wrong-state",
      `The API doesn't have permission to read whole changes. Run \`${redrive.changes.command}\` with an operator's ` +
        "access to the AWS account (docs/runbook.md#publish-failures).",
    );
  });
  return router;
}
