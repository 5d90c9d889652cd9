import { feedsOfInstance } from "../../schedule/feeds/feeds-of-instance.ts";
import type { Instance } from "../../source/instance.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { instanceStatus } from "../instances/instance-view.ts";
import { budgetView } from "./budget-view.ts";
import { feedStatuses, ownersStatus } from "./feed-status.ts";
import { type StatusAnswer, statusAnswer } from "./status-schemas.ts";

const status = apiRoute(
  { who: "operator", scope: "read" },
  {
    tags: ["Status"],
    method: "get",
    path: "/v1/status",
    operationId: "getStatus",
    summary: "How the bridge is doing",
    responses: { 200: jsonAnswer("Instances, queues and deliveries", statusAnswer), ...problemAnswers() },
  },
);

export function statusRoutes(services: ApiServices): ApiRouter {
  const { instances, probe, clock } = services;
  const router = createRouter();
  router.openapi(status, async (context) => {
    const [all, queues, deliveries] = await Promise.all([
      instances.list(),
      probe.queueDepths(),
      probe.deliveriesByState(),
    ]);
    const at = new Date(clock.now()).toISOString();
    const states = await Promise.all(all.map(async (one) => instanceState(one, services)));
    const answer: StatusAnswer = { at, instances: states, queues, deliveries };
    return context.json(answer, 200);
  });
  return router;
}

async function instanceState(one: Instance, { instances, feeds, plans, clock }: ApiServices) {
  const wanted = feedsOfInstance(one.name, await instances.roomsOf(one.name));
  const now = clock.now();
  const isParked = one.status === "parked";
  const plan = await plans.load(one.name);
  const owners = ownersStatus(plan, isParked, now);
  const standing = await feeds.loadAll(wanted.map(({ feedId }) => feedId));
  return {
    name: one.name,
    status: instanceStatus(one),
    parkedReason: one.parkedReason,
    // A room that can't be reached holds nothing that a first contact could still find.
    baselineDone:
      standing.length === wanted.length && standing.every(({ drained, status }) => drained || status === "parked"),
    connectedAt: one.connectedAt === undefined ? undefined : new Date(one.connectedAt).toISOString(),
    ...(plan !== undefined && { budget: budgetView(one, plan) }),
    feeds: { ...feedStatuses(standing, isParked, now), ...(owners === undefined ? {} : { owners }) },
  };
}
