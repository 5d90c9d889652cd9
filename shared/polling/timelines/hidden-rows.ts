import { endBecauseOf, type Step, type Visit } from "../feed-reader.ts";
import { resourceOf } from "../observe-rows.ts";
import type { Probing, WalkCheckpoint } from "../walks/walk-checkpoint.ts";
import { type WalkParts, type WalkPassed, walkStep } from "../walks/walk-parts.ts";

/** Whose totals tell: inactive rows first, since without any there is nothing to tell by. */
const filters = [{ isActive: "false" }, { isActive: "true" }, {}];

/**
 * Learns whether lists leave out inactive rows unless asked (hazard 28), from the totals of three offset lists; then the
 * walk begins. One request a step: a visit's allowance may be that small.
 */
export async function* probeHiddenRows(
  { clock }: Pick<WalkParts, "clock">,
  { feed, source }: Visit,
  before: WalkCheckpoint,
  { totals }: Probing,
): AsyncGenerator<Step, WalkPassed, undefined> {
  let known = totals;
  while (known.length < filters.length && known[0] !== 0) {
    const answer = await source.page({ path: `/${resourceOf(feed)}`, query: { ...filters[known.length], limit: "1" } });
    // A list without totals or without this filter hides nothing that could be asked for.
    if (answer.outcome !== "ok" && answer.outcome !== "badRequest") {
      return { checkpoint: { ...before, phase: { name: "probing", totals: known } }, end: endBecauseOf(answer) };
    }
    const total = answer.outcome === "ok" ? answer.value.totalItems : undefined;
    known = total === undefined ? [0] : [...known, total];
    yield walkStep({ ...before, phase: { name: "probing", totals: known } });
  }
  const [inactive = 0, active = 0, all = 0] = known;
  const checkpoint: WalkCheckpoint = {
    ...before,
    ...(inactive > 0 && { hidesInactive: all < active + inactive }),
    phase: { name: "walking", beganAt: clock.now(), part: 0, page: 0, rows: 0, unreadable: false },
  };
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "next" } };
}
