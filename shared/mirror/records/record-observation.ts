import type { RecordResource } from "../../kernel/catalogue.ts";
import type { DetectedBy } from "../../kernel/envelope.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Moment } from "../../source/source.ts";
import type { MirrorItem } from "../mirror-item.ts";

/** Persons and companies are always read with `view=full`; projects and activities are listed lean, their single read is full. */
export type Projection = "lean" | "full";

export type RecordRow = { readonly id: string; readonly body: JsonObject };

/** One row of a page, with all that decides what it means. */
export type RecordObservation = {
  readonly resource: RecordResource;
  readonly row: RecordRow;
  readonly projection: Projection;
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
  /** Whether a list showed it, or only the read by id (hazard 28). */
  readonly state: "live" | "unlisted";
  /**
   * What the read by id said that followed: "gone" is a 404. It began after the item was read, so whatever it says is
   * newer than the item, which compare-and-set then makes sure of.
   */
  readonly fetched?: { readonly body: JsonObject; readonly moment: Moment } | "gone";
};

export type Closedness = "open" | "closed" | "unknown";

export type ClassifyContext = {
  readonly instance: string;
  readonly seqFloor: number;
  /** Unix ms of the server's clock; what is older is baseline. */
  readonly connectedAt: number;
  /** Unix ms, ours. */
  readonly now: number;
  readonly lateReadMargin: number;
  /** What is known of activity statuses (hazard 30). */
  readonly statuses: ReadonlyMap<string, Closedness>;
};

/**
 * What an observation means for the item that stands:
 * - `same`: nothing to write. `touched`: content as before; change time, `asOf` or state are stored without an event.
 * - `changed`: the item with its `seq` raised and the change in its change log.
 * - `fetch`: the row alone can't decide; the record is read by id and classified again.
 * - `learn`: the activity's status changed, and whether these statuses mean closed is to be asked first.
 */
export type Classification =
  | { readonly classification: "same" }
  | { readonly classification: "touched" | "changed"; readonly item: MirrorItem }
  | { readonly classification: "fetch"; readonly why: "new" | "lean" | "late" | "tombstone" | "disagreement" }
  | { readonly classification: "learn"; readonly statuses: readonly string[] };
