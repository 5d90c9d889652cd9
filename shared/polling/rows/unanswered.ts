import type { Feed } from "../../schedule/feeds/feed.ts";
import type { SourceAnswer } from "../../source/source.ts";
import { checkWitness, type WitnessQuestion } from "../removals/check-witness.ts";

/** Why the source gave no answer to a question that the mirror had to ask; the page is read again later. */
export type Unanswered = "exhausted" | "unavailable" | "refused";

/** How many failures of a feed in a row are waited for before a record that isn't answered is passed over: most faults pass. */
export const patience = 5;

/**
 * Whether it is for records alone that they aren't answered, so that their feed may go on without them: it has waited for them, and
 * a witness is answered now. In an outage none is. `exhausted`: no request was left to ask one.
 */
export async function mayPassOver(
  { failures }: Pick<Feed, "failures">,
  witnesses: () => Promise<readonly WitnessQuestion[]>,
): Promise<boolean | "exhausted"> {
  if (failures < patience) return false;
  const witness = await checkWitness(await witnesses());
  if (witness.outcome === "stopped" && witness.failure.outcome === "exhausted") return "exhausted";
  return witness.outcome === "alive";
}

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
