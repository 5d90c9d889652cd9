import type { Subject } from "../../kernel/catalogue.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import { type QuarantinedRow } from "../feed-reader.ts";
import { OversizedRow, poisonReason } from "../rows/record-row.ts";
import type { RecordSink } from "./record-sink.ts";

/** Quarantines rows that the mirror can't store, so that they don't hold up their feed. Returns how many were new. */
export type Quarantine = {
  keep(instance: string, feedId: string, rows: readonly unknown[], reason?: string): Promise<number>;
};

/** `held`: whether each row is quarantined in its current form. */
export type RowQuarantine = Quarantine & {
  held(feedId: string, rows: readonly unknown[]): Promise<readonly boolean[]>;
};

/** Reports fields and values outside the contract, which pass through unchanged. */
export type SchemaWatch = {
  /** `draining`: set during first contact, which shows what the source has rather than what changed. */
  look(instance: string, resource: Subject, bodies: readonly JsonObject[], draining?: boolean): Promise<void>;
};

export type Observing = Pick<RecordSink, "observe">;

export type RowSinks = {
  readonly records: Observing;
  readonly quarantine: RowQuarantine;
  readonly schema: SchemaWatch;
};

type Place = { readonly instance: string; readonly feedId: string };

/** Quarantines rows that aren't records, each with its reason. Returns how many are new. */
export async function keepPoison(
  quarantine: Quarantine,
  { instance, feedId }: Place,
  rows: readonly unknown[],
): Promise<number> {
  let kept = 0;
  for (const [reason, ofReason] of Map.groupBy(rows, reasonOf)) {
    const shown = ofReason.map((row) => (row instanceof OversizedRow ? row.listed : row));
    kept += await quarantine.keep(instance, feedId, shown, reason);
  }
  return kept;
}

/** Quarantines records that the mirror couldn't store, each with its reason. Returns how many are new. */
export async function keepRefused(
  quarantine: Quarantine,
  { instance, feedId }: Place,
  rows: readonly RecordRow[],
  refused: readonly QuarantinedRow[] = [],
): Promise<number> {
  let kept = 0;
  for (const [reason, ofReason] of Map.groupBy(refused, (one) => one.reason)) {
    const ids = new Set(ofReason.map(({ id }) => id));
    const bodies = rows.filter(({ id }) => ids.has(id)).map(({ body }) => body);
    kept += await quarantine.keep(instance, feedId, bodies, reason);
  }
  return kept;
}

/** A row that is text comes from a read by id with broken JSON. */
function reasonOf(row: unknown): string {
  if (row instanceof OversizedRow) return "too_large";
  return typeof row === "string" ? "broken_json" : poisonReason(row);
}
