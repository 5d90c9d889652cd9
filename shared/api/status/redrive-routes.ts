import { z } from "@hono/zod-openapi";
import { queues } from "../../kernel/topology.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";

const queueNames = z.enum(Object.values(queues).map(({ name }) => name));
const answer = z.object({ redriven: z.int().openapi({ description: "How many.", example: 3 }) }).openapi("Redriven");
const common = { tags: ["Status"] };
const answers = {
  202: jsonAnswer("They are tried again", answer),
  ...problemAnswers("invalid-request", "wrong-state"),
};
const oneMachine = "On one machine; on AWS the runbook's commands do it, and `wrong-state` says so.";

const queue = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/queues/{queue}/redrive",
    operationId: "redriveQueue",
    summary: "Send the dead letters of a queue again",
    description: `Mend their cause first. ${oneMachine}`,
    request: {
      params: z.object({ queue: queueNames.openapi({ param: { name: "queue", in: "path" }, example: "deliver" }) }),
    },
    responses: answers,
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
    description: `Mend their cause first. ${oneMachine}`,
    responses: answers,
  },
);

export function redriveRoutes({ redrive }: ApiServices): ApiRouter {
  const router = createRouter();
  const here = () => {
    if (redrive !== undefined) return redrive;
    throw new RequestError(
      "wrong-state",
      "on AWS this takes the rights of an operator of the account: see docs/runbook.md",
    );
  };
  router.openapi(queue, async (context) => {
    const { queue: name } = context.req.valid("param");
    return context.json({ redriven: await here().queue(name) }, 202);
  });
  router.openapi(changes, async (context) => context.json({ redriven: await here().changes() }, 202));
  return router;
}
