import type { SourceAnswer } from "../../source/source.ts";

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
