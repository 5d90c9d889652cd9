import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { defined } from "../../../shared/kernel/defined.ts";
import { jsonObject } from "../../../shared/kernel/json.ts";
import { parseJson } from "../../../shared/kernel/parse.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { answerOf } from "../client/answer-of.ts";
import { eventOf } from "../client/event-of.ts";
import { explanationOf } from "../client/explanation-of.ts";
import { onlyInstance } from "../client/partner-path.ts";
import { event, eventType, filter, instance, page, period, range, record, subscription } from "./tool-inputs.ts";
import { toolsOn } from "./tools-on.ts";

/** Hosts may call these tools without asking the user. */
const annotations = { readOnlyHint: true, openWorldHint: true };

const states = ["waiting", "delivered", "expired", "held", "blocked", "failed"] as const;
const errors = ["dns", "connect", "tls", "timeout", "blocked", "protocol"] as const;

export function addReadTools(server: McpServer, api: ApiClient, log: (line: string) => void): void {
  const add = toolsOn(server, annotations, log);
  add("whoami", "Who am I", {
    description:
      "Describes the key that this server uses: its scopes, and its partner with the names of its instances. Call it first if you don't know the instances, or after an error with the code `forbidden`.",
    input: {},
    work: () => answerOf(api.GET("/v1/me")),
  });

  add("status", "Bridge status", {
    description:
      "Returns the state of the whole bridge: instances, how many seconds each class of feeds lags, queues, failing endpoints, and `needsAttention` with an action for each problem. Needs an operator's key with the scope `read`. Start here if everything is late or nothing arrives.",
    input: {},
    work: () => answerOf(api.GET("/v1/status")),
  });

  add("explain", "Explain a record or an event", {
    description:
      "Explains why a record's events did or didn't appear, and why they did or didn't reach each subscription. Use it for questions such as 'why didn't we get this change?'. Returns findings in words, and the record's events with the outcome of each delivery.",
    input: {
      subject: record.describe("The record, <type>/<id> such as person/k2Jm, or one of its events, evt_…."),
      instance: instance.optional(),
      subscription: subscription.optional().describe("Only for this subscription, even if it doesn't select the type."),
    },
    work: ({ subject, ...scope }) => explanationOf(api, subject, scope),
  });

  add("list_subscriptions", "List subscriptions", {
    description:
      "Lists the subscriptions that the key sees, oldest first: types, filter, URL without its query, and the endpoint's state (`open`: failing), its last failure, and its success rate and response times (ms) over the last hour and day.",
    input: page,
    work: async (query) => {
      const list = await answerOf(api.GET("/v1/subscriptions", { params: { query: defined(query) } }));
      return { ...list, items: list.items.map((one) => ({ ...one, ...defined({ url: withoutQuery(one.url) }) })) };
    },
  });

  add("list_deliveries", "List deliveries", {
    description:
      "Lists one subscription's deliveries, newest event first, with their attempts. Without `state`, lists all of them. To find events that didn't arrive, request `waiting`, `blocked`, `held`, `expired` and `failed` one by one; `wait.sentence` says what a delivery waits for. Durations are in ms.",
    input: {
      subscription,
      state: z.enum(states).optional().describe("Only deliveries in this state."),
      type: eventType.optional(),
      subject: record.optional(),
      status: z
        .string()
        .regex(/^[1-5](xx|\d\d)$/)
        .optional()
        .describe("Only deliveries whose last response had this status: 503, or 5xx."),
      error: z.enum(errors).optional().describe("Only deliveries whose last attempt failed with this error."),
      ...range,
      ...page,
    },
    work: ({ subscription: id, ...query }) => {
      const params = { path: { id }, query: defined(query) };
      return answerOf(api.GET("/v1/subscriptions/{id}/deliveries", { params }));
    },
  });

  add("show_delivery", "Show an event's deliveries", {
    description:
      "Returns one event's deliveries to one subscription: the first (run 0) and its 50 newest replays, each with every attempt: time, status or error, timing in ms, headers without secrets, and the start of the response.",
    input: { subscription, event },
    work: ({ subscription: id, event: evt }) => {
      const params = { path: { id, event: evt } };
      return answerOf(api.GET("/v1/subscriptions/{id}/deliveries/{event}", { params }));
    },
  });

  add("list_events", "List events", {
    description:
      "Lists one instance's events of the last 30 days, by detection time. Record values are in `data`, and changed fields in `changes`. Large events make large results: use a small limit, and a type or record if you know it.",
    input: {
      instance: instance.optional(),
      type: eventType.optional(),
      subject: record.optional(),
      order: z.enum(["newest", "oldest"]).default("newest").describe("Which events come first."),
      ...range,
      ...page,
    },
    work: async ({ instance: name, ...query }) => {
      const params = { query: { ...defined(query), instance: name ?? (await onlyInstance(api)) } };
      return parseJson(
        jsonObject,
        await answerOf(api.GET("/v1/events", { params, parseAs: "text" })),
        "response of the bridge",
      );
    },
  });

  add("show_event", "Show an event", {
    description: "Returns one event of the last 30 days, as it was published.",
    input: { event, instance: instance.optional() },
    work: ({ event: id, instance: name }) => eventOf(api, id, name),
  });

  add("test_filter", "Test a filter", {
    description:
      "Tests an event pattern on an instance's newest stored events, without changing a subscription. Returns how many match, and for each other event why it doesn't, field by field. `warnings` name parts that can never match.",
    input: {
      filter,
      eventTypes: z.array(eventType).min(1).max(100).optional().describe("Only events of these types."),
      instance: instance.optional(),
      event: event.optional().describe("Test only this event."),
      limit: z.int().min(1).max(50).default(20).describe("The maximum number of events to test, 1 to 50."),
    },
    work: async ({ instance: name, ...rest }) => {
      const body = { ...defined(rest), instance: name ?? (await onlyInstance(api)) };
      return answerOf(api.POST("/v1/filters/test", { body }));
    },
  });

  add("completeness", "Check an instance's completeness", {
    description:
      "Returns the time up to which an instance's changes and removals are known to be published, per kind of record, and what is `uncertain` now. With `to`, also says whether the period is complete. Use it for 'are we missing something since yesterday?', before you look at single events.",
    input: { instance: instance.optional(), ...period },
    work: async ({ instance: name, ...query }) => {
      const params = { query: { ...defined(query), instance: name ?? (await onlyInstance(api)) } };
      return answerOf(api.GET("/v1/completeness", { params }));
    },
  });

  add("subscription_completeness", "Count a subscription's events by hour", {
    description:
      "Counts one subscription's events by the hour (UTC) of their detection and by outcome: delivered, delivered only by a replay, waiting, expired, erased. Includes a digest of the delivered IDs. Covers the last 24 hours by default, and at most 31 days. Use it to see whether and when a receiver got fewer events than were published. With `unwantedOf`, instead counts the events that the subscription doesn't want, by reason.",
    input: {
      subscription,
      ...period,
      unwantedOf: instance
        .optional()
        .describe("Instead, count this instance's events that the subscription doesn't want, by first reason."),
      cursor: page.cursor,
    },
    work: ({ subscription: id, ...query }) => {
      const params = { path: { id }, query: defined(query) };
      return answerOf(api.GET("/v1/subscriptions/{id}/completeness", { params }));
    },
  });
}

/** The query of an endpoint's URL can contain a token. */
function withoutQuery(url: string | undefined): string | undefined {
  return url?.replace(/\?.*$/s, "?…");
}
