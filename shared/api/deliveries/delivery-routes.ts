import { deliveryRuns, isFinal } from "../../delivery/rows/delivery-row.ts";
import { attemptsOf } from "../../delivery/rows/retry-plan.ts";
import { detectedAtOf, eventIdShape } from "../../kernel/event-id.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { ownSubscription } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint } from "../endpoint.ts";
import { PageRoom, pageAnswer } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";
import { deliveryAnswer, deliveryParams, deliveryQuery, eventDeliveries, retryAnswer } from "./delivery-schemas.ts";
import { deliveryView } from "./delivery-view.ts";
import { type WaitContext, waitOf } from "./delivery-wait.ts";
import { deliveryFilter, eventsOf, isFiltered, listDeliveries } from "./list-deliveries.ts";
import { eventAhead, unsentDelivery } from "./unsent-delivery.ts";

const aDay = 86_400_000;
const instantOr = (text: string | undefined, otherwise: number) => (text === undefined ? otherwise : Date.parse(text));

const rowShape = /^evt_[0-9A-Z]{26}#[^#]+$/;

const mostReplays = 50;

const read = { tag: "Subscriptions", who: "partner", scope: "read" } as const;

export const deliveryRoutes = [
  endpoint("listDeliveries", "get", "/v1/subscriptions/{id}/deliveries", {
    ...read,
    summary: "List a subscription's deliveries, newest first",
    description:
      "A delivery appears after its first attempt, or earlier if it is held, and is kept for 30 days. In a pull subscription, it appears when it is acknowledged or expires. A request examines at most 5,000 deliveries, or fewer if many have failed. Therefore, a page can be short or empty even if `more` is true.",
    params: subscriptionParams,
    query: deliveryQuery,
    answers: { 200: pageAnswer(deliveryAnswer, "DeliveryPage") },
    async handle({ params, query, caller, context }, services) {
      const { cursors, deliveries, timings, clock } = services;
      const subscription = await ownSubscription(services, caller, params);
      const { day, limit, cursor } = query;
      const after = await cursors.decode(context, cursor, rowShape);
      const now = clock.now();
      const dayBegin = day === undefined ? undefined : Date.parse(day);
      const oldest = Math.max(dayBegin ?? 0, now - timings.deliveryRetention, instantOr(query.since, 0));
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
      const known = rows.every(isFinal) ? undefined : await waitContext(services, caller, subscription);
      const all = rows.map((row) => deliveryView(row, subscription, known && waitOf(row, known)));
      const items = new PageRoom().allThatFit(all);
      return cursors.page(context, items, items.length === all.length ? next : rows[items.length - 1]?.sk);
    },
  }),

  endpoint("getDeliveries", "get", "/v1/subscriptions/{id}/deliveries/{event}", {
    ...read,
    summary: "Retrieve an event's deliveries to a subscription",
    description:
      "Returns the event's first delivery and its 50 newest replays, up to about 1 MB in total. Except in a pull subscription, a first delivery that waits in the backlog is included even before its first attempt.",
    params: deliveryParams,
    answers: { 200: ["The event's deliveries", eventDeliveries] },
    async handle({ params, caller }, services) {
      const { event } = params;
      const subscription = await ownSubscription(services, caller, params);
      const missing = () => new RequestError("not-found", "This subscription has no delivery of this event.");
      if (detectedAtOf(event) === undefined) throw missing();
      const asked = { subscription: subscription.id, event, mostReplays };
      const rows = [...(await deliveryRuns(services.deliveries, asked))];
      const unsent = rows.some(({ run }) => run === "0")
        ? undefined
        : await unsentDelivery(services, caller, subscription, event);
      if (unsent !== undefined) rows.unshift(unsent);
      if (rows.length === 0) throw missing();
      const known = await waitContext(services, caller, subscription);
      const views = rows.map(async (row) => {
        const ahead = isFinal(row) ? undefined : await eventAhead(services, row);
        return deliveryView(row, subscription, waitOf(row, known, ahead));
      });
      const [first, ...replays] = await Promise.all(views);
      const room = new PageRoom();
      const ahead = room.allThatFit(first === undefined ? [] : [first]);
      return { items: [...ahead, ...room.allThatFit(replays.toReversed()).toReversed()] };
    },
  }),

  endpoint("retryDelivery", "post", "/v1/subscriptions/{id}/deliveries/{event}/retry", {
    ...{ tag: "Subscriptions", who: "partner", scope: "manage" },
    summary: "Resend an event",
    description:
      "Sends the event again with the same `webhook-id`, with `webhook-replay: true`, and with a full retry schedule. Pings and examples can't be resent.",
    params: deliveryParams,
    answers: { 202: ["The delivery is queued", retryAnswer] },
    async handle({ params, caller, draw }, services) {
      const { event } = params;
      const subscription = await ownSubscription(services, caller, params);
      if (!eventIdShape.test(event)) throw nothingToResend();
      if (subscription.status === "disabled")
        throw new RequestError("wrong-state", "The subscription is disabled. Enable it first.");
      const mayHaveIt = (instance: string) => mayHave(caller.access, instance);
      const run = await services.replays.retry(subscription, event, mayHaveIt, draw);
      if (run === undefined) throw nothingToResend();
      return { event, run };
    },
  }),
];

async function waitContext(
  { endpointHealth, timings }: ApiServices,
  { access }: Caller,
  subscription: Subscription,
): Promise<WaitContext> {
  const { partner, id } = subscription;
  const circuit = await endpointHealth.read({ partner, subscription: id });
  return { subscription, circuit, access, attempts: attemptsOf(timings) };
}

const nothingToResend = () =>
  new RequestError(
    "not-found",
    "This subscription has no delivery of this event that can be resent. Pings and examples can't be resent.",
  );
