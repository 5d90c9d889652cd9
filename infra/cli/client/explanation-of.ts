import * as z from "zod";
import { eventIdShape } from "../../../shared/kernel/event-id.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "./answer-of.ts";
import { eventOf } from "./event-of.ts";
import { onlyInstance } from "./partner-path.ts";

type Explanation = components["schemas"]["Explanation"];

/** If `instance` is undefined, the bridge's only instance is meant, or that of the event. */
type Scope = { readonly instance?: string | undefined; readonly subscription?: string | undefined };

const eventHead = z.object({ instance: z.string(), subject: z.object({ type: z.string(), id: z.string() }) });

/** Explains a record, `person/k2Jm`, or one of its events, `evt_…`. */
export async function explanationOf(api: ApiClient, asked: string, scope: Scope): Promise<Explanation> {
  const { instance, subject, event } = await askedFor(api, asked, scope.instance);
  const query = { instance, subject, ...(scope.subscription !== undefined && { subscription: scope.subscription }) };
  const whole = await answerOf(api.GET("/v1/explain", { params: { query } }));
  return event === undefined ? whole : about(event, whole);
}

async function askedFor(api: ApiClient, asked: string, given: string | undefined) {
  if (!eventIdShape.test(asked)) return { instance: given ?? (await onlyInstance(api)), subject: asked };
  const { instance, subject } = eventHead.parse(await eventOf(api, asked, given));
  return { instance, subject: `${subject.type}/${subject.id}`, event: asked };
}

/** Keeps the event, the findings about it, and those that aren't about a single event. */
function about(event: string, { findings, events, ...rest }: Explanation): Explanation {
  const own = findings.filter((finding) => finding.event === undefined || finding.event === event);
  return { ...rest, findings: own, events: events.filter(({ id }) => id === event) };
}
