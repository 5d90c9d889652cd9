import { z } from "@hono/zod-openapi";
import { eventIdShape } from "../../kernel/event-id.ts";
import { digestText } from "../../kernel/id-digest.ts";
import { isoTime } from "../../kernel/instant.ts";
import { instanceName } from "../../source/instance.ts";
import { ownInstance, ownSubscription } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { paging } from "../http/cursor.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { RequestError } from "../http/request-error.ts";
import { endpointSummary } from "../subscriptions/endpoint-view.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import {
  eventOutcomes,
  type HourOfDeliveries,
  type HourPosition,
  hasOrderedBacklog,
  hourlyDeliveries,
} from "./hourly-deliveries.ts";
import type { BacklogPosition } from "./ordered-waiting.ts";
import { type HourOfUnwanted, unwantedEvents } from "./unwanted-events.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];

/** The longest period of a request. Deliveries are kept for 30 days by default. */
const longest = 31 * dayMs;

/** How long (ms) after the end of an hour its events may still be on their way to their first attempt. */
const grace = hourMs;

/** How far apart (ms) the clocks of two processes may be. A row expires by the clock of the worker that wrote it. */
const clockDifference = 60_000;

const instant = z.iso.datetime({ offset: true });

const completenessQuery = z.strictObject({
  from: instant
    .optional()
    .openapi({ description: "Count events detected at or after this instant. By default, 24 hours before `to`." }),
  to: instant.optional().openapi({ description: "Count events detected before this instant. By default, now." }),
  cursor: paging.cursor,
  unwantedOf: instanceName.clone().optional().openapi({
    description:
      "If set, count this instance's stored events that the subscription doesn't want, instead of the subscription's deliveries. The response then contains `unwanted`, and `hours` is empty.",
    example: "acme",
  }),
});

const hourAnswer = answerSchema("CompletenessHour", {
  from: z.iso.datetime().openapi({ example: "2026-11-21T09:00:00.000Z" }),
  to: z.iso.datetime().openapi({ example: "2026-11-21T10:00:00.000Z" }),
  delivered: z.int().openapi({ description: "Delivered events, each counted once.", example: 1_204 }),
  digest: z.string().openapi({
    description: "The sum of the SHA-256 digests of the delivered events' IDs, modulo 2^256, as 64 hexadecimal digits.",
    example: "045ab1f3db91561b3efac6ca82eceef2b9edccab419b387009f2d78fe4f812f5",
  }),
  replayed: z.int().openapi({ description: "Delivered events that only a replay delivered.", example: 3 }),
  waiting: z.int().openapi({ description: "Events that wait for an attempt or for the endpoint.", example: 0 }),
  waitingFor: z
    .object({ queue: z.int(), retry: z.int(), limit: z.int(), endpoint: z.int() })
    .optional()
    .openapi({
      description:
        "What the waiting events wait for. `queue`: their turn. `retry`: the time of their next attempt. `limit`: a rate limit, or the events before them. `endpoint`: the resumption of deliveries to the endpoint (see `endpoint` in the response) or, in a pull subscription, your next fetch.",
      example: { queue: 0, retry: 2, limit: 0, endpoint: 0 },
    }),
  nextRetryAt: z.iso.datetime().optional().openapi({ description: "When the earliest of the retries is due." }),
  expired: z.int().openapi({ description: "Events whose last attempt failed or that expired.", example: 0 }),
  erased: z.int().openapi({
    description: "The number of the hour's events that were erased. An erasure doesn't change `delivered` or `digest`.",
    example: 0,
  }),
  lastAttemptAt: z.iso.datetime().optional().openapi({
    description:
      "When the newest attempt for any of these events was made. If this is after `to`, an outcome may have changed after the hour.",
    example: "2026-11-21T10:00:02.120Z",
  }),
  settled: z.boolean().openapi({
    description:
      "Whether only a replay or an erasure can still change the counts: the hour ended at least an hour ago, and none of its events waits. In an ordered subscription, no event of any hour may be waiting.",
    example: true,
  }),
});

const unwantedAnswer = z
  .object({
    settingsSince: z.iso.datetime().openapi({
      description:
        "Events are judged by the subscription's current settings, which were last changed at this time. Earlier events may have been sent under other settings.",
    }),
    hours: z.array(
      z.object({
        from: z.iso.datetime(),
        older: z.int().openapi({ description: "Detected before the subscription was created." }),
        instance: z.int().openapi({ description: "Of an instance that isn't in `instances`." }),
        type: z.int().openapi({ description: "Of a type that isn't in `eventTypes`." }),
        disabled: z.int().openapi({ description: "Of the right type, but the subscription is disabled." }),
        baseline: z.int().openapi({ description: "Baseline events, which the subscription doesn't want." }),
        filter: z.int().openapi({ description: "Refused by `filter`.", example: 310 }),
      }),
    ),
  })
  .openapi("UnwantedEvents", {
    description:
      "The number of the instance's stored events that the subscription doesn't want. Each event counts under the first reason that applies, in the order of the fields. About 1,000 events are judged per page. If a page ends within an hour, a later page continues the hour; add up the counts.",
  });

const completenessAnswer = answerSchema("SubscriptionCompleteness", {
  knownFrom: z.iso.datetime().openapi({
    description: "Events detected before this time aren't counted, because their deliveries may have been deleted.",
    example: "2026-10-22T09:14:05.000Z",
  }),
  endpoint: endpointSummary
    .pick({ state: true, since: true, nextProbeAt: true })
    .openapi({ description: "What the events under `waitingFor.endpoint` wait for." }),
  hours: z.array(hourAnswer).openapi({ description: "Oldest hour first. Hours without events are omitted." }),
  unwanted: unwantedAnswer.optional().openapi({ description: "Present if the request has `unwantedOf`." }),
  more: z.boolean().openapi({ description: "Whether there is another page." }),
  nextCursor: z.string().optional().openapi({ description: "The `cursor` of the next page." }),
});

export const subscriptionCompletenessRoutes = [
  endpoint("getSubscriptionCompleteness", "get", "/v1/subscriptions/{id}/completeness", {
    ...{ tag: "Subscriptions", who: "partner", scope: "read" },
    summary: "Count a subscription's events by hour",
    description:
      "Counts the subscription's events by outcome and by the hour (UTC) of their detection. The first ten characters of an event's ID after `evt_` contain its detection time. Compare `delivered` and `digest` with the events that you stored. If a page ends within an hour, a later page continues the hour; add up the counts and digests (modulo 2^256). Pings and examples aren't counted. An event that hasn't been attempted yet counts only if it waits in the endpoint's backlog. An acknowledged event of a pull subscription counts as delivered.",
    params: subscriptionParams,
    query: completenessQuery,
    answers: { 200: ["A page of hours", completenessAnswer] },
    async handle({ params, query, caller, context }, services) {
      const { cursors, deliveries, endpoints, timings, clock } = services;
      const subscription = await ownSubscription(services, caller, params);
      const { unwantedOf, cursor } = query;
      const now = clock.now();
      const { from, to } = periodOf(query, now);
      const instance = unwantedOf && (await ownInstance(services, caller, unwantedOf)).name;
      const knownFrom = now - timings.deliveryRetention + clockDifference;
      const { state, since, nextProbeAt } = await endpoints.conditionOf(subscription);
      const common = {
        knownFrom: isoTime(knownFrom),
        endpoint: { state, since: isoTime(since), nextProbeAt: isoTime(nextProbeAt) },
      };
      if (instance !== undefined) {
        const afterId = await cursors.decode(context, cursor, eventIdShape);
        const { hours, next } = await unwantedEvents(services.events, subscription, { instance, from, to, afterId });
        const { items, ...paged } = await cursors.page(context, hours.map(unwantedView), next);
        const unwanted = { settingsSince: isoTime(subscription.updatedAt), hours: items };
        return { ...common, hours: [], unwanted, ...paged };
      }
      const after = positionOf(await cursors.decode(context, cursor, positionShape));
      const isPull = subscription.kind === "pull";
      const isOrdered = subscription.ordered === true;
      const asked = { subscription: subscription.id, isPull, isOrdered, from: Math.max(from, knownFrom), to, after };
      const { hours, next } = await hourlyDeliveries(deliveries, asked);
      const holdsAll = isOrdered && (await hasOrderedBacklog(deliveries, subscription.id));
      const isSettled = (hour: HourOfDeliveries) => !holdsAll && waitingIn(hour) === 0 && hour.to + grace <= now;
      const { items, ...paged } = await cursors.page(
        context,
        hours.map((hour) => hourView(hour, isSettled(hour))),
        next && textOf(next),
      );
      return { ...common, hours: items, ...paged };
    },
  }),
];

const unwantedView = ({ from, counts }: HourOfUnwanted) => ({ from: isoTime(from), ...counts });

function periodOf(query: z.output<typeof completenessQuery>, now: number) {
  const asked = query.to === undefined ? now : Date.parse(query.to);
  const to = Math.min(asked, now);
  const from = query.from === undefined ? to - dayMs : Date.parse(query.from);
  const refused = (message: string) => RequestError.invalid([{ field: "from", message }]);
  if (from > asked) throw refused("must be before `to`");
  if (to - from > longest) throw refused("can be at most 31 days before `to`");
  // A caller whose clock is ahead can request a period in the future, which is empty.
  return { from: Math.min(from, to), to };
}

const erasedMark = "~erased";
const eventRun = "evt_[0-9A-Z]{26}#[^#~]+";
const positionShape = new RegExp(
  `^(${eventRun}~(${eventOutcomes.join("|")})(${erasedMark})?|\\d{1,3}~[^#~]+#\\d+#\\d+#${eventRun})$`,
);

const textOf = (next: HourPosition | BacklogPosition): string =>
  "sk" in next ? `${next.sk}~${next.outcome}${next.isErased ? erasedMark : ""}` : `${next.shard}~${next.after}`;

function positionOf(text: string | undefined): HourPosition | BacklogPosition | undefined {
  const [sk = "", name] = text?.split("~") ?? [];
  if (/^\d+$/.test(sk)) return { shard: Number(sk), after: name ?? "" };
  const outcome = eventOutcomes.find((one) => one === name);
  return outcome && { sk, outcome, isErased: text?.endsWith(erasedMark) === true };
}

const waitingIn = ({ waiting: { queue, retry, limit, endpoint: held } }: HourOfDeliveries) =>
  queue + retry + limit + held;

function hourView(hour: HourOfDeliveries, settled: boolean) {
  const { from, to, delivered, replayed, waiting: waitingFor, nextRetryAt, expired, erased, lastAttemptAt } = hour;
  const waiting = waitingIn(hour);
  return {
    ...{ from: isoTime(from), to: isoTime(to), delivered: delivered.count, digest: digestText(delivered) },
    ...{ replayed, waiting, ...(waiting > 0 && { waitingFor }) },
    ...(waitingFor.retry > 0 && { nextRetryAt: isoTime(nextRetryAt) }),
    ...{ expired, erased, lastAttemptAt: isoTime(lastAttemptAt), settled },
  };
}
