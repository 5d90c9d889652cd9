import { z } from "@hono/zod-openapi";
import { eventIdShape } from "../../kernel/event-id.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import { instanceName } from "../../source/instance.ts";
import { ownInstance } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { PageRoom, pageAnswer } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { recordOf } from "./event-criteria.ts";
import { eventAnswer, eventParams, eventQuery } from "./event-schemas.ts";
import { listEvents, mostEventsLooked, mostHoursLooked } from "./list-events.ts";

/**
 * With `order=oldest`, events younger than this (ms) are returned only if the request sets `until`, because older
 * events may still be published.
 */
const settled = 60_000;
/** How far (ms) another worker's clock may be ahead of ours. */
const clockDifference = 60_000;
const read = { tag: "Events", who: "partner", scope: "read" } as const;

export const eventRoutes = [
  endpoint("listEvents", "get", "/v1/events", {
    ...read,
    summary: "List an instance's events",
    description: `A request examines at most ${mostHoursLooked} hours that have events and at most ${mostEventsLooked.toLocaleString("en")} events, and skips at most about 4 MB of events. Therefore, a page can be short or empty even if \`more\` is true.`,
    query: eventQuery,
    answers: { 200: pageAnswer(eventAnswer, "EventPage") },
    problems: ["not-found"],
    async handle({ query, caller, context }, services) {
      const { cursors, events, clock } = services;
      const { instance, order, type, subject: name, since, until, cursor, limit } = query;
      const after = await cursors.decode(context, cursor, eventIdShape);
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
        (event) => room.takes(event.envelope),
      );
      // A client that follows new events also gets a cursor at the end of the list.
      const next = order === "oldest" ? (page.last ?? after) : page.more ? page.last : undefined;
      const items = page.events.map(({ envelope }) => envelope);
      return { items, more: page.more, nextCursor: await cursors.encode(context, next) };
    },
  }),

  endpoint("getEvent", "get", "/v1/events/{id}", {
    ...read,
    summary: "Retrieve an event",
    params: eventParams,
    query: z.strictObject({ instance: instanceName.clone().openapi({ example: "acme" }) }),
    answers: { 200: ["The event", eventAnswer] },
    async handle({ params: { id }, query: { instance }, caller }, { events }) {
      const [found] = mayHave(caller.access, instance) ? await events.getMany([{ instance, id }]) : [];
      if (found === undefined || !concerns(caller, found)) throw RequestError.notFound("This event");
      return found.envelope;
    },
  }),
];

/** An event about a partner, for example about its endpoints, is only for that partner. */
export function concerns({ access }: Caller, { envelope: { partner } }: StoredEvent): boolean {
  return partner === undefined || partner === access.partner;
}
