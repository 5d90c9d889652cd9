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
  readonly notices: {
    unauthorized(instance: string, reason: ParkReason): Promise<void>;
    recovered(instance: string): Promise<void>;
  };
};

/** The result of a feed's visit, and the number of consecutive failed visits before it. */
export type JudgedVisit = { readonly end: VisitEnd; readonly failures: number };

/** Two lists that any credential with the read scope can read. */
const canaries = ["/company", "/project"];
/** A 404 counts against the instance only after this many failed visits in a row: one may come from a proxy. */
const fewFailures = 2;

/**
 * Parks an instance that the source no longer knows, or whose credentials the source no longer accepts. A refusal or a
 * 404 may concern a single feed (hazards 60 to 62). So both lists in `canaries` must fail in the same way, or the token
 * endpoint must refuse the credentials.
 */
export class InstanceAccess {
  readonly #parts: InstanceAccessParts;

  constructor(parts: InstanceAccessParts) {
    this.#parts = parts;
  }

  async judge(instance: string, visits: readonly JudgedVisit[], source: Source): Promise<void> {
    const refusals = visits.flatMap(({ end }) => (end.outcome === "refused" ? [end.by] : []));
    const lost = visits.some(({ end, failures }) => isNotFound(end) && failures >= fewFailures);
    if (refusals.length === 0 && !lost) return;
    const answer = refusals.includes("revoked") ? "invalid_client" : await ask(source);
    if (answer !== "taken" && answer !== "undecided") await this.#park(instance, answer);
  }

  /** Called instead of a poll if the instance is parked or on trial with new credentials. */
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
    // The notice comes first. If the worker crashes before the instance is parked, the notice is sent again, but both
    // notices have the same event id. In the other order, a crash would lose the notice, and operators wouldn't learn
    // that the instance is parked.
    await notices.unauthorized(instance, reason);
    await registry.park(instance, reason, clock.now());
    logger.warn("instance.parked", { instance, reason });
  }
}

/** `undecided`: some other fault occurred, or the two requests failed in different ways. */
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
