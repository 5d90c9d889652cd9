import type { DetectedBy } from "../kernel/envelope.ts";
import type { Moment } from "../source/source.ts";
import type { Visit } from "./feed-reader.ts";
import { type ObserveOutcome, type RecordResource, type RecordSink, recordResource } from "./observation.ts";
import type { Quarantine } from "./quarantine.ts";
import { recordRow } from "./record-row.ts";

export type RowSinks = { readonly records: RecordSink; readonly quarantine: Quarantine };

export type SeenRows = {
  readonly rows: readonly unknown[];
  readonly moment: Moment;
  readonly detectedBy: DetectedBy;
  readonly draining: boolean;
};

/** The resource that a timeline or a walk lists. */
export function resourceOf({ kind }: Visit["feed"]): RecordResource {
  return recordResource.parse(kind.split("-", 1)[0]);
}

/** Brings a page's rows into the mirror; those that can't be read go to the quarantine, and the feed goes on. */
export async function observeRows(sinks: RowSinks, { feed, source }: Visit, seen: SeenRows): Promise<ObserveOutcome> {
  const { moment, detectedBy, draining } = seen;
  const records = seen.rows.flatMap((row) => recordRow(row) ?? []);
  const poison = seen.rows.filter((row) => recordRow(row) === undefined);
  await sinks.quarantine.keep(feed.instance, feed.feedId, poison);
  if (records.length === 0) return { outcome: "observed", changed: 0 };
  const projection = feed.query["view"] === "full" ? "full" : "lean";
  const page = {
    instance: feed.instance,
    resource: resourceOf(feed),
    projection,
    moment,
    detectedBy,
    draining,
  } as const;
  const outcome = await sinks.records.observe({ ...page, rows: records }, source);
  if (outcome.outcome === "observed" && outcome.quarantined !== undefined) {
    const refused = new Set(outcome.quarantined.map(({ id }) => id));
    const bodies = records.filter(({ id }) => refused.has(id)).map(({ body }) => body);
    await sinks.quarantine.keep(feed.instance, feed.feedId, bodies);
  }
  return outcome;
}
