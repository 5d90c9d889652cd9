import * as z from "zod";
import type { SandboxHono } from "../http/endpoint.ts";
import { bodyOf } from "../oracle/helper-request.ts";
import { type FaultPlan, faultSpecSchema } from "./fault-plan.ts";

const specBody = z.object({ spec: faultSpecSchema });

export function faultEndpoints(app: SandboxHono, plan: FaultPlan): void {
  const state = () => ({
    faults: plan.faults,
    injected: Object.fromEntries(plan.counts),
    requests: plan.requests,
    insideRetryAfter: plan.retryAfter.counts,
  });
  app.get("/__sandbox/faults", (context) => context.json(state()));
  app.post("/__sandbox/faults", async (context) => {
    plan.replace((await bodyOf(context, specBody)).spec);
    return context.json(state());
  });
  app.delete("/__sandbox/faults", (context) => {
    plan.replace([]);
    return context.json(state());
  });
}
