import type { Logger } from "../kernel/ports/logger.ts";
import type { Instance } from "../source/instance.ts";
import type { Source } from "../source/source.ts";
import type { VisitEnd } from "./visit-feed.ts";

export type ParkReason = NonNullable<Instance["parkedReason"]>;

export type InstanceAccessParts = {
  readonly registry: {
    park(name: string, reason: ParkReason): Promise<Instance>;
    resume(name: string): Promise<Instance>;
  };
  /** Tells the operators. */
  readonly notices: {
    unauthorized(instance: string, reason: ParkReason): Promise<void>;
    recovered(instance: string): Promise<void>;
  };
  readonly logger: Logger;
};

/** Two routes that any credential with the read scope may ask, and one row of each. */
const canaries = ["/company", "/project"];

/**
 * Whether the source still takes an instance's credentials. It is parked when the token endpoint says so, or when two
 * more routes refuse what a feed was refused: one refused route alone is that feed's trouble (hazards 60 to 62).
 */
export class InstanceAccess {
  readonly #parts: InstanceAccessParts;

  constructor(parts: InstanceAccessParts) {
    this.#parts = parts;
  }

  /** After a poll: parks the instance if its refusals mean that. */
  async judge(instance: string, ends: readonly VisitEnd[], source: Source): Promise<void> {
    const refusals = ends.flatMap((end) => (end.outcome === "refused" ? [end.by] : []));
    if (refusals.length === 0) return;
    const answer = refusals.includes("revoked") ? "revoked" : await ask(source);
    if (answer === "revoked") await this.#park(instance, "invalid_client");
    if (answer === "refused") await this.#park(instance, "forbidden");
  }

  /** Instead of a poll of a parked instance: asks with its credentials, and resumes it when they are taken again. */
  async probe(instance: string, source: Source): Promise<"resumed" | "parked"> {
    if ((await ask(source)) !== "taken") return "parked";
    const { registry, notices, logger } = this.#parts;
    await notices.recovered(instance);
    await registry.resume(instance);
    logger.info("instance.resumed", { instance });
    return "resumed";
  }

  async #park(instance: string, reason: ParkReason): Promise<void> {
    const { registry, notices, logger } = this.#parts;
    // Told first: telling twice is one event, parking without telling would be silence.
    await notices.unauthorized(instance, reason);
    await registry.park(instance, reason);
    logger.warn("instance.parked", { instance, reason });
  }
}

/** `unknown`: some other fault, from which nothing follows. */
async function ask(source: Source): Promise<"taken" | "refused" | "revoked" | "unknown"> {
  for (const path of canaries) {
    const answer = await source.page({ path, query: { limit: "1" } });
    if (answer.outcome === "ok") return "taken";
    if (answer.outcome === "revoked") return "revoked";
    if (answer.outcome !== "forbidden" && answer.outcome !== "unauthorized") return "unknown";
  }
  return "refused";
}
