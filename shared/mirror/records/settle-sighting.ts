import { recordPath } from "../../polling/rows/record-path.ts";
import type { Source } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { ActivityStatuses } from "./activity-statuses.ts";
import { judgeSighting } from "./judge-sighting.ts";
import type { Closedness, JudgeContext, Sighting } from "./sighting.ts";
import { type Unanswered, unanswered } from "./unanswered.ts";

/** A sighting after all questions: what to write, if anything, or why it can't be decided now. */
export type Settled =
  | { readonly settled: "same"; readonly gone: boolean }
  | { readonly settled: "touched" | "changed"; readonly item: MirrorItem; readonly gone: boolean }
  | { readonly settled: "unreadable" }
  | { readonly settled: "incomplete"; readonly reason: Unanswered };

export type SettleParts = {
  readonly source: Source;
  readonly statuses: ActivityStatuses;
  readonly context: JudgeContext;
};

/** Judges a sighting, asking the source by id and for statuses as often as the verdict wants it: at most once each. */
export async function settleSighting(
  item: MirrorItem | undefined,
  sighting: Sighting,
  { source, statuses, context }: SettleParts,
): Promise<Settled> {
  const verdict = judgeSighting(item, sighting, context);
  const gone = sighting.fetched === "gone";
  switch (verdict.verdict) {
    case "same":
      return { settled: "same", gone };
    case "touched":
    case "changed":
      return { settled: verdict.verdict, item: verdict.item, gone };
    case "learn": {
      const learned = await statuses.learn(context.instance, verdict.statuses, source);
      if (learned.outcome === "incomplete") return { settled: "incomplete", reason: learned.reason };
      const known = new Map<string, Closedness>([...context.statuses, ...learned.statuses]);
      return settleSighting(item, sighting, { source, statuses, context: { ...context, statuses: known } });
    }
    case "fetch": {
      const answer = await source.one({ path: recordPath(sighting.resource, sighting.row.id) });
      if (answer.outcome === "ok") {
        const fetched = { body: answer.value, moment: answer.moment };
        return settleSighting(item, { ...sighting, fetched }, { source, statuses, context });
      }
      if (answer.outcome === "notFound" && answer.problem) {
        return settleSighting(item, { ...sighting, fetched: "gone" }, { source, statuses, context });
      }
      // An id that a list shows and the single read calls malformed would hold up its feed for ever (hazard 66).
      if (answer.outcome === "badRequest") return { settled: "unreadable" };
      return { settled: "incomplete", reason: unanswered(answer) };
    }
  }
}
