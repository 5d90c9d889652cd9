import { z } from "@hono/zod-openapi";
import { defined } from "../../kernel/defined.ts";
import { isoTime } from "../../kernel/instant.ts";
import { queues } from "../../kernel/topology.ts";
import { endpoint } from "../endpoint.ts";
import { RequestError } from "../http/request-error.ts";
import { summaryView } from "../subscriptions/endpoint-view.ts";
import type { FailingEndpoint } from "./endpoint-attention.ts";
import { statusOfInstance } from "./instance-status.ts";
import { needsAttention } from "./needs-attention.ts";
import type { QueueDepth } from "./status-probe.ts";
import { statusAnswer } from "./status-schemas.ts";

export const statusRoutes = [
  endpoint("getStatus", "get", "/v1/status", {
    ...{ tag: "Status", who: "operator", scope: "read" },
    summary: "Retrieve the bridge's status",
    answers: { 200: ["The status of instances, queues and deliveries", statusAnswer] },
    async handle(_call, services) {
      const { instances, probe, clock, version } = services;
      const counting = probe.queueDepths();
      const endpoints = services.endpointAttention.find();
      const [all, queues, deliveries, waiting, { failing }] = await Promise.all([
        instances.list(),
        counting,
        probe.deliveriesByState(),
        needsAttention(services, counting, endpoints),
        endpoints,
      ]);
      const at = isoTime(clock.now());
      const states = await Promise.all(all.map((one) => statusOfInstance(one, services)));
      const depths =
        queues && Object.fromEntries(Object.entries(queues).map(([name, depth]) => [name, depthView(depth)]));
      const failingEndpoints = failing.map(failingView);
      return {
        at,
        version,
        instances: states,
        needsAttention: [...waiting],
        failingEndpoints,
        queues: depths,
        deliveries,
      };
    },
  }),
];

function failingView({ subscription, endpoint, partnerName }: FailingEndpoint) {
  const { id, partner, url, description, disabledReason } = subscription;
  return { partner, partnerName, subscription: id, url, description, disabledReason, endpoint: summaryView(endpoint) };
}

function depthView({ readySince, deadSince, measuredAt, redrive, ...depth }: QueueDepth) {
  return {
    ...depth,
    ...defined({ readySince: isoTime(readySince), deadSince: isoTime(deadSince), measuredAt: isoTime(measuredAt) }),
    ...(redrive !== undefined && { redrive: { ...redrive, startedAt: isoTime(redrive.startedAt) } }),
  };
}

const queueNames = z.enum(Object.values(queues).map(({ name }) => name));
const redriven = z
  .object({ redriven: z.int().openapi({ description: "The number of messages. Approximate on AWS.", example: 3 }) })
  .openapi("Redriven");

const shared = {
  tag: "Status",
  who: "operator",
  scope: "manage",
  answers: { 202: ["The messages are queued for retry", redriven] },
} as const;

export const redriveRoutes = [
  endpoint("redriveQueue", "post", "/v1/queues/{queue}/redrive", {
    ...shared,
    summary: "Redrive a queue's dead letters",
    description:
      "Moves the dead letters back to their queue. Fix the cause first. On AWS, SQS moves them gradually. The queue's " +
      "`redrive` in `GET /v1/status` shows the progress. Until the redrive ends, further requests have no effect.",
    params: z.object({ queue: queueNames.openapi({ example: "deliver" }) }),
    async handle({ params }, { redrive }) {
      return { redriven: await redrive.queue(params.queue) };
    },
  }),

  endpoint("redriveChanges", "post", "/v1/changes-set-aside/redrive", {
    ...shared,
    summary: "Redrive changes that were set aside",
    description:
      "Publishes changes that couldn't be published before. Fix the cause first. On AWS, the API doesn't have permission to do this. The `wrong-state` response contains the command to run instead.",
    async handle(_call, { redrive: { changes } }) {
      if (typeof changes === "function") return { redriven: await changes() };
      throw new RequestError(
        "wrong-state",
        `The API doesn't have permission to read whole changes. Run \`${changes.command}\` with an operator's ` +
          "access to the AWS account (docs/runbook.md#publish-failures).",
      );
    },
  }),
];
