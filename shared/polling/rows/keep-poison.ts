import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { QuarantinedRow } from "../observe/observed.ts";
import { OversizedRow } from "./oversized-row.ts";
import { poisonReason } from "./record-row.ts";
import type { Quarantine } from "./row-sinks.ts";

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

/** A row that is a text comes from a read by id with broken JSON. */
function reasonOf(row: unknown): string {
  if (row instanceof OversizedRow) return "too_large";
  return typeof row === "string" ? "broken_json" : poisonReason(row);
}
