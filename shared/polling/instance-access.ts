import type { Clock } from "../kernel/ports/clock.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import type { Instance } from "../source/instance.ts";
import type { Source } from "../source/source.ts";
import type { VisitEnd } from "./feed-reader.ts";

export type ParkReason = NonNullable<Instance["parkedReason"]>;

export type InstanceAccessParts = {
  readonly registry: {
    park(name: string, reason: ParkReason, now: number): Promise<Instance>;
    resume(name: string, now: number): Promise<Instance>;
  };
  /** Notifies the operators. */
  readonly notices: {
    unauthorized(instance: string, reason: ParkReason): Promise<void>;
    recovered(instance: string): Promise<void>;
  };
  readonly clock: Clock;
  readonly logger: Logger;
};

/** How a feed's visit ended, and how often its visits had failed before. */
export type JudgedVisit = { readonly end: VisitEnd; readonly failures: number };

/** Two routes that any credential with the read scope may ask, and one row of each. */
const canaries = ["/company", "/project"];
/** A feed must have failed so often before a 404 says something about its instance: one may come from a proxy. */
const fewFailures = 2;

/**
 * Whether the source still takes an instance's credentials, and knows the instance at all. It is parked when the token
 * endpoint says so, or when two more routes refuse what a feed was refused: one refused route alone is that feed's trouble
 * (hazards 60 to 62).
 */
export class InstanceAccess {
  readonly #parts: InstanceAccessParts;

  constructor(parts: InstanceAccessParts) {
    this.#parts = parts;
  }

  /** After a poll: parks the instance if its refusals mean that. */
  async judge(instance: string, visits: readonly JudgedVisit[], source: Source): Promise<void> {
    const refusals = visits.flatMap(({ end }) => (end.outcome === "refused" ? [end.by] : []));
    const lost = visits.some(({ end, failures }) => isNotFound(end) && failures >= fewFailures);
    if (refusals.length === 0 && !lost) return;
    const answer = refusals.includes("revoked") ? "invalid_client" : await ask(source);
    if (answer !== "taken" && answer !== "undecided") await this.#park(instance, answer);
  }

  /**
   * Instead of a poll of a parked instance: asks with its credentials, and resumes it when they are taken again. One that
   * is on trial with new credentials is parked again when they are refused as well.
   */
  async probe({ name, onTrial }: Instance, source: Source): Promise<"resumed" | "parked"> {
    const answer = await ask(source);
    if (answer !== "taken") {
      if (onTrial === true && answer !== "undecided") await this.#park(name, answer);
      return "parked";
    }
    const { registry, notices, clock, logger } = this.#parts;
    await notices.recovered(name);
    await registry.resume(name, clock.now());
    logger.info("instance.resumed", { instance: name });
    return "resumed";
  }

  async #park(instance: string, reason: ParkReason): Promise<void> {
    const { registry, notices, clock, logger } = this.#parts;
    // Notified first: a notice given twice is one event, parking without one would be silence.
    await notices.unauthorized(instance, reason);
    await registry.park(instance, reason, clock.now());
    logger.warn("instance.parked", { instance, reason });
  }
}

/** `undecided`: some other fault, or routes that disagree; nothing follows from that. */
async function ask(source: Source): Promise<"taken" | "undecided" | ParkReason> {
  const refusals = new Set<ParkReason>();
  for (const path of canaries) {
    const answer = await source.page({ path, query: { limit: "1" } });
    if (answer.outcome === "ok") return "taken";
    if (answer.outcome === "revoked") return "invalid_client";
    // An unknown instance answers 404 everywhere (docs/partner-api.md#unknown-instance), the token endpoint first.
    const isUnknown =
      (answer.outcome === "notFound" && answer.problem) || (answer.outcome === "unavailable" && answer.status === 404);
    if (isUnknown) refusals.add("unknown_instance");
    else if (answer.outcome === "forbidden" || answer.outcome === "unauthorized") refusals.add("forbidden");
    else return "undecided";
  }
  const [reason, ...others] = refusals;
  return reason === undefined || others.length > 0 ? "undecided" : reason;
}

function isNotFound(end: VisitEnd): boolean {
  return end.outcome === "failed" && (end.reason === "not_found" || end.reason === "unavailable_404");
}
