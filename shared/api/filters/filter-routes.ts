import { z } from "@hono/zod-openapi";
import { eventTypes as catalogued, typeMatches } from "../../kernel/catalogue.ts";
import { eventIdShape } from "../../kernel/event-id.ts";
import { jsonObject } from "../../kernel/json.ts";
import { WorkTurn } from "../../kernel/work-turn.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { instanceName } from "../../source/instance.ts";
import { type EventPattern, parseEventPattern } from "../../subscriptions/patterns/event-pattern.ts";
import { EventPlace, type Members } from "../../subscriptions/patterns/event-place.ts";
import { judge } from "../../subscriptions/patterns/match-pattern.ts";
import { type Mismatch, mismatchesOf } from "../../subscriptions/patterns/mismatches.ts";
import { ownInstance } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { endpoint } from "../endpoint.ts";
import { knownPattern } from "../events/event-criteria.ts";
import { concerns } from "../events/event-routes.ts";
import { listEvents } from "../events/list-events.ts";
import { answerSchema } from "../http/named-schemas.ts";
import { fieldError } from "../http/problem.ts";
import { RequestError } from "../http/request-error.ts";
import { filterErrors, filterWarnings } from "./filter-warnings.ts";

const mostTested = 200;
/**
 * In characters. On one machine, testing an event blocks the thread of all requests. A longer event can be tested after it
 * is stored.
 */
const longestSample = 64 * 1_024;

const filterTest = z
  .strictObject({
    filter: jsonObject
      .clone()
      .optional()
      .openapi({
        type: "object",
        description:
          "An EventBridge event pattern that events must match. By default, every event that `eventTypes` selects matches.",
        example: { owner: { type: ["Project"] }, changes: { field: ["status"] } },
      }),
    eventTypes: z
      .array(knownPattern)
      .min(1)
      .max(100)
      .optional()
      .openapi({
        description: "The event types to test: single types, `<subject>.*`, or `*`. Default: every type.",
        example: ["document.*"],
      }),
    instance: instanceName.clone().optional().openapi({
      description: "The instance whose stored events to test. Required unless `sample` is given.",
      example: "acme",
    }),
    event: z.string().regex(eventIdShape, "must be an event ID").optional().openapi({
      description: "Test only this stored event.",
      example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
    }),
    sample: jsonObject
      .clone()
      .refine(
        (sample) => JSON.stringify(sample).length <= longestSample,
        `must have at most ${longestSample} characters`,
      )
      .optional()
      .openapi({
        type: "object",
        description:
          "An event to test instead of stored ones, at most 64 KB, such as the example from `GET /v1/event-types/{type}`.",
        example: { type: "document.moved", owner: { type: "Company", id: "lN-Uht7j2Vk" } },
      }),
    limit: z.int().min(1).max(mostTested).default(20).openapi({
      description:
        "The maximum number of events to test. Feedhook tests the newest stored events that `eventTypes` selects, up to about 1 MB in total.",
      example: 20,
    }),
  })
  .openapi("FilterTest", {
    example: { filter: { changes: { field: ["jobTitle"] } }, eventTypes: ["person.*"], instance: "acme" },
  });

const mismatch = z.object({
  field: z.string().openapi({ description: "The field's path in the filter.", example: "owner.type" }),
  message: z.string().openapi({ example: "has no matching value" }),
  wanted: z
    .array(z.unknown())
    .openapi({ description: "The filter's conditions for the field, none of which is met.", example: ["Project"] }),
  found: z
    .array(z.unknown())
    .openapi({ description: "Up to five of the event's values for the field.", example: ["Company"] }),
});

const filterTestAnswer = answerSchema("FilterTestResult", {
  tested: z.int().openapi({ example: 1 }),
  matches: z.int().openapi({ example: 0 }),
  items: z.array(
    z.object({
      event: z.string().optional().openapi({ example: "evt_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
      type: z.string().optional().openapi({ example: "document.moved" }),
      detectedAt: z.string().optional().openapi({ example: "2026-11-21T09:12:40.112Z" }),
      matches: z.boolean().openapi({ example: false }),
      undecided: z.literal(true).optional().openapi({
        description:
          "Set if testing the filter on this event would take too long. Such an event counts as a match and is delivered.",
      }),
      why: z.array(mismatch).openapi({
        description:
          "Why the event doesn't match, field by field. Empty if the event matches. At most 40 reasons per event, and fewer if more than 20 events are tested.",
      }),
    }),
  ),
  warnings: z
    .array(fieldError)
    .optional()
    .openapi({
      description: "Parts of the filter that can't match any event of these types.",
      example: [
        { field: "filter.owner.typ", message: "can't match, because events of these types have no such field" },
      ],
    }),
});

type Asked = z.output<typeof filterTest>;

/** Lambda limits responses to 6 MB, and each reason can repeat five texts of 200 characters. */
const mostReasonsOfAll = 800;
const mostReasonsOfOne = 40;

/** Reading and judging that many characters of stored events takes about 10 ms of CPU. */
const mostCharacters = 1_000_000;

/** How far (ms) another clock may be ahead of ours. */
const clockDifference = 60_000;

export const filterRoutes = [
  endpoint("testFilter", "post", "/v1/filters/test", {
    ...{ tag: "Events", who: "partner", scope: "read" },
    summary: "Test a filter on stored events or a sample",
    description:
      "Tests events against event types and a filter. For each event that a subscription with these settings wouldn't receive, returns the reasons, field by field. Nothing is stored or sent.",
    body: filterTest,
    answers: { 200: ["The verdict for each event", filterTestAnswer] },
    problems: ["not-found"],
    async handle({ body: asked, caller }, services) {
      const { filter, eventTypes } = asked;
      const wrong = filterErrors(filter);
      if (wrong.length > 0) throw RequestError.invalid(wrong);
      const parsed = filter === undefined ? undefined : parseEventPattern(filter);
      const pattern = parsed?.outcome === "ok" ? parsed.pattern : [];
      const tested = await testedEvents(asked, caller, services);
      const mostReasons = Math.min(mostReasonsOfOne, Math.floor(mostReasonsOfAll / tested.length));
      const turn = new WorkTurn(1);
      const items: Verdict[] = [];
      for (const event of tested) {
        items.push(verdict(event, pattern, { eventTypes, mostReasons }));
        // A large event takes milliseconds, and on one machine, all requests share this thread.
        await turn.spend(1);
      }
      const warnings = filterWarnings({ filter, eventTypes: eventTypes ?? catalogued });
      return {
        tested: items.length,
        matches: items.filter(({ matches }) => matches).length,
        items,
        ...(warnings.length > 0 && { warnings: [...warnings] }),
      };
    },
  }),
];

async function testedEvents(asked: Asked, caller: Caller, services: ApiServices): Promise<readonly Members[]> {
  const { events, clock } = services;
  const { sample, instance, event, eventTypes, limit } = asked;
  if (sample !== undefined) {
    const others = { instance, event };
    const both = Object.entries(others).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    if (both.length > 0) {
      throw RequestError.invalid(both.map((field) => ({ field, message: "must be absent when `sample` is given" })));
    }
    return [sample];
  }
  if (instance === undefined) {
    throw RequestError.invalid([{ field: "instance", message: "is required unless `sample` is given" }]);
  }
  await ownInstance(services, caller, instance);
  if (event !== undefined) {
    const [found] = await events.getMany([{ instance, id: event }]);
    if (found === undefined || !concerns(caller, found)) throw RequestError.notFound("This event");
    return [found.envelope];
  }
  const untilMs = clock.now() + clockDifference;
  const newest = { instance, order: "newest" as const, sinceMs: 0, untilMs, limit };
  let left = mostCharacters;
  const page = await listEvents(
    events,
    newest,
    (one) => concerns(caller, one) && isAskedFor(one.envelope.type, eventTypes),
    ({ body }) => (left -= body.length) >= 0,
  );
  return page.events.map(({ envelope }) => envelope);
}

type Verdict = z.input<typeof filterTestAnswer>["items"][number];
type Question = { readonly eventTypes: readonly string[] | undefined; readonly mostReasons: number };

function isAskedFor(type: unknown, eventTypes: readonly string[] | undefined): boolean {
  return eventTypes === undefined || (typeof type === "string" && eventTypes.some((one) => typeMatches(one, type)));
}

function verdict(event: Members, pattern: EventPattern, { eventTypes, mostReasons }: Question): Verdict {
  const { id, type, detectedAt } = event;
  const isAsked = isAskedFor(type, eventTypes);
  const ofType = {
    field: "eventTypes",
    message: "must match an event type",
    wanted: eventTypes ?? [],
    found: [type],
  };
  const place = EventPlace.of(event);
  const judged = judge(pattern, place);
  const why: readonly Mismatch[] = [
    ...(isAsked ? [] : [ofType]),
    ...(judged === "differs" ? mismatchesOf(pattern, place) : []),
  ];
  return {
    event: typeof id === "string" ? id : undefined,
    type: typeof type === "string" ? type : undefined,
    detectedAt: typeof detectedAt === "string" ? detectedAt : undefined,
    matches: isAsked && judged !== "differs",
    ...(judged === "undecided" && { undecided: true }),
    why: why.slice(0, mostReasons).map((one) => ({ ...one, wanted: [...one.wanted], found: [...one.found] })),
  };
}
