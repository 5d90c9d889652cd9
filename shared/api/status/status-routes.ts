import { defined } from "../../kernel/defined.ts";
import { endpoint } from "../http/endpoint.ts";
import { isoTime } from "../http/iso-time.ts";
import { statusOfInstance } from "./instance-status.ts";
import { needsAttention } from "./needs-attention.ts";
import type { QueueDepth } from "./status-probe.ts";
import { statusAnswer } from "./status-schemas.ts";

export const statusRoutes = [
  endpoint("get", "/v1/status", {
    ...{ tag: "Status", who: "operator", scope: "read" },
    operationId: "getStatus",
    summary: "Retrieve the bridge's status",
    answers: { 200: ["The status of instances, queues and deliveries", statusAnswer] },
    async handle(_call, services) {
      const { instances, probe, clock } = services;
      const counting = probe.queueDepths();
      const [all, queues, deliveries, waiting] = await Promise.all([
        instances.list(),
        counting,
        probe.deliveriesByState(),
        needsAttention(services, counting),
      ]);
      const at = isoTime(clock.now());
      const states = await Promise.all(all.map((one) => statusOfInstance(one, services)));
      const depths =
        queues && Object.fromEntries(Object.entries(queues).map(([name, depth]) => [name, depthView(depth)]));
      return { at, instances: states, needsAttention: [...waiting], queues: depths, deliveries };
    },
  }),
];

function depthView({ readySince, deadSince, measuredAt, redrive, ...depth }: QueueDepth) {
  return {
    ...depth,
    ...defined({ readySince: isoTime(readySince), deadSince: isoTime(deadSince), measuredAt: isoTime(measuredAt) }),
    ...(redrive !== undefined && { redrive: { ...redrive, startedAt: isoTime(redrive.startedAt) } }),
  };
}
