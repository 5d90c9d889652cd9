import type { RecordResource } from "../../kernel/catalogue.ts";
import type { Timings } from "../../kernel/timings.ts";
import type { ScrubMemory } from "../../mirror/scrub-memory.ts";
import { observeRows } from "../rows/observe-rows.ts";
import { recordPath } from "../rows/record-path.ts";
import type { RowSinks } from "../rows/row-sinks.ts";
import type { ScrubSubject } from "./scrub-subject.ts";

export type RecordScrubParts = RowSinks & {
  readonly memory: Pick<ScrubMemory, "unread">;
  readonly timings: Timings;
};

/** Projects and activities, whose lists show less than a read by id (docs/partner-api.md#lean-and-full). */
export function recordScrub(parts: RecordScrubParts, resource: RecordResource): ScrubSubject {
  return {
    unread: (instance, ...rest) => parts.memory.unread(instance, resource, ...rest),
    pathOf: (id) => recordPath(resource, id),
    observe: (visit, { body, moment }) =>
      observeRows(parts, visit, {
        ...{ rows: [body], moment, projection: "full", detectedBy: "scrub", draining: false },
        // The timeline would still have found a more recent change.
        passed: moment.beganAt - parts.timings.fastOverlapMax,
      }),
  };
}
