import type { InstanceRequest } from "../../source/instance-registry.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { rewindInput } from "../feeds/feed-schemas.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { instanceAnswer, instanceParams } from "./instance-schemas.ts";
import { instanceView } from "./instance-view.ts";

const common = { tags: ["Instances"] };
const answers = {
  200: jsonAnswer("The current instance", instanceAnswer),
  ...problemAnswers("invalid-request", "not-found", "conflict"),
};

const pause = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/pause",
    operationId: "pauseInstance",
    summary: "Pause an instance",
    description: "The instance's feeds keep their positions. Visits in progress finish.",
    request: { params: instanceParams },
    responses: answers,
  },
);

const resume = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/resume",
    operationId: "resumeInstance",
    summary: "Resume an instance",
    description: "Reading continues at the next tick, even if the instance was parked.",
    request: { params: instanceParams },
    responses: answers,
  },
);

const rewind = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/rewind",
    operationId: "rewindInstance",
    summary: "Rewind an instance",
    description:
      "At its next visit, each feed reads changes again, from `to` or from the start. Feedhook publishes the changes that it missed, but doesn't publish known records again.",
    request: { params: instanceParams, body: jsonBody(rewindInput) },
    responses: answers,
  },
);

const rebaseline = apiRoute(
  { who: "operator", scope: "manage" },
  {
    ...common,
    method: "post",
    path: "/v1/instances/{name}/rebaseline",
    operationId: "rebaselineInstance",
    summary: "Rebaseline an instance",
    description:
      "Reads the instance as if it had just been connected. Records that Feedhook hasn't seen before are published as baseline events if they are older than this request. Known records keep their history, and their changes are published.",
    request: { params: instanceParams },
    responses: answers,
  },
);

export function instanceControlRoutes({ instances, pressure, clock }: ApiServices): ApiRouter {
  const router = createRouter();
  const control = async (name: string, what: InstanceRequest) => {
    if ((await instances.find(name)) === undefined) throw RequestError.notFound("This instance");
    return instanceView(await instances.control(name, what), await instances.roomsOf(name));
  };
  router.openapi(pause, async (context) =>
    context.json(await control(context.req.valid("param").name, { action: "pause" }), 200),
  );
  router.openapi(resume, async (context) =>
    context.json(await control(context.req.valid("param").name, { action: "resume" }), 200),
  );
  router.openapi(rewind, async (context) => {
    const { to } = context.req.valid("json");
    const what = { action: "rewind", to: to === undefined ? undefined : Date.parse(to) } as const;
    return context.json(await control(context.req.valid("param").name, what), 200);
  });
  router.openapi(rebaseline, async (context) => {
    const { name } = context.req.valid("param");
    const answer = await control(name, { action: "rebaseline", now: clock.now() });
    await pressure.countPagesAnew(name);
    return context.json(answer, 200);
  });
  return router;
}
