import { randomUUID } from "node:crypto";
import type { components } from "../../api-client/api-types.ts";
import { UsageError } from "../cli-errors.ts";

/** A replay that a dry run has counted. */
export type ReplayPlan = {
  readonly subscription: string;
  readonly deliveries: number;
  readonly body: Omit<components["schemas"]["ReplayInput"], "dryRun">;
};

/** How long (ms) a dry run can be confirmed. After that, its count may be too old. */
const validFor = 10 * 60_000;
const mostPlans = 20;

/** Only a dry run returns a code, which starts only the counted replay, once. So a model can't start another replay. */
export class ReplayPlans {
  readonly #plans = new Map<string, ReplayPlan & { readonly until: number }>();

  /** Returns the plan's code. */
  add(plan: ReplayPlan, now: number): string {
    const code = randomUUID();
    this.#plans.set(code, { ...plan, until: now + validFor });
    for (const oldest of [...this.#plans.keys()].slice(0, -mostPlans)) this.#plans.delete(oldest);
    return code;
  }

  /** Throws {@link UsageError} unless the plan's subscription and count match. */
  take(code: string, subscription: string, deliveries: number, now: number): ReplayPlan {
    const plan = this.#plans.get(code);
    if (plan === undefined || plan.until < now) {
      throw new UsageError("no dry run of the last ten minutes has this code", "Call preview_replay again.");
    }
    if (plan.subscription !== subscription || plan.deliveries !== deliveries) {
      throw new UsageError(
        `the dry run counted ${plan.deliveries} deliveries to ${plan.subscription}`,
        "Show this to the user, and repeat the call with these values.",
      );
    }
    this.#plans.delete(code);
    return plan;
  }
}
