import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import { endBecauseOf, type Step, stepTo, type Visit } from "../feed-reader.ts";
import type { ObserveOutcome } from "../observe/observed.ts";
import { anyList, mostWitnesses } from "../removals/check-witness.ts";
import { observeRows } from "../rows/observe-rows.ts";
import { type OneById, readById } from "../rows/read-by-id.ts";
import { recordPath } from "../rows/record-path.ts";
import { storedWalk, type WalkCheckpoint } from "../walks/walk-checkpoint.ts";
import { type WalkParts, type WalkPassed, walkStep } from "../walks/walk-parts.ts";

/**
 * Reads each template of the last complete list by id, for the fields that only a read by id shows
 * (docs/partner-api.md#template-single-reads).
 */
export async function* readTemplates(
  parts: WalkParts,
  visit: Visit,
  before: WalkCheckpoint,
): AsyncGenerator<Step, WalkPassed, undefined> {
  const { feed, source } = visit;
  const ids: string[] = [];
  for await (const page of parts.notes.pages(feed.feedId, before.generation)) ids.push(...page);
  let checkpoint = before;
  const from = before.phase.name === "reading" ? before.phase.position : 0;
  const pathOf = (id: string) => recordPath(resourceOf(feed), id);
  const reading = readById(visit, {
    ids: ids.slice(from),
    pathOf,
    witnesses: (unanswered) => {
      const others = ids.filter((id) => !unanswered.includes(id)).slice(0, mostWitnesses);
      return ids.length === 1 ? [anyList(source)] : others.map((id) => () => source.one({ path: pathOf(id) }));
    },
  });
  for (let position = from; ; position += 1) {
    const next = await reading.next();
    if (next.done === true) {
      if (next.value === undefined) break;
      return { checkpoint, end: endBecauseOf(next.value) };
    }
    const one = next.value;
    checkpoint = { ...checkpoint, phase: { name: "reading", position: position + 1 } };
    // A template that is gone is missing from the next list, and the walk then requests it again.
    if (one.outcome === "passedOver" && one.reason === "none") continue;
    yield stepTo({ checkpoint: storedWalk(checkpoint) }, () => observe(parts, visit, one));
  }
  checkpoint = { ...checkpoint, phase: { name: "idle" }, readAt: parts.clock.now() };
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "next" } };
}

async function observe(parts: WalkParts, visit: Visit, one: OneById): Promise<ObserveOutcome> {
  if (one.outcome === "read") {
    const seen = { rows: [one.body], moment: one.moment, projection: "full" } as const;
    return observeRows(parts, visit, { ...seen, detectedBy: "templates", draining: false });
  }
  const { instance, feedId } = visit.feed;
  await parts.quarantine.keep(instance, feedId, [{ id: one.id }], one.reason);
  return { outcome: "observed", changed: 0 };
}
