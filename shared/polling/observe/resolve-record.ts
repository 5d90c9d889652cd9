import type { MirrorItem } from "../../mirror/mirror-item.ts";
import { classifyRecord } from "../../mirror/records/classify-record.ts";
import type { ClassifyContext, Closedness, RecordObservation } from "../../mirror/records/record-observation.ts";
import type { Source } from "../../source/source.ts";
import { recordPath } from "../rows/record-path.ts";
import { isTooLarge, type Unanswered, unanswered } from "../rows/unanswered.ts";
import type { ActivityStatuses } from "./activity-statuses.ts";

/**
 * What to write for an observation, if anything, or why that can't be decided now. `gone`: the read by id returned 404.
 * `unanswered`: the read by id got no response.
 */
export type RecordResolution =
  | { readonly resolution: "same"; readonly gone: boolean }
  | { readonly resolution: "touched" | "changed"; readonly item: MirrorItem; readonly gone: boolean }
  | { readonly resolution: "unreadable" | "too_large" }
  | { readonly resolution: "incomplete"; readonly reason: Unanswered; readonly unanswered?: boolean };

export type ResolveParts = {
  readonly source: Source;
  readonly statuses: ActivityStatuses;
  readonly context: ClassifyContext;
};

/**
 * Classifies an observation. If that isn't enough, reads the record by id and learns the meaning of its statuses, at
 * most once each.
 */
export async function resolveRecord(
  item: MirrorItem | undefined,
  observation: RecordObservation,
  { source, statuses, context }: ResolveParts,
): Promise<RecordResolution> {
  const classification = classifyRecord(item, observation, context);
  const gone = observation.fetched === "gone";
  switch (classification.classification) {
    case "same":
      return { resolution: "same", gone };
    case "touched":
    case "changed":
      return { resolution: classification.classification, item: classification.item, gone };
    case "learn": {
      const learned = await statuses.learn(context.instance, classification.statuses, source);
      if (learned.outcome === "incomplete") return { resolution: "incomplete", reason: learned.reason };
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
      // An id that a list shows and that a read by id calls malformed would hold up its feed forever (hazard 66).
      if (answer.outcome === "badRequest") return { resolution: "unreadable" };
      if (isTooLarge(answer)) return { resolution: "too_large" };
      return { resolution: "incomplete", reason: unanswered(answer), unanswered: answer.outcome === "unavailable" };
    }
  }
}
