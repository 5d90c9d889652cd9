import { isFinal } from "../../delivery/rows/delivery-row.ts";
import { deliveryRuns } from "../../delivery/rows/delivery-runs.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Caller } from "../../partners/authenticator.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { PageRoom } from "../http/page-room.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { deliveryFilter, eventsOf, isFiltered } from "./delivery-filter.ts";
import { deliveryPage, deliveryParams, deliveryQuery, eventDeliveries } from "./delivery-schemas.ts";
import { deliveryView } from "./delivery-view.ts";
import { type WaitContext, waitOf } from "./delivery-wait.ts";
import { listDeliveries } from "./list-deliveries.ts";
import { eventAhead, unsentDelivery } from "./unsent-delivery.ts";

const list = apiRoute(
  { who: "partner", scope: "read" },
  {
    tags: ["Subscriptions"],
    method: "get",
    path: "/v1/subscriptions/{id}/deliveries",
    operationId: "listDeliveries",
    summary: "List a subscription's deliveries, newest first",
    description:
      "A delivery appears after its first attempt, or earlier if it is held, and is kept for 30 days. With a filter, a request examines at most 5,000 deliveries, so a page can be short or empty even if `more` is true.",
    request: { params: subscriptionParams, query: deliveryQuery },
    responses: {
      200: jsonAnswer("A page of results", deliveryPage),
      ...problemAnswers("invalid-request", "not-found"),
    },
  },
);

const one = apiRoute(
  { who: "partner", scope: "read" },
  {
    tags: ["Subscriptions"],
    method: "get",
    path: "/v1/subscriptions/{id}/deliveries/{event}",
    operationId: "getDeliveries",
    summary: "Retrieve an event's deliveries to a subscription",
    description:
      "Returns the first delivery and its 50 newest replays, up to about 1 MB. The first delivery is included even before its first attempt.",
    request: { params: deliveryParams },
    responses: { 200: jsonAnswer("The event's deliveries", eventDeliveries), ...problemAnswers("not-found") },
  },
);

const aDay = 86_400_000;
const instantOr = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : Date.parse(text));

const rowShape = /^evt_[0-9A-Z]{26}#[^#]+$/;

/** The most replays of one event that are shown. */
const mostReplays = 50;

export function deliveryRoutes(services: ApiServices): ApiRouter {
  const { cursors, deliveries, endpointHealth, attemptsPerDelivery, deliveryRetention, clock } = services;
  const router = createRouter();
  const waitContext = async ({ access }: Caller, subscription: Subscription): Promise<WaitContext> => {
    const { partner, id } = subscription;
    const circuit = await endpointHealth.read({ partner, subscription: id });
    return { subscription, circuit, access, attempts: attemptsPerDelivery };
  };
  router.openapi(list, async (context) => {
    const { caller } = context.var;
    const subscription = await ownSubscription(services, caller, context.req.valid("param"));
    const query = context.req.valid("query");
    const { day, limit, cursor } = query;
    const after = await cursors.decode(context, cursor, rowShape);
    const now = clock.now();
    const dayBegin = day === undefined ? undefined : Date.parse(day);
    const oldest = Math.max(dayBegin ?? 0, now - deliveryRetention, instantOr(query.since, 0));
    const newest = Math.min(dayBegin === undefined ? now : dayBegin + aDay - 1, instantOr(query.until, now + 1) - 1);
    const events = query.subject === undefined ? undefined : await eventsOf(services, caller, query.subject);
    const { rows, next } = await listDeliveries(deliveries, {
      subscription: subscription.id,
      after,
      limit,
      isWanted: isFiltered(query) ? deliveryFilter({ ...query, oldest, newest, events }) : undefined,
      newestMs: newest,
      oldestMs: oldest,
    });
    const known = rows.every(isFinal) ? undefined : await waitContext(caller, subscription);
    const all = rows.map((row) => deliveryView(row, subscription, known && waitOf(row, known)));
    const room = new PageRoom();
    const end = all.findIndex((item) => !room.takes(item));
    const items = end === -1 ? all : all.slice(0, end);
    const last = end === -1 ? next : rows[end - 1]?.sk;
    const nextCursor = await cursors.encode(context, last);
    return context.json({ items, more: last !== undefined, nextCursor }, 200);
  });
  router.openapi(one, async (context) => {
    const { event, ...path } = context.req.valid("param");
    const { caller } = context.var;
    const subscription = await ownSubscription(services, caller, path);
    const missing = () => RequestError.notFound("A delivery of this event");
    if (detectedAtOf(event) === undefined) throw missing();
    const rows = [...(await deliveryRuns(deliveries, { subscription: subscription.id, event, mostReplays }))];
    const unsent = rows.some(({ run }) => run === "0")
      ? undefined
      : await unsentDelivery(services, caller, subscription, event);
    if (unsent !== undefined) rows.unshift(unsent);
    if (rows.length === 0) throw missing();
    const known = await waitContext(caller, subscription);
    const [first, ...replays] = await Promise.all(
      rows.map(async (row) =>
        deliveryView(row, subscription, waitOf(row, known, isFinal(row) ? undefined : await eventAhead(services, row))),
      ),
    );
    const room = new PageRoom();
    const ahead = first === undefined || !room.takes(first) ? [] : [first];
    const end = replays.toReversed().findIndex((item) => !room.takes(item));
    return context.json({ items: [...ahead, ...(end === -1 ? replays : replays.slice(replays.length - end))] }, 200);
  });
  return router;
}
