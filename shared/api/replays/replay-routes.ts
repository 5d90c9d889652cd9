import type { z } from "@hono/zod-openapi";
import type { ReplayRefusal } from "../../delivery/replay/replay-admission.ts";
import type { ReplayCriteria, ReplayState } from "../../delivery/replay/replay-job.ts";
import type { NewReplay } from "../../delivery/replay/replay-store.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import { pseudoInstanceOf } from "../../partners/partner-key.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { checkedId, ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint, Reply } from "../endpoint.ts";
import { filterErrors } from "../filters/filter-warnings.ts";
import { firstOf, pagingQuery } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import {
  previewView,
  type ReplayInput,
  replayAnswer,
  replayInput,
  replayPage,
  replayParams,
  replayPreview,
  replayView,
} from "./replay-schemas.ts";

const read = { tag: "Replays", who: "partner", scope: "read" } as const;
const manage = { tag: "Replays", who: "partner", scope: "manage" } as const;

const idShape = /^rpl_[0-9A-Z]{26}$/;

const queuedAreSent = "Deliveries that are already queued, at most ten seconds' worth, are still sent.";

type Change = { readonly summary: string; readonly description: string; readonly after: readonly ReplayState[] };

/** `after`: the states that a replay may have after the change. */
const changes = {
  pause: { summary: "Pause a replay", description: queuedAreSent, after: ["paused"] },
  resume: {
    summary: "Resume a replay",
    description: "Continues a paused replay from where it stopped.",
    after: ["running", "completed"],
  },
  cancel: { summary: "Cancel a replay", description: queuedAreSent, after: ["cancelled"] },
} satisfies { readonly [change: string]: Change };

export const replayRoutes = [
  endpoint("replayEvents", "post", "/v1/subscriptions/{id}/replays", {
    ...manage,
    summary: "Start a replay",
    description:
      "Sends stored events again. By default, the request is a dry run. Feedhook sends the events that match the subscription's current settings, with the same `webhook-id` and `webhook-replay: true`.",
    params: subscriptionParams,
    body: replayInput,
    answers: {
      200: ["Dry run: the number of deliveries", replayPreview],
      202: ["The replay has started", replayAnswer],
    },
    problems: ["quota-exceeded"],
    async handle({ params, body, caller, draw }, services) {
      const subscription = await ownSubscription(services, caller, params);
      const replay = await replayRequestOf(body, subscription, caller, services);
      if (body.dryRun) return new Reply(200, previewView(await services.replays.preview(replay, subscription)));
      if (subscription.status === "disabled")
        throw new RequestError("wrong-state", "The subscription is disabled. Enable it first.");
      const job = await services.replays.start(replay, caller.access.quotas?.replayPerSecond, draw);
      if ("refusal" in job) throw replayRefused(job.refusal, caller);
      return new Reply(202, replayView(job));
    },
  }),

  endpoint("listReplays", "get", "/v1/subscriptions/{id}/replays", {
    ...read,
    summary: "List a subscription's replays, newest first",
    params: subscriptionParams,
    query: pagingQuery,
    answers: {
      200: ["A page of replays from the last 30 days, with at most 100 finished ones per partner", replayPage],
    },
    async handle({ params, query, caller, context }, services) {
      const { cursors, replays } = services;
      const { partner, id } = await ownSubscription(services, caller, params);
      const before = await cursors.decode(context, query.cursor, idShape);
      const rest = (await replays.list(partner, id)).filter((one) => before === undefined || one.id < before);
      const { items, last } = firstOf(rest, query.limit);
      return cursors.page(context, items.map(replayView), last?.id);
    },
  }),

  endpoint("getReplay", "get", "/v1/subscriptions/{id}/replays/{replay}", {
    ...read,
    summary: "Retrieve a replay",
    params: replayParams,
    answers: { 200: ["The replay", replayAnswer] },
    async handle({ params, caller }, services) {
      return replayView(await replayOf(services, caller, params));
    },
  }),

  ...(["pause", "resume", "cancel"] as const).map((name) =>
    endpoint(`${name}Replay`, "post", `/v1/subscriptions/{id}/replays/{replay}/${name}`, {
      ...manage,
      summary: changes[name].summary,
      description: changes[name].description,
      params: replayParams,
      answers: { 200: ["The current replay", replayAnswer] },
      problems: ["quota-exceeded"],
      async handle({ params, caller, draw }, services) {
        const { replays } = services;
        const before = await replayOf(services, caller, params);
        const quota = caller.access.quotas?.replayPerSecond;
        const changed = name === "resume" ? await replays.resume(before, quota) : await replays.change(before, name);
        if (typeof changed === "object") throw replayRefused(changed.refusal, caller);
        const now = await replayOf(services, caller, params);
        // This request may itself have made the change. Either an earlier try made it, or the engine repeated the write
        // and reported a conflict with its own first try.
        const mayBeOwn = draw.isRepeat || now.state !== before.state;
        const isDone = changed || (mayBeOwn && changes[name].after.some((state) => state === now.state));
        if (!isDone) throw new RequestError("wrong-state", `The replay is ${before.state}, so you can't ${name} it.`);
        return replayView(now);
      },
    }),
  ),
];

async function replayOf(services: ApiServices, caller: Caller, params: z.output<typeof replayParams>) {
  const subscription = await ownSubscription(services, caller, params);
  const found = await services.replays.find(subscription, checkedId(params.replay, idShape, "This replay"));
  if (found === undefined) throw RequestError.notFound("This replay");
  return found;
}

function replayRefused(refusal: ReplayRefusal, { access: { quotas } }: Caller): RequestError {
  if (refusal === "tooMany")
    return new RequestError(
      "wrong-state",
      "This subscription has the maximum number of unfinished replays. Wait until one ends, or cancel one.",
    );
  if (refusal === "tooManyOfPartner") {
    return new RequestError(
      "wrong-state",
      "Your subscriptions have the maximum number of unfinished replays. Wait until one ends, or cancel one.",
    );
  }
  const most = `Your replays share a limit of ${quotas?.replayPerSecond} deliveries per second. Available now: ${refusal.free}.`;
  return new RequestError("quota-exceeded", `${most} Lower the replay's rate, or wait until other replays finish.`);
}

/** Throws one RequestError that lists all errors. */
async function replayRequestOf(
  input: ReplayInput,
  subscription: Subscription,
  { access }: Caller,
  { instances, clock, timings: { eventRetention } }: ApiServices,
): Promise<NewReplay> {
  const { events, eventTypes, subject, filter, undelivered, perSecond } = input;
  const errors = [...filterErrors(filter)];
  const now = clock.now();
  const oldest = Math.max(now - eventRetention, undelivered ? subscription.createdAt : 0);
  const since = input.since === undefined ? oldest : Math.max(Date.parse(input.since), now - eventRetention);
  const until = input.until === undefined ? now : Math.min(Date.parse(input.until), now);
  if (since >= until) errors.push({ field: "since", message: "must be before the end of the range" });
  const asked = subscription.instances ?? (await instances.list()).map(({ name }) => name);
  const own = asked.filter((name) => mayHave(access, name));
  const foreign = (input.instances ?? []).filter((name) => !own.includes(name));
  if (foreign.length > 0)
    errors.push({ field: "instances", message: "must contain only instances of the subscription" });
  if (errors.length > 0) throw RequestError.invalid(errors);
  const criteria: ReplayCriteria = {
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    ...(eventTypes === undefined ? {} : { eventTypes }),
    ...(subject === undefined ? {} : { subject }),
    ...(filter === undefined ? {} : { filter }),
    ...{ undelivered, since, until },
  };
  const { partner, id } = subscription;
  // Events about the partner's own endpoints have a separate instance.
  const all = input.instances ?? [...own, pseudoInstanceOf(partner)];
  return { partner, subscription: id, criteria, instances: [...new Set(all)], perSecond };
}
