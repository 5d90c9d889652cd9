import { z } from "@hono/zod-openapi";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import type { StoredEvent } from "../../publishing/event-store.ts";
import { instanceName } from "../../source/instance.ts";
import { apiRoute } from "../access/api-route.ts";
import { ownInstance } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { PageRoom } from "../http/page-room.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { recordOf } from "./event-criteria.ts";
import { eventAnswer, eventPage, eventParams, eventQuery } from "./event-schemas.ts";
import { eventView } from "./event-view.ts";
import { listEvents, mostEventsLooked, mostHoursLooked } from "./list-events.ts";

/**
 * Clients that follow new events get events younger than this (ms) only on request, because older ones may still
 * arrive.
 */
const settled = 60_000;
/** Ms by which another worker's clock may be ahead of ours. */
const clockDifference = 60_000;
const idShape = /^evt_[0-9A-Z]{26}$/;
const common = { tags: ["Events"] };

const list = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/events",
    operationId: "listEvents",
    summary: "List an instance's events, newest first",
    description: `A request examines at most ${mostHoursLooked} hours that have events, and skips at most ${mostEventsLooked.toLocaleString("en")} events, or about 4 MB of them. Therefore, a page can be short or empty even if \`more\` is true.`,
    request: { query: eventQuery },
    responses: { 200: jsonAnswer("A page of results", eventPage), ...problemAnswers("invalid-request", "not-found") },
  },
);

const find = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/events/{id}",
    operationId: "getEvent",
    summary: "Retrieve an event",
    request: {
      params: eventParams,
      query: z.strictObject({ instance: instanceName.clone().openapi({ example: "acme" }) }),
    },
    responses: { 200: jsonAnswer("The event", eventAnswer), ...problemAnswers("invalid-request", "not-found") },
  },
);

/** An event about one partner, such as one about its endpoints, is only for that partner. */
export function concerns({ access }: Caller, { envelope: { partner } }: StoredEvent): boolean {
  return partner === undefined || partner === access.partner;
}

export function eventRoutes(services: ApiServices): ApiRouter {
  const { cursors, events, clock } = services;
  const router = createRouter();

  router.openapi(list, async (context) => {
    const { instance, order, type, subject: name, since, until, cursor, limit } = context.req.valid("query");
    const after = await cursors.decode(context, cursor, idShape);
    const { caller } = context.var;
    await ownInstance(services, caller, instance);
    const subject = name === undefined ? undefined : recordOf(name);
    if (name !== undefined && subject === undefined) {
      throw RequestError.invalid([{ field: "subject", message: "must begin with a subject from the catalogue" }]);
    }
    const now = clock.now();
    const latest = order === "oldest" ? now - settled : now + clockDifference;
    const untilMs = until === undefined ? latest : Date.parse(until);
    const sinceMs = since === undefined ? 0 : Date.parse(since);
    const asked = { instance, order, type, subject, sinceMs, untilMs, after, limit };
    const room = new PageRoom();
    const page = await listEvents(
      events,
      asked,
      (event) => concerns(caller, event),
      (event) => room.takes(eventView(event)),
    );
    // A client that follows new events also keeps its cursor at the end of the list.
    const next = order === "oldest" ? (page.last ?? after) : page.more ? page.last : undefined;
    const nextCursor = await cursors.encode(context, next);
    return context.json({ items: page.events.map(eventView), more: page.more, nextCursor }, 200);
  });

  router.openapi(find, async (context) => {
    const { id } = context.req.valid("param");
    const { instance } = context.req.valid("query");
    const { caller } = context.var;
    const [found] = mayHave(caller.access, instance) ? await events.getMany([{ instance, id }]) : [];
    if (found === undefined || !concerns(caller, found)) throw RequestError.notFound("This event");
    return context.json(eventView(found), 200);
  });

  return router;
}
