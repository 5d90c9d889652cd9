import type { Settings } from "../../../functions/runtime/engine.ts";
import { defaultTimings } from "../../../shared/kernel/timings.ts";

/**
 * Short times: immediate retries, probes and drains within a tenth of a second, dead workers' claims slightly later.
 */
export const crashSettings: Settings = {
  partnerUrl: "http://127.0.0.1:1",
  allowInsecureEndpoints: true,
  operatorKeyHash: "",
  timings: {
    ...defaultTimings,
    fastDeadline: 600,
    deliveryDeadline: 1_200,
    claimRetention: 1_500,
    slowLane: 300,
    messageRetries: Array.from({ length: 60 }, () => 0),
    backlogRetries: [50],
    endpointProbes: [60],
    drainStep: 30,
  },
};
