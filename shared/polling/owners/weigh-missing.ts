import type { Visit } from "../feed-reader.ts";
import type { GuardDecision } from "../removals/removal-guard.ts";
import type { Missed } from "./owner-mirror.ts";
import type { OwnerParts } from "./owner-parts.ts";

/** What the guard says of an owner's missing documents or folders; nothing is concluded now of those that are `waiting`. */
export type Weighed<M extends Missed> = {
  readonly free: readonly M[];
  readonly dismissed: readonly M[];
  readonly waiting: readonly M[];
  /** An operator decided on the open hold. */
  readonly decided: boolean;
  /** Some of it is held, and no operator has decided. */
  readonly held: boolean;
};

/**
 * Holds back a mass loss (hazard 27). `due`: what nothing but its absence shows to be gone; what the journal recorded, or
 * what went with its owner, isn't weighed. A pass releases what has been missing since before the hold's review, because it
 * agrees. `unidentified`: how many rows of the list had no readable id. Each may be one of the missing.
 */
export async function weighMissing<M extends Missed>(
  { guard, clock, timings }: Pick<OwnerParts, "guard" | "clock" | "timings">,
  { instance, feedId }: Visit["feed"],
  source: "document" | "folder",
  due: readonly M[],
  unidentified: number,
): Promise<Weighed<M>> {
  const none = { free: due, dismissed: [], waiting: [], decided: false, held: false };
  if (due.length === 0) return none;
  if (due.length <= unidentified) return { ...none, free: [], waiting: due };
  const decision: GuardDecision = await guard.weigh({ instance, source, ids: due.map(({ id }) => id), feedId });
  if (decision.verdict === "free") return none;
  const held = decision.verdict === "held";
  // What was missing by then. An operator's decision holds for that alone; later losses are counted again.
  const reviewed = clock.now() - timings.heldReview;
  const by = held ? (decision.since <= reviewed ? reviewed : 0) : decision.decidedAt;
  const isConcerned = ({ missingAt = 0 }: M) => missingAt <= by;
  const concerned = due.filter(isConcerned);
  const isDismissed = decision.verdict === "dismissed";
  const waiting = due.filter((one) => !isConcerned(one));
  return {
    free: isDismissed ? [] : concerned,
    dismissed: isDismissed ? concerned : [],
    waiting,
    decided: !held,
    held: held && waiting.length > 0,
  };
}
