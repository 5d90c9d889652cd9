import { z } from "@hono/zod-openapi";
import { catalogue } from "../../kernel/catalogue.ts";
import { detectedAtOf } from "../../kernel/event-id.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import { idBoundary } from "../../publishing/event-key.ts";
import type { StoredEvent } from "../../publishing/event-store.ts";
import { instanceName } from "../../source/instance.ts";
import { apiRoute } from "../access/api-route.ts";
import type { ApiServices } from "../api-services.ts";
import { type ApiRouter, createRouter } from "../http/create-router.ts";
import { decodeCursor, encodeCursor } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { jsonAnswer, problemAnswers } from "../http/route-parts.ts";
import { ownInstance } from "../instances/own-instance.ts";
import { eventAnswer, eventPage, eventParams, eventQuery, eventTypeList } from "./event-schemas.ts";
import { eventView } from "./event-view.ts";
import { newestEvents } from "./newest-events.ts";

/** Events younger than this are listed only on request: some of their time may still be on the way. */
const settled = 60_000;
/** How far ahead of ours the clock of another worker may be. */
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
    summary: "Explore the events of an instance",
    request: { query: eventQuery },
    responses: { 200: jsonAnswer("A page", eventPage), ...problemAnswers("invalid-request", "not-found") },
  },
);

const find = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/events/{id}",
    operationId: "getEvent",
    summary: "Read an event",
    request: {
      params: eventParams,
      query: z.strictObject({ instance: instanceName.clone().openapi({ example: "acme" }) }),
    },
    responses: { 200: jsonAnswer("The event", eventAnswer), ...problemAnswers("invalid-request", "not-found") },
  },
);

const types = apiRoute(
  { who: "partner", scope: "read" },
  {
    ...common,
    method: "get",
    path: "/v1/event-types",
    operationId: "listEventTypes",
    summary: "The catalogue of event types",
    responses: { 200: jsonAnswer("Every type there is", eventTypeList), ...problemAnswers() },
  },
);

/** An event about one partner, its endpoints say, is for that partner alone. */
function concerns({ access }: Caller, { envelope: { partner } }: StoredEvent): boolean {
  return partner === undefined || partner === access.partner;
}

type EventQuery = z.output<typeof eventQuery>;

export function eventRoutes(services: ApiServices): ApiRouter {
  const { events, clock } = services;
  const router = createRouter();

  router.openapi(list, async (context) => {
    const query = context.req.valid("query");
    const after = decodeCursor(context, query.cursor, idShape);
    const { caller } = context.var;
    await ownInstance(services, caller, query.instance);
    const page = await pageFor(query, after);
    const items = page.events.filter((event) => concerns(caller, event)).map(eventView);
    // Who follows along keeps the cursor at the end of the list, too.
    const last = page.events.at(-1)?.envelope.id ?? (query.order === "oldest" ? after : undefined);
    const nextCursor =
      last !== undefined && (page.more || query.order === "oldest") ? encodeCursor(context, last) : undefined;
    return context.json({ items, more: page.more, nextCursor }, 200);
  });

  async function pageFor({ instance, order, since, until, subjectType, subjectId, limit }: EventQuery, after?: string) {
    if (subjectType !== undefined && subjectId !== undefined) {
      return events.bySubject(
        instance,
        subjectType,
        subjectId,
        after === undefined ? { limit } : { limit, afterId: after },
      );
    }
    const now = clock.now();
    // No further than clocks may differ: looking back from the end of time would be a long way.
    const untilMs = until === undefined ? now - settled : Math.min(Date.parse(until), now + clockDifference);
    const sinceMs = since === undefined ? 0 : Date.parse(since);
    if (order === "oldest") {
      return events.list(instance, { afterId: after ?? idBoundary(sinceMs), untilMs, limit });
    }
    const beforeId = after ?? idBoundary(untilMs);
    const end = Math.min(untilMs, (detectedAtOf(beforeId) ?? untilMs) + 1);
    return newestEvents(events, { instance, beforeId, untilMs: end, sinceMs, limit });
  }

  router.openapi(find, async (context) => {
    const { id } = context.req.valid("param");
    const { instance } = context.req.valid("query");
    const { caller } = context.var;
    const [found] = mayHave(caller.access, instance) ? await events.getMany([{ instance, id }]) : [];
    if (found === undefined || !concerns(caller, found)) throw RequestError.notFound("this event");
    return context.json(eventView(found), 200);
  });

  router.openapi(types, (context) => {
    const items = Object.entries(catalogue).flatMap(([subject, verbs]) =>
      Object.keys(verbs).map((verb) => ({ type: `${subject}.${verb}`, subject, operational: subject === "bridge" })),
    );
    return context.json({ items }, 200);
  });

  return router;
}
