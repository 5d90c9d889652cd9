import type { QueueName } from "../../../shared/kernel/topology.ts";
import type { AwsEnvironment } from "./aws-settings.ts";

/** The variables that hold the addresses of queues. */
export const queueVariables = {
  ticks: "QUEUE_TICKS_URL",
  poll: "QUEUE_POLL_URL",
  fanout: "QUEUE_FANOUT_URL",
  deliver: "QUEUE_DELIVER_URL",
  "deliver-slow": "QUEUE_DELIVER_SLOW_URL",
  recover: "QUEUE_RECOVER_URL",
  alerts: "QUEUE_ALERTS_URL",
} as const satisfies { [name in QueueName]: keyof AwsEnvironment };
