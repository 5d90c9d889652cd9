import type { Feed } from "../../schedule/feeds/feed.ts";
import type { SourceAnswer } from "../../source/source.ts";
import { checkWitness, type WitnessQuestion } from "../removals/check-witness.ts";

/** Why the source didn't respond to a request that the mirror needed. The page is read again later. */
export type Unanswered = "exhausted" | "unavailable" | "refused";

/**
 * The consecutive failures that a feed waits before a record without a response is passed over, because most faults
 * pass.
 */
export const patience = 5;

/**
 * Whether only certain records get no response, so that their feed may continue without them: it has waited for them,
 * and a witness responds now. During an outage, no witness does. `exhausted`: no request was left for a witness.
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
 * A response that isn't about the record allows no conclusion: a 404 without a problem document comes from an
 * intermediary; 401 and 403 concern our access (hazards 26, 62).
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

/** The statuses that servers return for a path that is too long for them, such as that of a long id. */
const tooLong: readonly (number | undefined)[] = [414, 431];

/**
 * Whether a read by id fails however often it is repeated, so that waiting for it would hold up the feed forever. An
 * unreadable response may come from a gateway and pass, so it doesn't count.
 */
export function isTooLarge(answer: SourceAnswer<unknown>): boolean {
  return answer.outcome === "unavailable" && (answer.heavy === "too_large" || tooLong.includes(answer.status));
}
