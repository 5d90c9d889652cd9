import { z } from "@hono/zod-openapi";
import type { EndpointReport, EndpointSummary } from "../../delivery/backlog/endpoint-report.ts";
import { circuitState } from "../../delivery/endpoint/endpoint-circuit.ts";

export const endpointSummary = z
  .object({
    state: z.enum(circuitState.options).openapi({
      description:
        "`open`: it fails, what comes is held and one delivery at a time probes it; `paused`: unhealthy for three days, probed every six hours; `disabled`: as the subscription.",
    }),
    since: z.iso.datetime().optional(),
    lane: z.enum(["fast", "slow"]).openapi({ description: "`slow`: it didn't answer within 3 s lately." }),
    failures: z.int().openapi({ description: "In a row." }),
    recentFailures: z.int().openapi({ description: "Among the newest attempts that were counted, at most 20." }),
    nextProbeAt: z.iso.datetime().optional(),
  })
  .openapi("EndpointSummary");

export const endpointAnswer = endpointSummary
  .extend({
    backlog: z.object({ held: z.int(), waiting: z.int(), more: z.boolean() }).openapi({
      description: "Deliveries held for the endpoint, and waiting for their next attempt; `more`: over 1,000.",
    }),
  })
  .openapi("Endpoint");

export function summaryView({ since, nextProbeAt, ...summary }: EndpointSummary): z.input<typeof endpointSummary> {
  return {
    ...summary,
    since: since === undefined ? undefined : new Date(since).toISOString(),
    nextProbeAt: nextProbeAt === undefined ? undefined : new Date(nextProbeAt).toISOString(),
  };
}

export function endpointView({ backlog, ...summary }: EndpointReport): z.input<typeof endpointAnswer> {
  return { ...summaryView(summary), backlog };
}
