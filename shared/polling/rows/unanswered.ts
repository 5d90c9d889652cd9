import type { SourceAnswer } from "../../source/source.ts";

/** Why the source gave no answer to a question that the mirror had to ask; the page is read again later. */
export type Unanswered = "exhausted" | "unavailable" | "refused";

/** How many failures of a feed in a row are waited for before a record that isn't answered is passed over: most faults pass. */
export const patience = 5;

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

/** What servers answer to a path that is too long for them, as that of a long id may be: 414 and 431. */
const tooLong: readonly (number | undefined)[] = [414, 431];

/**
 * Whether a read by id will fail however often it is repeated, so that waiting for it would hold up the feed for ever.
 * An unparsable answer may come from a gateway and may pass, so it doesn't count.
 */
export function isTooLarge(answer: SourceAnswer<unknown>): boolean {
  return answer.outcome === "unavailable" && (answer.heavy === "too_large" || tooLong.includes(answer.status));
}
