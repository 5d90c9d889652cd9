import { ContentionError } from "../../kernel/errors.ts";
import { parseStored } from "../../kernel/parse.ts";
import type { Clock } from "../../kernel/ports/clock.ts";
import type { Table } from "../../kernel/ports/table.ts";
import type { Timings } from "../../kernel/timings.ts";
import type {
  ObserveOutcome,
  QuarantinedRow,
  RecordPage,
  RecordRow,
  RecordSink,
} from "../../polling/rows/record-sink.ts";
import type { Source } from "../../source/source.ts";
import { type MirrorItem, mirrorItem } from "../mirror-item.ts";
import { recordKey } from "../mirror-key.ts";
import type { Instances } from "../mirror-ports.ts";
import type { ActivityStatuses } from "./activity-statuses.ts";
import { classifyRecord } from "./classify-record.ts";
import type { ClassifyContext, RecordObservation } from "./record-observation.ts";
import { type ResolvedRecord, resolveRecord } from "./resolve-record.ts";
import type { Unanswered } from "./unanswered.ts";
import { type ResolvedRow, type WriteParts, type Written, writeResolved } from "./write-resolved.ts";

export type RecordSinkParts = WriteParts & {
  readonly mirror: Pick<Table, "getAll" | "put">;
  readonly instances: Instances;
  readonly statuses: ActivityStatuses;
  readonly clock: Clock;
  readonly timings: Pick<Timings, "lateReadMargin">;
};

/** How often a page's rows are judged anew because someone else wrote them first. */
const rounds = 5;

/** Single reads at a time, and what is lost of them when a worker dies. */
const reads = 8;

type Row = {
  readonly row: RecordRow;
  readonly previous: MirrorItem | undefined;
  readonly observation: RecordObservation;
};
type Round = Written & { readonly incomplete: Unanswered | undefined };

/** Puts pages of records into the mirror: reads what stands, judges, asks the source where it must, compares and sets. */
export class MirrorRecordSink implements RecordSink {
  readonly #parts: RecordSinkParts;

  constructor(parts: RecordSinkParts) {
    this.#parts = parts;
  }

  /** Throws ContentionError when rows kept moving under it; the page is then read again. */
  observe(page: RecordPage, source: Source): Promise<ObserveOutcome> {
    return this.#observeAs("live", page, source);
  }

  /** As {@link observe}, for records that were asked for by id and that no list shows. */
  observeUnlisted(page: RecordPage, source: Source): Promise<ObserveOutcome> {
    return this.#observeAs("unlisted", page, source);
  }

  async #observeAs(state: RecordObservation["state"], page: RecordPage, source: Source): Promise<ObserveOutcome> {
    const context = await this.#contextOf(page.instance);
    if (context === undefined) return { outcome: "incomplete", reason: "refused" };
    let changed = 0;
    const news: string[] = [];
    const quarantined: QuarantinedRow[] = [];
    // A row may come twice (docs/partner-api.md#timeline-at-least-once); of two observations in one answer the later one
    // is taken.
    let rows: readonly RecordRow[] = [...new Map(page.rows.map((row) => [row.id, row])).values()];
    for (let round = 0; round < rounds && rows.length > 0; round += 1) {
      const done = await this.#round(state, page, rows, source, { ...context, now: this.#parts.clock.now() });
      changed += done.changed;
      news.push(...done.news);
      quarantined.push(...done.quarantined);
      if (done.incomplete !== undefined) return { outcome: "incomplete", reason: done.incomplete };
      rows = done.conflicts;
    }
    if (rows.length > 0) throw new ContentionError(`${page.resource} rows of ${page.instance} keep moving`);
    return {
      outcome: "observed",
      changed,
      ...(news.length > 0 && { news }),
      ...(quarantined.length > 0 && { quarantined }),
    };
  }

  /** What needs no question is written first, in bulk; what needs one follows in small groups, so that reads aren't lost. */
  async #round(
    state: RecordObservation["state"],
    page: RecordPage,
    rows: readonly RecordRow[],
    source: Source,
    context: ClassifyContext,
  ): Promise<Round> {
    const { statuses } = this.#parts;
    const settled: ResolvedRow[] = [];
    const asking: Row[] = [];
    for (const row of await this.#read(state, page, rows)) {
      const classification = classifyRecord(row.previous, row.observation, context);
      if (classification.classification === "fetch" || classification.classification === "learn") asking.push(row);
      else if (classification.classification !== "same") {
        settled.push({
          ...row,
          settled: { settled: classification.classification, item: classification.item, gone: false },
        });
      }
    }
    let sum: Round = { ...(await writeResolved(this.#parts, page, settled)), incomplete: undefined };
    for (let start = 0; start < asking.length && sum.incomplete === undefined; start += reads) {
      const group = asking.slice(start, start + reads);
      const answered = await Promise.all(
        group.map(async (row) => ({
          ...row,
          settled: await resolveRecord(row.previous, row.observation, { source, statuses, context }),
        })),
      );
      const written = await writeResolved(this.#parts, page, answered.filter(isSettled));
      sum = added(sum, written, answered.map((row) => row.settled).find((one) => one.settled === "incomplete")?.reason);
    }
    return sum;
  }

  async #read(state: RecordObservation["state"], page: RecordPage, rows: readonly RecordRow[]): Promise<Row[]> {
    const { instance, resource, projection, moment, detectedBy, draining } = page;
    const items = await this.#parts.mirror.getAll(rows.map(({ id }) => recordKey(instance, resource, id)));
    return rows.map((row, position) => {
      const item = items[position];
      const previous = item && parseStored(mirrorItem, item, `mirror item ${resource} ${row.id}`);
      return { row, previous, observation: { resource, row, projection, moment, detectedBy, draining, state } };
    });
  }

  async #contextOf(name: string): Promise<Omit<ClassifyContext, "now"> | undefined> {
    const instance = await this.#parts.instances.find(name);
    if (instance === undefined) return undefined;
    const { seqFloor, registeredAt, connectedAt = registeredAt } = instance;
    const { lateReadMargin } = this.#parts.timings;
    return { instance: name, seqFloor, connectedAt, lateReadMargin, statuses: new Map() };
  }
}

function isSettled(row: Row & { readonly settled: ResolvedRecord }): row is Row & ResolvedRow {
  return row.settled.settled !== "incomplete";
}

function added(
  sum: Round,
  { changed, news, conflicts, quarantined }: Written,
  incomplete: Unanswered | undefined,
): Round {
  return {
    changed: sum.changed + changed,
    news: [...sum.news, ...news],
    conflicts: [...sum.conflicts, ...conflicts],
    quarantined: [...sum.quarantined, ...quarantined],
    incomplete,
  };
}
