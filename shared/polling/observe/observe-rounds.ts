import type { Context } from "../../kernel/context.ts";
import { defined } from "../../kernel/defined.ts";
import { earlier } from "../../kernel/instant.ts";
import { retryOnConflict } from "../../kernel/retry-on-conflict.ts";
import type { DocumentContext } from "../../mirror/documents/document-observation.ts";
import type { InstanceRegistry } from "../../source/instance-registry.ts";
import type { Unanswered } from "../removals/check-witness.ts";
import type { ObserveOutcome, QuarantinedRow } from "./observed.ts";

/**
 * A round reads the stored items, classifies each observation, asks the source if only the source can decide, and
 * writes by compare-and-set. `Observed` explains the fields without a comment.
 */
export type Round<R> = {
  /** The number of items whose `seq` rose. */
  readonly changed: number;
  readonly news: readonly string[];
  readonly quarantined: readonly QuarantinedRow[];
  /** Observations whose item another worker wrote after this round read it. */
  readonly conflicts: readonly R[];
  readonly open: boolean;
  /** Why a question got no usable response, if one did. The page must then be read again. */
  readonly incomplete: Unanswered | undefined;
  /** The ids of the rows whose requests got no usable response, if these rows may be the only cause of `incomplete`. */
  readonly unanswered: readonly string[];
  readonly leftOut: readonly string[];
  readonly askAgainAt: number | undefined;
  readonly laggingSince: number | undefined;
};

export const emptyRound = {
  changed: 0,
  news: [],
  quarantined: [],
  conflicts: [],
  open: false,
  incomplete: undefined,
  unanswered: [],
  leftOut: [],
  askAgainAt: undefined,
  laggingSince: undefined,
} as const satisfies Round<never>;

/**
 * Repeats the observations that conflicted with another worker. After too many conflicts, throws a ContentionError that
 * names `what`; the page is then read again.
 */
export async function observeRounds<R>(
  what: string,
  observations: readonly R[],
  take: (observations: readonly R[]) => Promise<Round<R>>,
): Promise<ObserveOutcome> {
  let left = observations;
  let sum: Round<R> = emptyRound;
  if (left.length > 0) {
    await retryOnConflict(what, async () => {
      sum = added({ ...sum, conflicts: [] }, await take(left));
      left = sum.conflicts;
      return left.length > 0 && sum.incomplete === undefined ? "conflict" : sum;
    });
  }
  const { incomplete, unanswered, changed, news, quarantined, open, leftOut, askAgainAt, laggingSince } = sum;
  if (incomplete !== undefined)
    return { outcome: "incomplete", reason: incomplete, ...(unanswered.length > 0 && { unanswered }) };
  return {
    outcome: "observed",
    changed,
    ...(news.length > 0 && { news }),
    ...(quarantined.length > 0 && { quarantined }),
    ...(open && { open }),
    ...(leftOut.length > 0 && { leftOut }),
    ...defined({ askAgainAt, laggingSince }),
  };
}

export function added<R>(
  sum: Round<R>,
  { changed, news, quarantined, conflicts, open, incomplete, unanswered, leftOut, askAgainAt, laggingSince }: Round<R>,
): Round<R> {
  return {
    changed: sum.changed + changed,
    news: [...sum.news, ...news],
    quarantined: [...sum.quarantined, ...quarantined],
    conflicts: [...sum.conflicts, ...conflicts],
    open: sum.open || open,
    incomplete: sum.incomplete ?? incomplete,
    unanswered: [...sum.unanswered, ...unanswered],
    leftOut: [...sum.leftOut, ...leftOut],
    askAgainAt: earlier(sum.askAgainAt, askAgainAt),
    laggingSince: earlier(sum.laggingSince, laggingSince),
  };
}

export type ContextParts = Context & {
  readonly instances: Pick<InstanceRegistry, "find">;
};

/** Returns undefined if the instance is unknown. */
export async function contextOf(
  { instances, clock, timings }: ContextParts,
  name: string,
): Promise<DocumentContext | undefined> {
  const instance = await instances.find(name);
  if (instance === undefined) return undefined;
  const { seqFloor, registeredAt, connectedAt = registeredAt } = instance;
  const { lateReadMargin, anchorLag } = timings;
  return { instance: name, seqFloor, connectedAt, lateReadMargin, anchorLag, now: clock.now() };
}
