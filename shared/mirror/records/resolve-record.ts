import { recordPath } from "../../polling/rows/record-path.ts";
import type { Source } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";
import type { ActivityStatuses } from "./activity-statuses.ts";
import { classifyRecord } from "./classify-record.ts";
import type { ClassifyContext, Closedness, RecordObservation } from "./record-observation.ts";
import { tooLarge, type Unanswered, unanswered } from "./unanswered.ts";

/** A observation after all questions: what to write, if anything, or why it can't be decided now. */
export type ResolvedRecord =
  | { readonly settled: "same"; readonly gone: boolean }
  | { readonly settled: "touched" | "changed"; readonly item: MirrorItem; readonly gone: boolean }
  | { readonly settled: "unreadable" | "too_large" }
  | { readonly settled: "incomplete"; readonly reason: Unanswered };

export type ResolveParts = {
  readonly source: Source;
  readonly statuses: ActivityStatuses;
  readonly context: ClassifyContext;
};

/** Judges a observation, asking the source by id and for statuses as often as the classification wants it: at most once each. */
export async function resolveRecord(
  item: MirrorItem | undefined,
  observation: RecordObservation,
  { source, statuses, context }: ResolveParts,
): Promise<ResolvedRecord> {
  const classification = classifyRecord(item, observation, context);
  const gone = observation.fetched === "gone";
  switch (classification.classification) {
    case "same":
      return { settled: "same", gone };
    case "touched":
    case "changed":
      return { settled: classification.classification, item: classification.item, gone };
    case "learn": {
      const learned = await statuses.learn(context.instance, classification.statuses, source);
      if (learned.outcome === "incomplete") return { settled: "incomplete", reason: learned.reason };
      const known = new Map<string, Closedness>([...context.statuses, ...learned.statuses]);
      return resolveRecord(item, observation, { source, statuses, context: { ...context, statuses: known } });
    }
    case "fetch": {
      const answer = await source.one({ path: recordPath(observation.resource, observation.row.id) });
      if (answer.outcome === "ok") {
        const fetched = { body: answer.value, moment: answer.moment };
        return resolveRecord(item, { ...observation, fetched }, { source, statuses, context });
      }
      if (answer.outcome === "notFound" && answer.problem) {
        return resolveRecord(item, { ...observation, fetched: "gone" }, { source, statuses, context });
      }
      // An id that a list shows and the single read calls malformed would hold up its feed for ever (hazard 66).
      if (answer.outcome === "badRequest") return { settled: "unreadable" };
      return tooLarge(answer) ?? { settled: "incomplete", reason: unanswered(answer) };
    }
  }
}
