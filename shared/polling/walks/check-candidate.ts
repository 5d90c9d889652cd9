import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { Moment } from "../../source/source.ts";
import { endBecauseOf, type PassEnd, type Visit } from "../feed-reader.ts";
import { recordPath } from "../rows/record-path.ts";
import { recordRow } from "../rows/record-row.ts";
import type { WalkCheckpoint } from "./walk-checkpoint.ts";
import type { WalkParts } from "./walk-parts.ts";

export type CandidateAnswer =
  | { readonly outcome: "gone"; readonly moment: Moment }
  | { readonly outcome: "there" | "undecided" }
  | { readonly outcome: "unknown"; readonly end: PassEnd };

export type WitnessRecord =
  | { readonly outcome: "alive" }
  | { readonly outcome: "none"; readonly shown: number }
  | { readonly outcome: "unknown"; readonly end: PassEnd };

/** How many records a canary is looked for among: one of them may itself be gone by now. */
const canaries = 3;

/**
 * Asks for a record that a walk missed. `undecided`: its id is malformed by now, or answers for another record; nothing is
 * concluded from that (hazard 66), and asking again would hold up every other candidate for ever. Only a 404 with a problem
 * document can mean that it is gone; a record that answers is only unlisted (hazard 28).
 */
export async function checkCandidate(
  { memory }: WalkParts,
  { feed, source }: Visit,
  id: string,
): Promise<CandidateAnswer> {
  const resource = resourceOf(feed);
  const answer = await source.one({ path: recordPath(resource, id) });
  if (answer.outcome === "notFound" && answer.problem) return { outcome: "gone", moment: answer.moment };
  if (answer.outcome === "badRequest") return { outcome: "undecided" };
  if (answer.outcome !== "ok") return { outcome: "unknown", end: endBecauseOf(answer) };
  const row = recordRow(answer.value);
  if (row?.id !== id) return { outcome: "undecided" };
  const seen = await memory.unlisted(feed.instance, resource, row, answer.moment, source);
  if (seen.outcome === "observed") return { outcome: "there" };
  return { outcome: "unknown", end: endBecauseOf(seen) };
}

/**
 * Asks for a record that the walk did show. Unless it answers, a 404 may as well come from an unknown instance or lost
 * access (hazards 26, 27), and nothing is concluded. `none`: no record that the walk showed is there any more, of
 * `shown` that were asked for.
 */
export async function checkWitness(
  { notes }: WalkParts,
  { feed, source }: Visit,
  { generation }: WalkCheckpoint,
): Promise<WitnessRecord> {
  const ids: string[] = [];
  for await (const page of notes.pages(feed.feedId, generation)) {
    ids.push(...page);
    if (ids.length >= canaries) break;
  }
  const shown = ids.slice(0, canaries);
  for (const id of shown) {
    const answer = await source.one({ path: recordPath(resourceOf(feed), id) });
    if (answer.outcome === "ok") return { outcome: "alive" };
    if (answer.outcome !== "notFound" && answer.outcome !== "badRequest")
      return { outcome: "unknown", end: endBecauseOf(answer) };
  }
  return { outcome: "none", shown: shown.length };
}
