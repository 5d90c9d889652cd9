import type { Owner } from "../../../../shared/kernel/envelope.ts";
import type { JsonObject } from "../../../../shared/kernel/json.ts";
import type { DocumentObservation } from "../../../../shared/mirror/documents/document-observation.ts";
import type { MirrorItem } from "../../../../shared/mirror/mirror-item.ts";
import { recordKey } from "../../../../shared/mirror/mirror-key.ts";
import { storedBodyOf } from "../../../../shared/mirror/records/bodies.ts";

export const acme: Owner = { type: "Company", id: "a" };
export const other: Owner = { type: "Person", id: "b" };
export const third: Owner = { type: "Project", id: "c" };

export const now = Date.UTC(2026, 0, 12, 8);
/** The instance was connected an hour before `now`. */
export const context = {
  ...{ instance: "acme", seqFloor: 1_000, connectedAt: now - 3_600_000 },
  ...{ now, lateReadMargin: 2_000, anchorLag: 120_000 },
};
export const listed: JsonObject = { id: "d1", name: "A", created: "2026-01-05T07:30:00Z" };

/** A document of `acme`, whose list showed it an hour ago. */
export function documentItem(rest: Partial<MirrorItem> = {}): MirrorItem {
  const asOf = now - 3_600_000;
  return {
    ...recordKey("acme", "document", "d1"),
    ...({ instance: "acme", resource: "document", id: "d1", seq: 1_004, state: "live", changeLog: [] } as const),
    ...{ asOf, observedAt: asOf, firstSeenAt: asOf, created: "2026-01-05T07:30:00Z" },
    ...{ owner: acme, placements: { "Company#a": ["f1"] }, rev: 3 },
    lean: storedBodyOf("document", listed),
    ...rest,
  };
}

/** A list of `acme` that shows the document as `body`; undefined: it doesn't show it. */
export function observationOf(
  body: JsonObject | undefined,
  rest: Partial<DocumentObservation> = {},
): DocumentObservation {
  return {
    ...{ owner: acme, id: "d1", moment: { beganAt: now - 10, asOf: now } },
    ...({ detectedBy: "snapshot", draining: false, baseline: false, note: undefined } as const),
    row: body === undefined ? undefined : { id: "d1", body },
    ...rest,
  };
}
