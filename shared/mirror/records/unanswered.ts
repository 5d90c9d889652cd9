import type { SourceAnswer, SourceFailure } from "../../source/source.ts";

/** Why a question the mirror had to ask stayed open; the page is then read again later. */
export type Unanswered = "exhausted" | "unavailable" | "refused";

/**
 * Nothing is concluded from an answer that isn't about the record: a 404 without a problem document comes from
 * something in between, 401 and 403 concern our access (hazards 26, 62).
 */
export function unanswered(answer: Exclude<SourceAnswer<unknown>, { outcome: "ok" }>): Unanswered {
  switch (answer.outcome) {
    case "exhausted":
      return "exhausted";
    case "unavailable":
    case "notFound":
      return "unavailable";
    default:
      return "refused";
  }
}

/**
 * A record whose own answer is too large would hold up its feed for ever. One that can't be read may be a gateway's page, so
 * that is waited for.
 */
export function tooLarge(answer: SourceFailure): { readonly settled: "too_large" } | undefined {
  return answer.outcome === "unavailable" && answer.heavy === "too_large" ? { settled: "too_large" } : undefined;
}
