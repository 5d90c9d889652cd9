import * as z from "zod";
import type { catalogue } from "./catalogue.ts";

const instant = z.string();
const subscription = z.string().describe("The ID of the subscription.");
const partner = z.string().describe("The partner's ID.");
const partnerName = z.string().describe("The partner's name.");
const feed = z.string().describe("The feed's ID.");
const kind = z.string().describe("What the feed reads, for example `person-timeline`.");

const attemptFailure = z.object({
  event: z.string().describe("The event's ID."),
  at: instant.describe("When the attempt began."),
  status: z.int().exactOptional().describe("The HTTP status of the response."),
  error: z.string().exactOptional().describe("Why no response arrived."),
  responseExcerpt: z.string().exactOptional().describe("The first 1 KB of the response."),
});

const window = z.object({
  attempts: z.int().describe("The number of attempts."),
  successRate: z.number().describe("The share of attempts with a 2xx response, from 0 to 1."),
  p50Ms: z.number().exactOptional().describe("The median response time in milliseconds."),
  p95Ms: z.number().exactOptional().describe("The 95th percentile of the response time in milliseconds."),
});

type Schemas = { readonly [Verb in keyof (typeof catalogue)["bridge"]]: z.ZodType<object> };

/** The `data` of every operational event. Partners read the descriptions in the events' schemas. */
export const operationalPayloads = {
  ping: z.union([
    z.object({ subscription: z.string().describe("The ID of the subscription that is tested.") }),
    z.object({
      sentAt: z.int().describe("Unix time in milliseconds. Only in events that the bridge sends to measure itself."),
    }),
  ]),
  instance_unauthorized: z.object({
    reason: z
      .enum(["invalid_client", "forbidden", "unknown_instance"])
      .describe(
        "Why: the credentials are wrong, the credentials have no read access, or the source doesn't know the instance.",
      ),
  }),
  instance_recovered: z.object({}),
  feed_stalled: z.object({
    feed,
    kind,
    reason: z.string().describe("The code of the last failure, like the feed's `lastError` in the API."),
    since: instant.describe("When the failures began."),
  }),
  feed_recovered: z.object({ feed, kind, since: instant.describe("When the failures began.") }),
  removals_held: z.object({
    source: z.string().describe("The resource whose records vanished: `person`, `company`, …, `document` or `folder`."),
    since: instant.describe("When the hold began."),
    missing: z.int().describe("The number of the instance's records, of any resource, missing when the hold began."),
    known: z.int().describe("The number of the instance's known records, of any resource, when the hold began."),
  }),
  endpoint_failing: z.object({
    subscription,
    failingSince: instant.describe("When the failures began."),
    probes: z.int().describe("The number of probes sent since then."),
    pausesAt: instant.describe("When the endpoint will be paused, unless it recovers."),
    lastFailure: attemptFailure
      .exactOptional()
      .describe(
        "The newest failed attempt: `event`, `at`, the response's `status` or the `error` that prevented a response (`dns`, `connect`, `tls`, `timeout`, `blocked` or `protocol`), and the start of the response. If the event's record is erased, this event is erased, too.",
      ),
    lastHour: window
      .exactOptional()
      .describe(
        "The attempts of the last hour: their number, the share with a 2xx response, and the median and 95th percentile of the response time in milliseconds. Absent if there were none.",
      ),
    lastDay: window.exactOptional().describe("Like `lastHour`, but for the last 24 hours."),
  }),
  endpoint_paused: z.object({
    subscription,
    failingSince: instant.describe("When the failures began."),
    pausedAt: instant.describe("When the endpoint was paused."),
    disablesAt: instant.describe("When the subscription will be disabled, unless the endpoint recovers."),
  }),
  endpoint_recovered: z.object({
    subscription,
    was: z.string().describe("The previous state: `open` if the endpoint was failing, `paused` if it was paused."),
    since: instant.describe("When that state began."),
  }),
  endpoint_disabled: z.object({
    subscription,
    reason: z
      .string()
      .describe(
        "Why: `gone` (the endpoint returned 410), `requested` (the endpoint asked to stop) or `unreachable` (the endpoint was paused for too long).",
      ),
  }),
  delivery_exhausted: z.object({
    subscription,
    event: z.string().describe("The ID of the event that wasn't delivered. You can replay the event until it expires."),
    eventType: z.string().describe("The event's type."),
    instance: z.string().describe("The event's instance."),
    attempts: z.int().describe("The number of attempts."),
  }),
  instance_revoked: z.object({
    partner,
    name: partnerName,
    instance: z.string().describe("The instance that the partner lost access to."),
  }),
  partner_suspended: z.object({ partner, name: partnerName }),
  partner_resumed: z.object({ partner, name: partnerName }),
  partner_deleted: z.object({ partner, name: partnerName }),
} as const satisfies Schemas;

type Verb = keyof typeof operationalPayloads;

export type OperationalType = `bridge.${Verb}`;

export type OperationalPayload<T extends OperationalType> = {
  [V in Verb]: T extends `bridge.${V}` ? z.infer<(typeof operationalPayloads)[V]> : never;
}[Verb];
