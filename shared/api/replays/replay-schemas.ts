import { z } from "@hono/zod-openapi";
import { type ReplayJob, replayState } from "../../delivery/replay/replay-job.ts";
import type { ReplayChunk } from "../../delivery/replay/replay-source.ts";
import { detectedAtOf, eventIdShape } from "../../kernel/event-id.ts";
import { isoTime } from "../../kernel/instant.ts";
import { jsonObject } from "../../kernel/json.ts";
import { instanceName } from "../../source/instance.ts";
import { knownPattern } from "../events/event-criteria.ts";
import { pageOf } from "../http/cursor.ts";
import { answerSchema, inputSchema } from "../http/named-schemas.ts";
import { subscriptionParams } from "../subscriptions/subscription-schemas.ts";

const eventId = z.string().regex(eventIdShape, "must be an event ID");
const instant = z.iso.datetime({ offset: true });

const criteria = {
  events: z.array(eventId).min(1).max(200).optional().openapi({
    description: "Replay only the events with these IDs.",
  }),
  instances: z.array(instanceName).min(1).max(100).optional().openapi({
    description: "Replay only events from these instances of the subscription.",
  }),
  eventTypes: z
    .array(knownPattern)
    .min(1)
    .max(100)
    .optional()
    .openapi({
      description: "Replay only events of these types.",
      example: ["person.*"],
    }),
  subject: z
    .strictObject({ type: z.string().max(64).optional(), id: z.string().min(1).max(4_096) })
    .optional()
    .openapi({ description: "Replay only events of this record.", example: { type: "person", id: "7" } }),
  filter: jsonObject
    .clone()
    .optional()
    .openapi({ type: "object", description: "Replay only events that also match this event pattern." }),
  since: instant.optional().openapi({
    description:
      "Replay events detected at or after this instant. Default: the time of the oldest stored event or, with `undelivered`, of the subscription's creation if that is later.",
  }),
  until: instant.optional().openapi({ description: "Replay events detected before this instant. Default: now." }),
  undelivered: z.boolean().default(false).openapi({
    description:
      "Replay only undelivered events: waiting, blocked, held, expired, or never sent. Events that wait in a pull queue aren't included.",
  }),
};

export const replayInput = inputSchema("ReplayInput", {
  ...criteria,
  dryRun: z.boolean().default(true).openapi({
    description:
      "If `true`, nothing is sent, and the response describes what would be sent. To start the replay, send the same request with `false`.",
  }),
  perSecond: z.int().min(1).max(500).default(50).openapi({
    description: "The maximum number of deliveries started per second.",
  }),
});
export type ReplayInput = z.output<typeof replayInput>;

export const replayPreview = answerSchema("ReplayPreview", {
  dryRun: z.literal(true),
  matches: z.int().openapi({
    description:
      "The number of deliveries that the replay would send. If `complete` is `false`, the replay may send more.",
    example: 1204,
  }),
  complete: z.boolean().openapi({ description: "Whether all deliveries were counted." }),
  byState: z
    .record(z.string(), z.int())
    .optional()
    .openapi({
      description: "With `undelivered`, the number of deliveries by reason.",
      example: { expired: 3, neverSent: 1 },
    }),
  sample: z.array(
    z.object({ event: z.string(), type: z.string(), instance: z.string(), detectedAt: z.iso.datetime() }),
  ),
});

export const replayAnswer = answerSchema("Replay", {
  id: z.string().openapi({
    description: "The replay's ID, which is also the `run` of its deliveries.",
    example: "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB",
  }),
  state: z.enum(replayState.options),
  criteria: z.object({
    events: z.array(z.string()).optional(),
    eventTypes: z.array(z.string()).optional(),
    subject: z.object({ type: z.string().optional(), id: z.string() }).optional(),
    filter: z.unknown().optional().openapi({ type: "object" }),
    undelivered: z.boolean(),
    since: z.iso.datetime(),
    until: z.iso.datetime(),
  }),
  instances: z.array(z.string()),
  perSecond: z.int(),
  progress: z.object({
    scanned: z.int().openapi({ description: "The number of events examined." }),
    sent: z.int().openapi({ description: "The number of deliveries sent." }),
    instance: z.string().optional().openapi({ description: "The instance being replayed." }),
    at: z.iso.datetime().optional().openapi({
      description: "The detection time up to which the instance's events have been replayed.",
    }),
  }),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().optional(),
});

export const replayPage = pageOf(replayAnswer).openapi("ReplayPage");

export const replayParams = subscriptionParams.extend({
  replay: z.string().openapi({ example: "rpl_01KAJ3N6Q0V5Y1R8C4T7W2X9ZB" }),
});

const samples = 10;

export function replayView(job: ReplayJob): z.input<typeof replayAnswer> {
  const { id, state, criteria, instances, perSecond, cursor, scanned, sent, createdAt, endedAt } = job;
  const at = cursor.afterId === undefined ? undefined : detectedAtOf(cursor.afterId);
  return {
    id,
    state,
    criteria: { ...criteria, since: isoTime(criteria.since), until: isoTime(criteria.until) },
    instances: instances.filter(isNamed),
    perSecond,
    progress: {
      scanned,
      sent,
      instance: [instances[cursor.instance]].find(isNamed),
      at: isoTime(at),
    },
    createdAt: isoTime(createdAt),
    endedAt: isoTime(endedAt),
  };
}

export function previewView({ matches, done }: ReplayChunk): z.input<typeof replayPreview> {
  const byState: Record<string, number> = {};
  for (const { state } of matches) if (state !== undefined) byState[state] = (byState[state] ?? 0) + 1;
  return {
    dryRun: true,
    matches: matches.length,
    complete: done,
    byState: Object.keys(byState).length === 0 ? undefined : byState,
    sample: matches.slice(0, samples).map(({ id: event, type, instance, detectedAt }) => {
      return { event, type, instance, detectedAt };
    }),
  };
}

/** Events about the partner's own endpoints have an instance without a public name. */
function isNamed(instance: string | undefined): instance is string {
  return instance !== undefined && instanceName.safeParse(instance).success;
}
