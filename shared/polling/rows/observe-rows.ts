import type { DetectedBy } from "../../kernel/envelope.ts";
import type { Projection } from "../../mirror/records/record-observation.ts";
import type { Feed } from "../../schedule/feeds/feed.ts";
import { resourceOf } from "../../schedule/feeds/feed-kinds.ts";
import type { Moment, Source } from "../../source/source.ts";
import type { ObserveOutcome } from "../observe/observed.ts";
import { changeTimeOf, type TimelineKey } from "./change-time.ts";
import { keepPoison, keepRefused } from "./keep-poison.ts";
import { observeAnswered } from "./observe-answered.ts";
import { observeIsolated } from "./observe-isolated.ts";
import { recordRow } from "./record-row.ts";
import { recordWitnesses } from "./record-witnesses.ts";
import type { RowSinks } from "./row-sinks.ts";

export type SeenRows = {
  readonly rows: readonly unknown[];
  /** How many rows of the response repeat the previous page, in addition to `rows`. */
  readonly repeated?: number;
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
  /** Default: the projection that the feed's query requests. */
  readonly projection?: Projection;
  /** The time that orders the list. The rows of a walk are positioned by their change time. */
  readonly positionKey?: TimelineKey;
  /** If the mirror lacks a change older than this time (unix ms), the fast lane has missed it. */
  readonly passed?: number | undefined;
};

/**
 * Stores a page's rows in the mirror. Rows that can't be read or stored are quarantined, so that the feed can continue.
 */
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
  const projection = seen.projection ?? (feed.query["view"] === "full" ? "full" : "lean");
  const page = { instance, resource, projection, moment, detectedBy, draining } as const;
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
