import { FeedhookError } from "../../kernel/errors.ts";
import { earlier } from "../../kernel/instant.ts";
import type { RecordRow } from "../../mirror/records/record-observation.ts";
import type { Source } from "../../source/source.ts";
import type { ObserveOutcome, RecordPage } from "../observe/observed.ts";
import type { RecordSink } from "../observe/record-sink.ts";

/** If more rows than this fail on one page, the rows aren't the cause. */
const mostBroken = 10;

export type BrokenRow = { readonly row: RecordRow; readonly reason: string };
export type Isolated = { readonly outcome: ObserveOutcome; readonly broken: readonly BrokenRow[] };

/**
 * Stores a page's records in the mirror. If that throws, halves the page until each failing row is alone, and stores
 * all other rows. Rethrows retryable errors. Also rethrows if more than {@link mostBroken} rows fail, or all of them: a
 * bug in the bridge must not quarantine the whole source.
 */
export async function observeIsolated(
  records: Pick<RecordSink, "observe">,
  page: Omit<RecordPage, "rows">,
  rows: readonly RecordRow[],
  source: Source,
): Promise<Isolated> {
  if (rows.length === 0) return { outcome: { outcome: "observed", changed: 0 }, broken: [] };
  try {
    return { outcome: await records.observe({ ...page, rows }, source), broken: [] };
  } catch (error) {
    if (error instanceof FeedhookError && error.retryable) throw error;
    if (rows.length === 1) return { outcome: { outcome: "observed", changed: 0 }, broken: rows.map(brokenBy(error)) };
    const middle = Math.ceil(rows.length / 2);
    const first = await observeIsolated(records, page, rows.slice(0, middle), source);
    if (first.outcome.outcome !== "observed") return first;
    const second = await observeIsolated(records, page, rows.slice(middle), source);
    const broken = [...first.broken, ...second.broken];
    if (broken.length === rows.length || broken.length > mostBroken) throw error;
    return { outcome: joined(first.outcome, second.outcome), broken };
  }
}

function brokenBy(error: unknown): (row: RecordRow) => BrokenRow {
  const reason = error instanceof FeedhookError ? error.code : "internal_error";
  return (row) => ({ row, reason });
}

function joined(first: Extract<ObserveOutcome, { outcome: "observed" }>, second: ObserveOutcome): ObserveOutcome {
  if (second.outcome !== "observed") return second;
  const askAgainAt = earlier(first.askAgainAt, second.askAgainAt);
  return {
    outcome: "observed",
    changed: first.changed + second.changed,
    news: [...(first.news ?? []), ...(second.news ?? [])],
    quarantined: [...(first.quarantined ?? []), ...(second.quarantined ?? [])],
    ...(askAgainAt !== undefined && { askAgainAt }),
  };
}
