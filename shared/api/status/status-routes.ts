import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { statusOfInstance } from "./instance-status.ts";
import { needsAttention } from "./needs-attention.ts";
import type { QueueDepth } from "./status-probe.ts";
import { type StatusAnswer, statusAnswer } from "./status-schemas.ts";

const status = apiRoute(
  { who: "operator", scope: "read" },
  {
    tags: ["Status"],
    method: "get",
    path: "/v1/status",
    operationId: "getStatus",
    summary: "Retrieve the bridge's status",
    responses: { 200: jsonAnswer("The status of instances, queues and deliveries", statusAnswer), ...problemAnswers() },
  },
);

const isoOf = (ms: number) => new Date(ms).toISOString();

const depthView = ({ readySince, deadSince, measuredAt, redrive, ...depth }: QueueDepth) => ({
  ...depth,
  ...(readySince !== undefined && { readySince: isoOf(readySince) }),
  ...(deadSince !== undefined && { deadSince: isoOf(deadSince) }),
  ...(measuredAt !== undefined && { measuredAt: isoOf(measuredAt) }),
  ...(redrive !== undefined && { redrive: { ...redrive, startedAt: isoOf(redrive.startedAt) } }),
});

export function statusRoutes(services: ApiServices): ApiRouter {
  const { instances, probe, clock } = services;
  const router = createRouter();
  router.openapi(status, async (context) => {
    const counting = probe.queueDepths();
    const [all, queues, deliveries, waiting] = await Promise.all([
      instances.list(),
      counting,
      probe.deliveriesByState(),
      needsAttention(services, counting),
    ]);
    const at = isoOf(clock.now());
    const states = await Promise.all(all.map((one) => statusOfInstance(one, services)));
    const depths =
      queues && Object.fromEntries(Object.entries(queues).map(([name, depth]) => [name, depthView(depth)]));
    const answer: StatusAnswer = { at, instances: states, needsAttention: [...waiting], queues: depths, deliveries };
    return context.json(answer, 200);
  });
  return router;
}
