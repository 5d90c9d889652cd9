import type { Feed } from "../../schedule/feeds/feed.ts";
import type { SourceAnswer } from "../../source/source.ts";
import { checkWitness, type WitnessQuestion } from "../removals/check-witness.ts";

/** Why the source didn't answer a request that the mirror needed; the page is read again later. */
export type Unanswered = "exhausted" | "unavailable" | "refused";

/** How many consecutive failures a feed waits before an unanswered record is passed over, because most faults pass. */
export const patience = 5;

/**
 * Whether only certain records get no answer, so that their feed may continue without them: it has waited for them, and
 * a witness is answered now. In an outage, no witness is. `exhausted`: no request was left for a witness.
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
 * An answer that isn't about the record allows no conclusion: a 404 without a problem document comes from an
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

/** The answers of servers to a path that is too long for them, such as that of a long id: 414 and 431. */
const tooLong: readonly (number | undefined)[] = [414, 431];

/**
 * Whether a read by id will fail however often it is repeated, so that waiting for it would hold up the feed forever.
 * An unreadable answer may come from a gateway and pass, so it doesn't count.
 */
export function isTooLarge(answer: SourceAnswer<unknown>): boolean {
  return answer.outcome === "unavailable" && (answer.heavy === "too_large" || tooLong.includes(answer.status));
}
