import type { Context } from "../kernel/context.ts";
import type { Instance } from "../source/instance.ts";
import type { Source } from "../source/source.ts";
import type { VisitEnd } from "./feed-reader.ts";

export type ParkReason = NonNullable<Instance["parkedReason"]>;

export type InstanceAccessParts = Context & {
  readonly registry: {
    park(name: string, reason: ParkReason, now: number): Promise<Instance>;
    resume(name: string, now: number): Promise<Instance>;
  };
  /** Notifies operators. */
  readonly notices: {
    unauthorized(instance: string, reason: ParkReason): Promise<void>;
    recovered(instance: string): Promise<void>;
  };
};

/** The result of a feed's visit, and the number of consecutive failed visits before it. */
export type JudgedVisit = { readonly end: VisitEnd; readonly failures: number };

/** Two lists that any credential with the read scope can read. One row of each is requested. */
const canaries = ["/company", "/project"];
/**
 * A 404 counts against the instance only after at least this many consecutive failed visits to the feed, because a
 * single 404 may come from a proxy.
 */
const fewFailures = 2;

/**
 * Decides whether the source still accepts an instance's credentials, and whether it knows the instance at all. If a
 * feed is refused, or repeatedly not found, two more routes are requested. The instance is parked if both are refused
 * or both return 404, or if the token endpoint refuses its credentials. A single refused route concerns only its feed
 * (hazards 60 to 62).
 */
export class InstanceAccess {
  readonly #parts: InstanceAccessParts;

  constructor(parts: InstanceAccessParts) {
    this.#parts = parts;
  }

  /** Called after each poll. Parks the instance if the refusals or 404s of its feeds concern the whole instance. */
  async judge(instance: string, visits: readonly JudgedVisit[], source: Source): Promise<void> {
    const refusals = visits.flatMap(({ end }) => (end.outcome === "refused" ? [end.by] : []));
    const lost = visits.some(({ end, failures }) => isNotFound(end) && failures >= fewFailures);
    if (refusals.length === 0 && !lost) return;
    const answer = refusals.includes("revoked") ? "invalid_client" : await ask(source);
    if (answer !== "taken" && answer !== "undecided") await this.#park(instance, answer);
  }

  /**
   * Called instead of a poll if the instance is parked or on trial with new credentials. Sends requests, and resumes
   * the instance if the source accepts its credentials. If the source refuses the credentials of an instance on trial,
   * parks the instance again.
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
    // The notice is sent before the instance is parked. If a crash leads to a second notice, both are one event. If the
    // notice came last and were lost, operators wouldn't learn that the instance is parked.
    await notices.unauthorized(instance, reason);
    await registry.park(instance, reason, clock.now());
    logger.warn("instance.parked", { instance, reason });
  }
}

/** Requests the canary routes. `undecided`: some other fault occurred, or the routes disagree. */
async function ask(source: Source): Promise<"taken" | "undecided" | ParkReason> {
  const refusals = new Set<ParkReason>();
  for (const path of canaries) {
    const answer = await source.page({ path, query: { limit: "1" } });
    if (answer.outcome === "ok") return "taken";
    if (answer.outcome === "revoked") return "invalid_client";
    // For an unknown instance, the source returns 404 everywhere (docs/partner-api.md#unknown-instance). The token
    // endpoint, which is requested first, returns the 404 without a problem document.
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
