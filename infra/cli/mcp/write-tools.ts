import type { McpServer } from "@modelcontextprotocol/server";
import * as z from "zod";
import { defined } from "../../../shared/kernel/defined.ts";
import type { components } from "../../api-client/api-types.ts";
import type { ApiClient } from "../../api-client/create-api-client.ts";
import { ApiProblemError } from "../cli-errors.ts";
import { answerOf } from "../client/answer-of.ts";
import { recordOption } from "../option-values.ts";
import { ReplayPlans } from "./replay-plans.ts";
import { event, eventType, filter, instance, range, record, subscription } from "./tool-inputs.ts";
import { toolsOn } from "./tools-on.ts";

/** A repeated call sends again. */
const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true };

const needs = "Needs the scope `manage`.";

export function addWriteTools(server: McpServer, api: ApiClient, log: (line: string) => void): void {
  const add = toolsOn(server, annotations, log);
  const plans = new ReplayPlans();

  add("ping", "Ping an endpoint", {
    description: `Sends one signed test event (bridge.ping) to a subscription's endpoint, and returns its response. A 2xx response makes a failing endpoint healthy again, and Feedhook sends the held deliveries. ${needs}`,
    input: { subscription },
    work: ({ subscription: id }) => answerOf(api.POST("/v1/subscriptions/{id}/ping", { params: { path: { id } } })),
  });

  add("retry_delivery", "Send one event again", {
    description: `Sends one event to one subscription again, with a full retry schedule and the same webhook-id, even if it was delivered. Check with show_delivery first. Pings and examples can't be sent again. ${needs}`,
    input: { subscription, event },
    work: ({ subscription: id, event: evt }) => {
      const params = { path: { id, event: evt } };
      return answerOf(api.POST("/v1/subscriptions/{id}/deliveries/{event}/retry", { params }));
    },
  });

  add("preview_replay", "Count a replay (dry run)", {
    description: `Counts the deliveries that a replay would send, and sends nothing. Returns the count in \`matches\` (\`complete: false\`: there may be more), examples, and a \`confirmation\` for start_replay that is valid for ten minutes. Show the user the count before you start the replay. ${needs}`,
    input: {
      subscription,
      ...range,
      events: z.array(event).min(1).max(200).optional().describe("Only these events."),
      eventTypes: z.array(eventType).min(1).max(100).optional().describe("Only events of these types."),
      instances: z.array(instance).min(1).max(100).optional().describe("Only these instances."),
      subject: record
        .regex(/^[a-z_]+\/./, "Use <type>/<id>, such as person/k2Jm.")
        .optional()
        .describe("Only events of this record: <type>/<id>."),
      filter: filter.optional(),
      undelivered: z.boolean().default(false).describe("Only events that haven't been delivered."),
      perSecond: z.int().min(1).max(500).default(50).describe("The maximum number of deliveries to start per second."),
    },
    hints: { readOnlyHint: true },
    work: async ({ subscription: id, subject, until, ...criteria }) => {
      const now = Date.now();
      // The end is fixed, so that the replay sends no event that the dry run couldn't count.
      const body = {
        ...defined({ ...criteria, subject: subject === undefined ? undefined : recordOption(subject) }),
        until: until ?? new Date(now).toISOString(),
      };
      const preview = await startOf(id, { ...body, dryRun: true });
      if (!("dryRun" in preview))
        throw new ApiProblemError("unknown", "the bridge started a replay instead of a dry run");
      const plan = { subscription: id, deliveries: preview.matches, body };
      return { ...preview, confirmation: plans.add(plan, now) };
    },
  });

  add("start_replay", "Start a counted replay", {
    description: `Starts exactly the replay that preview_replay counted: the endpoint gets these events again. Start it only if the user agreed to the count. It can be paused or cancelled with \`feedhook replays\`. ${needs}`,
    input: {
      confirmation: z.string().max(64).describe("The `confirmation` of preview_replay. It works once."),
      subscription: subscription.describe("The subscription of the preview."),
      deliveries: z.int().min(0).describe("The `matches` of the preview."),
    },
    work: ({ confirmation, subscription: id, deliveries }) => {
      const { body } = plans.take(confirmation, id, deliveries, Date.now());
      return startOf(id, { ...body, dryRun: false });
    },
  });

  function startOf(id: string, body: components["schemas"]["ReplayInput"]) {
    return answerOf(api.POST("/v1/subscriptions/{id}/replays", { params: { path: { id } }, body }));
  }
}
