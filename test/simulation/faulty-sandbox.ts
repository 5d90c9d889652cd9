import { createSandboxApp } from "../../infra/sandbox/create-sandbox-app.ts";
import { FaultPlan } from "../../infra/sandbox/faults/fault-plan.ts";
import { openSandbox, type Sandbox, type SandboxOptions } from "../../infra/sandbox/start-sandbox.ts";
import type { Clock } from "../../infra/sandbox/store/time.ts";

/** The same sandbox twice: `faulty` for the bridge, and without faults for those who change and check it. */
export function faultySandbox(options: SandboxOptions & { readonly clock: Clock }): {
  readonly faulty: Sandbox;
  readonly undisturbed: Sandbox;
} {
  const faulty = openSandbox(options);
  const faults = new FaultPlan(() => 0, [], options.clock);
  return { faulty, undisturbed: { ...faulty, app: createSandboxApp({ ...faulty, faults }) } };
}
