import type { RecordResource } from "../../kernel/catalogue.ts";
import type { DetectedBy } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Moment } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";

/**
 * Persons and companies are always read with `view=full`. Projects, activities and templates are listed lean and read
 * by id in full.
 */
export type Form = "lean" | "full";

export type RecordRow = { readonly id: string; readonly body: JsonObject };

export type RecordObservation = {
  readonly resource: RecordResource;
  readonly row: RecordRow;
  readonly form: Form;
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
  /** Whether a list showed the record, or only a read by id (hazard 28). */
  readonly state: "live" | "unlisted";
  /**
   * The response to the read by id that followed; "gone" is a 404. The read began after the item was loaded, and
   * compare-and-set ensures that the item is still the same. So the response is newer than the item.
   */
  readonly fetched?: { readonly body: JsonObject; readonly moment: Moment } | "gone";
};

export type Closedness = "open" | "closed" | "unknown";

export type ClassifyContext = {
  readonly instance: string;
  readonly seqFloor: number;
  /** Unix ms, the server's clock. */
  readonly connectedAt: number;
  /** Unix ms, our clock. */
  readonly now: number;
  readonly lateReadMargin: number;
  /** What is known about activity statuses (hazard 30). */
  readonly statuses: ReadonlyMap<string, Closedness>;
};

/**
 * `touched`: write the item, but publish no event. `fetch`: the row alone can't decide, so read the record by id and
 * classify it again. `learn`: an activity's status changed, so first ask whether these statuses mean closed.
 */
export type Classification =
  | { readonly classification: "same" }
  | { readonly classification: "touched" | "changed"; readonly item: MirrorItem }
  | { readonly classification: "fetch" }
  | { readonly classification: "learn"; readonly statuses: readonly string[] };
