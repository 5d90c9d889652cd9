import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import { endBecauseOf, type Step, type Visit } from "../feed-reader.ts";
import { listPath } from "../rows/record-path.ts";
import { type Probing, type WalkCheckpoint, walkBegun } from "./walk-checkpoint.ts";
import { type WalkParts, type WalkPassed, walkStep } from "./walk-parts.ts";

/**
 * The filters whose totals are compared. Inactive rows come first, because without any of them the totals show nothing.
 */
const filters = [{ isActive: "false" }, { isActive: "true" }, {}];

/**
 * Finds out from the totals of three offset lists whether lists hide inactive rows unless asked (hazard 28). Then the
 * walk begins. Each step makes one request, because a visit's allowance may be that small.
 */
export async function* probeHiddenRows(
  { clock }: Pick<WalkParts, "clock">,
  { feed, source }: Visit,
  before: WalkCheckpoint,
  { totals }: Probing,
): AsyncGenerator<Step, WalkPassed, undefined> {
  let known = totals;
  while (known.length < filters.length && known[0] !== 0) {
    const query = { ...filters[known.length], limit: "1" };
    const answer = await source.page({ path: listPath(resourceOf(feed)), query });
    // A list without totals, or without this filter, hides nothing that the bridge could request.
    if (answer.outcome !== "ok" && answer.outcome !== "badRequest") {
      return { checkpoint: { ...before, phase: { name: "probing", totals: known } }, end: endBecauseOf(answer) };
    }
    const total = answer.outcome === "ok" ? answer.value.totalItems : undefined;
    known = total === undefined ? [0] : [...known, total];
    yield walkStep({ ...before, phase: { name: "probing", totals: known } });
  }
  const hidesInactive = judged(known);
  const checkpoint = walkBegun({ ...before, ...(hidesInactive !== undefined && { hidesInactive }) }, clock.now());
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "next" } };
}

/**
 * Undefined if there is no inactive row, or if the totals fit neither case because a record was created between the
 * requests. The next walk tries again.
 */
function judged([inactive = 0, active, all]: readonly number[]): boolean | undefined {
  if (inactive === 0 || active === undefined) return undefined;
  if (all === active) return true;
  return all === active + inactive ? false : undefined;
}

/** The lists that together show every row: a single one, or one for each value of `isActive`. */
export function wholeLists({ hidesInactive }: Pick<WalkCheckpoint, "hidesInactive">): readonly { isActive?: string }[] {
  return hidesInactive === true ? [{ isActive: "true" }, { isActive: "false" }] : [{}];
}
