import type { DetectedBy } from "../../kernel/envelope.ts";
import { FeedhookError } from "../../kernel/errors.ts";
import type { Form, RecordRow } from "../../mirror/records/record-observation.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { Moment, Source } from "../../source/source.ts";
import { type ObserveOutcome } from "../feed-reader.ts";
import { recordWitnesses } from "../rows/check-witness.ts";
import { changeTimeOf, recordRow, type TimelineKey } from "../rows/record-row.ts";
import { observeAnswered } from "./observe-answered.ts";
import { type RecordPage, sumOf } from "./observed.ts";
import { keepPoison, keepRefused, type Observing, type RowSinks } from "./row-sinks.ts";

type SeenRows = {
  readonly rows: readonly unknown[];
  /** How many rows of the response aren't in `rows`, because they repeat the previous page. */
  readonly repeated?: number;
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
  /** Default: the form that the feed's query requests. */
  readonly form?: Form;
  /**
   * The time of a row that is compared with `passed`: in a timeline, the time that orders it. Default: the change time.
   */
  readonly positionKey?: TimelineKey;
  /** If the mirror lacks a change older than this time (unix ms), the fast pass has missed it. */
  readonly passed?: number | undefined;
};

/** Quarantines rows that can't be read or stored, so that the feed can continue. */
export async function observeRows(
  sinks: RowSinks,
  { feed, source }: { readonly feed: Feed; readonly source: Source },
  seen: SeenRows,
): Promise<ObserveOutcome> {
  const { rows, repeated = 0, moment, detectedBy, draining, positionKey = "changed", passed } = seen;
  const { instance, feedId } = feed;
  const resource = resourceOf(feed);
  const read = rows.map((row) => ({ row, record: recordRow(row) }));
  const records = read.flatMap(({ record }) => record ?? []);
  const poison = read.flatMap(({ row, record }) => (record === undefined ? [row] : []));
  const form = seen.form ?? (feed.query["view"] === "full" ? "full" : "lean");
  const page = { instance, resource, form, moment, detectedBy, draining } as const;
  let quarantined = await keepPoison(sinks.quarantine, feed, poison);
  const { outcome, broken, unanswered, kept } = await observeAnswered(
    sinks.quarantine,
    feed,
    records,
    (left) => observeIsolated(sinks.records, page, left, source),
    (others) => recordWitnesses(source, resource, records, others),
  );
  for (const { row, reason } of broken) {
    quarantined += await sinks.quarantine.keep(instance, feedId, [row.body], reason);
  }
  if (outcome.outcome !== "observed") return outcome;
  quarantined += kept + (await keepRefused(sinks.quarantine, feed, records, outcome.quarantined));
  await sinks.schema.look(
    instance,
    resource,
    records.map(({ body }) => body),
    draining,
  );
  const news = new Set(outcome.news);
  const missed = records.filter(({ id, body }) => {
    if (passed === undefined || !news.has(id)) return false;
    const position = changeTimeOf(body, positionKey);
    return position !== undefined && position < passed;
  }).length;
  const all = rows.length + repeated;
  const refused = poison.length + broken.length + (outcome.quarantined ?? []).length + unanswered.length;
  const duplicates = Math.max(0, all - refused - outcome.changed);
  return { ...outcome, counts: { rows: all, duplicates, missed, quarantined } };
}

/** If more rows than this fail on one page, the rows aren't the cause. */
const mostBroken = 10;

type BrokenRow = { readonly row: RecordRow; readonly reason: string };
type Isolated = { readonly outcome: ObserveOutcome; readonly broken: readonly BrokenRow[] };

/**
 * If storing the page throws, halves the page until each failing row is alone. Rethrows retryable errors. Also rethrows
 * if more than {@link mostBroken} rows fail, or if a page has several rows and all of them fail, because a bug in the
 * bridge must not quarantine the whole source.
 */
export async function observeIsolated(
  records: Observing,
  page: Omit<RecordPage, "rows">,
  rows: readonly RecordRow[],
  source: Source,
  isWhole = true,
): Promise<Isolated> {
  if (rows.length === 0) return { outcome: { outcome: "observed", changed: 0 }, broken: [] };
  try {
    return { outcome: await records.observe({ ...page, rows }, source), broken: [] };
  } catch (error) {
    if (error instanceof FeedhookError && error.retryable) throw error;
    if (rows.length === 1) return { outcome: { outcome: "observed", changed: 0 }, broken: rows.map(brokenBy(error)) };
    const middle = Math.ceil(rows.length / 2);
    const first = await observeIsolated(records, page, rows.slice(0, middle), source, false);
    if (first.outcome.outcome !== "observed") return first;
    const second = await observeIsolated(records, page, rows.slice(middle), source, false);
    const broken = [...first.broken, ...second.broken];
    // All rows of a part may fail even though others don't, so `broken.length === rows.length` counts only for the
    // whole page.
    if ((isWhole && broken.length === rows.length) || broken.length > mostBroken) throw error;
    if (second.outcome.outcome !== "observed") return { outcome: second.outcome, broken };
    return { outcome: { outcome: "observed", ...sumOf(first.outcome, second.outcome) }, broken };
  }
}

function brokenBy(error: unknown): (row: RecordRow) => BrokenRow {
  const reason = error instanceof FeedhookError ? error.code : "internal_error";
  return (row) => ({ row, reason });
}
