import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import { endBecauseOf, type Step, stepTo, type Visit } from "../feed-reader.ts";
import { observeRows } from "../rows/observe-rows.ts";
import { recordPath } from "../rows/record-path.ts";
import { storedWalk, type WalkCheckpoint } from "../walks/walk-checkpoint.ts";
import { type WalkParts, type WalkPassed, walkStep } from "../walks/walk-parts.ts";

/**
 * Reads each template of the last complete list by id, for the fields that only a single read shows
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
  for (const [position, id] of ids.entries()) {
    if (position < from) continue;
    const answer = await source.one({ path: recordPath(resourceOf(feed), id) });
    checkpoint = { ...checkpoint, phase: { name: "reading", position: position + 1 } };
    if (answer.outcome === "ok") {
      const seen = { rows: [answer.value], moment: answer.moment, projection: "full" } as const;
      yield stepTo({ checkpoint: storedWalk(checkpoint) }, () =>
        observeRows(parts, visit, { ...seen, detectedBy: "templates", draining: false }),
      );
      continue;
    }
    // A template that is gone is missing from the next list, and the walk then asks about it again.
    if (answer.outcome !== "notFound" && answer.outcome !== "badRequest")
      return { checkpoint, end: endBecauseOf(answer) };
  }
  checkpoint = { ...checkpoint, phase: { name: "idle" }, readAt: parts.clock.now() };
  yield walkStep(checkpoint);
  return { checkpoint, end: { outcome: "next" } };
}
