import type { RecordResource } from "../../kernel/catalogue.ts";
import type { DetectedBy } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Moment } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";

/**
 * Persons and companies are always read with `view=full`. Projects, activities and templates are listed lean and read
 * by id in full.
 */
export type Projection = "lean" | "full";

export type RecordRow = { readonly id: string; readonly body: JsonObject };

/** One row of a page, with everything that decides what it means. */
export type RecordObservation = {
  readonly resource: RecordResource;
  readonly row: RecordRow;
  readonly projection: Projection;
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
  /** Whether a list showed the record, or only a read by id (hazard 28). */
  readonly state: "live" | "unlisted";
  /**
   * The response to the read by id that followed; "gone" is a 404. The read began after the stored item was loaded, so
   * its response is newer than the item. Compare-and-set ensures that the item is still the same.
   */
  readonly fetched?: { readonly body: JsonObject; readonly moment: Moment } | "gone";
};

export type Closedness = "open" | "closed" | "unknown";

export type ClassifyContext = {
  readonly instance: string;
  readonly seqFloor: number;
  /** Unix ms, the server's clock. A record that first contact finds unchanged since then is baseline. */
  readonly connectedAt: number;
  /** Unix ms, our clock. */
  readonly now: number;
  readonly lateReadMargin: number;
  /** What is known about activity statuses (hazard 30). */
  readonly statuses: ReadonlyMap<string, Closedness>;
};

/**
 * What an observation means for the stored item:
 * - `same`: nothing to write.
 * - `touched`: the content is unchanged; the change time, `asOf`, the spelling or the state is stored without an event.
 * - `changed`: the item with its `seq` raised and the change in its change log.
 * - `fetch`: the row alone can't decide; read the record by id and classify it again.
 * - `learn`: the activity's status changed; first ask whether these statuses mean closed.
 */
export type Classification =
  | { readonly classification: "same" }
  | { readonly classification: "touched" | "changed"; readonly item: MirrorItem }
  | { readonly classification: "fetch" }
  | { readonly classification: "learn"; readonly statuses: readonly string[] };
