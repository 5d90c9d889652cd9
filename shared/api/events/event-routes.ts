import { z } from "@hono/zod-openapi";
import { eventIdShape } from "../../kernel/event-id.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { mayHave } from "../../partners/partner.ts";
import type { StoredEvent } from "../../publishing/stored-event.ts";
import { instanceName } from "../../source/instance.ts";
import { ownInstance } from "../access/own-resources.ts";
import { endpoint } from "../endpoint.ts";
import { eventAnswer } from "../event-types/event-answer.ts";
import { PageRoom, pageAnswer, pagingOfLarge } from "../http/cursor.ts";
import { RequestError } from "../http/request-error.ts";
import { knownPattern, recordField, recordOf } from "./event-criteria.ts";
import { listEvents, mostEventsLooked, mostHoursLooked } from "./list-events.ts";

/**
 * With `order=oldest`, events younger than this (ms) are returned only if the request sets `until`, because older
 * events may still be published.
 */
const settled = 60_000;
/** How far (ms) another worker's clock may be ahead of ours. */
const clockDifference = 60_000;
const read = { tag: "Events", who: "partner", scope: "read" } as const;

const instant = z.iso.datetime({ offset: true });

const eventQuery = z.strictObject({
  instance: instanceName.clone().openapi({ description: "The instance whose events to return.", example: "acme" }),
  order: z.enum(["newest", "oldest"]).default("newest").openapi({
    description:
      "`newest` starts with the newest event, `oldest` with the oldest. To follow new events, use `oldest` and repeat the request with the last `nextCursor`.",
  }),
  type: knownPattern.optional().openapi({
    description: "Return only events of this type: a type, `<subject>.*` or `*`, as in subscriptions.",
    example: "person.*",
  }),
  subject: recordField,
  since: instant
    .optional()
    .openapi({ description: "Return only events detected at or after this instant.", example: "2026-11-21T09:00:00Z" }),
  until: instant.optional().openapi({
    description:
      "Return only events detected before this instant. With `order=oldest`, the default is 60 seconds ago, because events that are published late can appear before the cursor's position. To receive every event, use webhooks or a pull subscription.",
    example: "2026-11-21T10:00:00Z",
  }),
  ...pagingOfLarge,
});

const eventParams = z.object({
  id: z.string().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

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
