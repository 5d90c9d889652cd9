import { z } from "@hono/zod-openapi";
import { queues } from "../../kernel/topology.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";

const queueNames = z.enum(Object.values(queues).map(({ name }) => name));
const answer = z
  .object({ redriven: z.int().openapi({ description: "How many; on AWS about how many.", example: 3 }) })
  .openapi("Redriven");
const common = { tags: ["Status"] };
const accepted = jsonAnswer("They are tried again", answer);

const queue = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/queues/{queue}/redrive",
    operationId: "redriveQueue",
    summary: "Send the dead letters of a queue again",
    description:
      "Mend their cause first. On AWS, SQS moves them by and by, and `redrive` of the queue in `GET /v1/status` says how " +
      "far it is; a request while it does so starts nothing new.",
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
    summary: "Publish the changes that were set aside",
    description:
      "Mend their cause first. On AWS the API has no right to read them, and `wrong-state` names the command that does it.",
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
      `the API has no right to read whole changes: give \`${redrive.changes.command}\` with the rights of an operator of ` +
        "the account (docs/runbook.md#publish-failures)",
    );
  });
  return router;
}
