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

/** What servers answer to a path that is too long for them, as that of a long id may be: 414 and 431. */
const tooLong: readonly (number | undefined)[] = [414, 431];

/**
 * Whether a read by id can't be taken however often it is made: waiting for it would hold up its feed for ever. One that
 * can't be parsed may be a gateway's page, so that is waited for.
 */
export function isTooLarge(answer: SourceAnswer<unknown>): boolean {
  return answer.outcome === "unavailable" && (answer.heavy === "too_large" || tooLong.includes(answer.status));
}
