import * as z from "zod";
import type { catalogue } from "./catalogue.ts";

const instant = z.string();
const subscription = z.string().describe("id of the subscription whose endpoint this is about");
const partner = z.string().describe("id of the partner");
const partnerName = z.string().describe("name of the partner");
const feed = z.string().describe("id of the feed");
const kind = z.string().describe("what the feed reads, for example `person-timeline`");

const attemptFailure = z.object({
  event: z.string().describe("id of the event"),
  at: instant.describe("when the attempt began"),
  status: z.int().exactOptional().describe("HTTP status of the answer"),
  error: z.string().exactOptional().describe("why there was no answer"),
  responseExcerpt: z.string().exactOptional().describe("the first 1 kB of the answer"),
});

const window = z.object({
  attempts: z.int().describe("number of attempts"),
  successRate: z.number().describe("share answered 2xx, from 0 to 1"),
  p50Ms: z.number().exactOptional().describe("median response time"),
  p95Ms: z.number().exactOptional().describe("95th percentile of the response time"),
});

type Schemas = { readonly [Verb in keyof (typeof catalogue)["bridge"]]: z.ZodType<object> };

/**
 * The `data` of every operational event (`bridge.*`). The code that emits an event takes the type of its payload from
 * here, and docs/events.md its tables. The descriptions are written for partners.
 */
export const operationalPayloads = {
  ping: z.union([
    z.object({ subscription: z.string().describe("id of the subscription that is tested") }),
    z.object({ sentAt: z.int().describe("unix ms; only in events with which the bridge measures itself") }),
  ]),
  instance_unauthorized: z.object({
    reason: z
      .enum(["invalid_client", "forbidden", "unknown_instance"])
      .describe("the credentials are wrong, may not read, or the source doesn't know the instance"),
  }),
  instance_recovered: z.object({}),
  feed_stalled: z.object({
    feed,
    kind,
    reason: z.string().describe("code of the last failure, as the feed's `lastError` in the API"),
    since: instant.describe("when its failures began"),
  }),
  feed_recovered: z.object({ feed, kind, since: instant.describe("when its failures began") }),
  removals_held: z.object({
    source: z.string().describe("what vanished: `person`, `company`, …, `document`"),
    since: instant.describe("when the hold began"),
    missing: z.int().describe("records that are missing"),
    known: z.int().describe("records known before"),
  }),
  endpoint_failing: z.object({
    subscription,
    failingSince: instant.describe("when its failures began"),
    probes: z.int().describe("probes sent since then"),
    pausesAt: instant.describe("when it will be paused unless it answers"),
    lastFailure: attemptFailure
      .exactOptional()
      .describe(
        "the newest failed attempt: `event`, `at`, the `status` of the answer or the `error` that prevented one (`dns`, `connect`, `tls`, `timeout`, `blocked` or `protocol`), and the start of the answer. When the event's record is erased, this event is erased too",
      ),
    lastHour: window
      .exactOptional()
      .describe(
        "the attempts of the last hour: their number, the share answered 2xx, and the median and 95th percentile of the response time in ms; absent if there were none",
      ),
    lastDay: window.exactOptional().describe("the same for the last 24 hours"),
  }),
  endpoint_paused: z.object({
    subscription,
    failingSince: instant.describe("when its failures began"),
    pausedAt: instant.describe("when it was paused"),
    disablesAt: instant.describe("when the subscription will be disabled unless the endpoint answers"),
  }),
  endpoint_recovered: z.object({
    subscription,
    was: z.string().describe("`open` if it was failing, `paused` if it was paused"),
    since: instant.describe("when that state began"),
  }),
  endpoint_disabled: z.object({
    subscription,
    reason: z
      .string()
      .describe(
        "`gone` (it answered 410), `requested` (its answer requested it) or `unreachable` (paused for too long)",
      ),
  }),
  delivery_exhausted: z.object({
    subscription,
    event: z.string().describe("id of the event that wasn't delivered; it can be replayed"),
    eventType: z.string().describe("type of that event"),
    instance: z.string().describe("instance of that event"),
    attempts: z.int().describe("number of attempts"),
  }),
  instance_revoked: z.object({
    partner,
    name: partnerName,
    instance: z.string().describe("the instance that it lost access to"),
  }),
  partner_suspended: z.object({ partner, name: partnerName }),
  partner_resumed: z.object({ partner, name: partnerName }),
  partner_deleted: z.object({ partner, name: partnerName }),
} as const satisfies Schemas;

type Verb = keyof typeof operationalPayloads;

/** Such as `bridge.ping`. */
export type OperationalType = `bridge.${Verb}`;

/** The `data` of an operational event of this type. */
export type OperationalPayload<T extends OperationalType> = {
  [V in Verb]: T extends `bridge.${V}` ? z.infer<(typeof operationalPayloads)[V]> : never;
}[Verb];
