import { setImmediate as nextTurn } from "node:timers/promises";
import type { z } from "@hono/zod-openapi";
import { typeMatches } from "../../fanout/subscription-index.ts";
import { eventTypes as catalogued } from "../../kernel/catalogue.ts";
import type { Caller } from "../../partners/authenticator.ts";
import { type EventPattern, parseEventPattern } from "../../subscriptions/patterns/event-pattern.ts";
import { EventPlace, type Members } from "../../subscriptions/patterns/event-place.ts";
import { judge } from "../../subscriptions/patterns/match-pattern.ts";
import { type Mismatch, mismatchesOf } from "../../subscriptions/patterns/mismatches.ts";
import { ownInstance } from "../access/own-resources.ts";
import type { ApiServices } from "../api-services.ts";
import { concerns } from "../events/event-routes.ts";
import { listEvents } from "../events/list-events.ts";
import { endpoint } from "../http/endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { filterErrors } from "../subscriptions/check-settings.ts";
import { filterTest, filterTestAnswer } from "./filter-schemas.ts";
import { filterWarnings } from "./filter-warnings.ts";

type Asked = z.output<typeof filterTest>;

/**
 * The most reasons in one response, because Lambda's limit is 6 MB and each reason may repeat five texts of 200
 * characters.
 */
const mostReasonsOfAll = 800;
const mostReasonsOfOne = 40;

/**
 * The most characters of the stored events that one request tests. Reading and judging them takes about 10 ms of CPU
 * per megabyte.
 */
const mostCharacters = 1_000_000;

/** Ms by which another clock may be ahead of ours. */
const clockDifference = 60_000;

export const filterRoutes = [
  endpoint("post", "/v1/filters/test", {
    ...{ tag: "Events", who: "partner", scope: "read" },
    operationId: "testFilter",
    summary: "Test a filter on stored events or a sample",
    description:
      "For each event, returns whether a subscription with these event types and this filter would receive it, and if not, why, field by field. Nothing is stored or sent.",
    body: filterTest,
    answers: { 200: ["The verdict for each event", filterTestAnswer] },
    problems: ["not-found"],
    async handle({ body: asked, caller }, services) {
      const { filter, eventTypes } = asked;
      const wrong = filterErrors(filter);
      if (wrong.length > 0) throw RequestError.invalid(wrong);
      const parsed = filter === undefined ? undefined : parseEventPattern(filter);
      const pattern = parsed?.outcome === "compiled" ? parsed.pattern : [];
      const tested = await testedEvents(asked, caller, services);
      const mostReasons = Math.min(mostReasonsOfOne, Math.floor(mostReasonsOfAll / tested.length));
      const items: Verdict[] = [];
      for (const event of tested) {
        items.push(verdict(event, pattern, { eventTypes, mostReasons }));
        // A large event takes milliseconds, and on one machine deliveries need the same thread.
        await nextTurn();
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
