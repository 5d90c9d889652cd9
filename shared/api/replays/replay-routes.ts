import { z } from "@hono/zod-openapi";
import type { ReplayRefusal } from "../../delivery/replay/replay-admission.ts";
import type { ReplayState } from "../../delivery/replay/replay-job.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { firstOf, paging } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, jsonBody, problemAnswers } from "../http/route-parts.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { replayRequestOf } from "./replay-request.ts";
import {
  replayAnswer,
  replayIdOf,
  replayIdShape,
  replayInput,
  replayPage,
  replayParams,
  replayPreview,
} from "./replay-schemas.ts";
import { previewView, replayView } from "./replay-view.ts";

const common = { tags: ["Replays"] };
const path = "/v1/subscriptions/{id}/replays";

const start = apiRoute(
  { who: "partner", scope: "manage" },
  {
    ...common,
    method: "post",
    path,
    operationId: "replayEvents",
    summary: "Start a replay",
    description:
      "Sends stored events again. By default, the request is a dry run. Feedhook sends the events that match the subscription's current settings, with the same `webhook-id` and `webhook-replay: true`.",
    request: { params: subscriptionParams, body: jsonBody(replayInput) },
    responses: {
      200: jsonAnswer("Dry run: the number of deliveries", replayPreview),
      202: jsonAnswer("The replay has started", replayAnswer),
      ...problemAnswers(
        "invalid-request",
        "malformed-json",
        "unsupported-media-type",
        "not-found",
        "wrong-state",
        "quota-exceeded",
      ),
    },
  },
);

const list = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path,
    operationId: "listReplays",
    summary: "List a subscription's replays, newest first",
    request: { params: subscriptionParams, query: z.strictObject(paging) },
    responses: {
      200: jsonAnswer(
        "A page of replays from the last 30 days, with at most 100 finished ones per partner",
        replayPage,
      ),
      ...problemAnswers("invalid-request", "not-found"),
    },
  },
);

const find = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: `${path}/{replay}`,
    operationId: "getReplay",
    summary: "Retrieve a replay",
    request: { params: replayParams },
    responses: { 200: jsonAnswer("The replay", replayAnswer), ...problemAnswers("not-found") },
  },
);

const queuedAreSent = "Deliveries that are already queued, at most ten seconds' worth, are still sent.";

const changes = {
  pause: { summary: "Pause a replay", description: queuedAreSent },
  resume: { summary: "Resume a replay", description: "Continues a paused replay from where it stopped." },
  cancel: { summary: "Cancel a replay", description: queuedAreSent },
} as const;

const change = (name: keyof typeof changes) =>
  apiRoute(
    { who: "partner", scope: "manage" },
    {
      ...common,
      method: "post",
      path: `${path}/{replay}/${name}`,
      operationId: `${name}Replay`,
      ...changes[name],
      request: { params: replayParams },
      responses: {
        200: jsonAnswer("The current replay", replayAnswer),
        ...problemAnswers("not-found", "wrong-state", "quota-exceeded"),
      },
    },
  );

/** The states that a replay may have after each change. */
const statesAfter: { readonly [change in "pause" | "resume" | "cancel"]: readonly ReplayState[] } = {
  pause: ["paused"],
  resume: ["running", "completed"],
  cancel: ["cancelled"],
};

export function replayRoutes(services: ApiServices): ApiRouter {
  const { cursors, replays } = services;
  const router = createRouter();

  const replayOf = async (caller: Caller, params: { id: string; replay: string }) => {
    const found = await replays.find(await ownSubscription(services, caller, params), replayIdOf(params));
    if (found === undefined) throw RequestError.notFound("This replay");
    return found;
  };

  router.openapi(start, async (context) => {
    const subscription = await ownSubscription(services, context.var.caller, context.req.valid("param"));
    const input = context.req.valid("json");
    const replay = await replayRequestOf(input, subscription, context.var.caller, services);
    if (input.dryRun) return context.json(previewView(await replays.preview(replay, subscription)), 200);
    if (subscription.status === "disabled")
      throw new RequestError("wrong-state", "The subscription is disabled. Enable it first.");
    const { caller, draw } = context.var;
    const job = await replays.start(replay, caller.access.quotas?.replayPerSecond, draw);
    if ("refusal" in job) throw replayRefused(job.refusal, caller);
    return context.json(replayView(job), 202);
  });

  router.openapi(list, async (context) => {
    const { partner, id } = await ownSubscription(services, context.var.caller, context.req.valid("param"));
    const { limit, cursor } = context.req.valid("query");
    const before = await cursors.decode(context, cursor, replayIdShape);
    const rest = (await replays.list(partner, id)).filter((one) => before === undefined || one.id < before);
    const { items, more, last } = firstOf(rest, limit);
    const nextCursor = await cursors.encode(context, last?.id);
    return context.json({ items: items.map(replayView), more, nextCursor }, 200);
  });

  router.openapi(find, async (context) =>
    context.json(replayView(await replayOf(context.var.caller, context.req.valid("param"))), 200),
  );

  for (const name of ["pause", "resume", "cancel"] as const) {
    router.openapi(change(name), async (context) => {
      const params = context.req.valid("param");
      const before = await replayOf(context.var.caller, params);
      const { caller, draw } = context.var;
      const quota = caller.access.quotas?.replayPerSecond;
      const changed = name === "resume" ? await replays.resume(before, quota) : await replays.change(before, name);
      if (typeof changed === "object") throw replayRefused(changed.refusal, caller);
      const now = await replayOf(caller, params);
      // This request made the change if its first run did, or if the engine repeated the write and reported a conflict
      // with its own first try.
      const mayBeOwn = draw.isRepeat || now.state !== before.state;
      const isDone = changed || (mayBeOwn && statesAfter[name].includes(now.state));
      if (!isDone) throw new RequestError("wrong-state", `The replay is ${before.state}.`);
      return context.json(replayView(now), 200);
    });
  }
  return router;
}

/** The error for a replay that would exceed one of the partner's limits. */
function replayRefused(refusal: ReplayRefusal, { access: { quotas } }: Caller): RequestError {
  if (refusal === "tooMany")
    return new RequestError(
      "wrong-state",
      "This subscription has the maximum number of unfinished replays. Wait for one or cancel one.",
    );
  if (refusal === "tooManyOfPartner") {
    return new RequestError(
      "wrong-state",
      "Your subscriptions have the maximum number of unfinished replays. Wait for one or cancel one.",
    );
  }
  const most = `Your replays share a limit of ${quotas?.replayPerSecond} deliveries per second, and ${refusal.free} of them are available.`;
  return new RequestError("quota-exceeded", `${most} Lower the replay's rate, or wait until other replays finish.`);
}
