import { defined } from "../../kernel/defined.ts";
import { earlier, unixMs } from "../../kernel/instant.ts";
import type { Table } from "../../kernel/ports/table.ts";
import { findItems, type MirrorItem } from "../../mirror/mirror-item.ts";
import { changeTimeOf, changeTimesOf } from "../../mirror/records/bodies.ts";
import { classifyRecord } from "../../mirror/records/classify-record.ts";
import { askAgainAt } from "../../mirror/records/disagreement.ts";
import type {
  Classification,
  ClassifyContext,
  Closedness,
  RecordObservation,
  RecordRow,
} from "../../mirror/records/record-observation.ts";
import type { Source } from "../../source/source.ts";
import { type ObserveOutcome } from "../feed-reader.ts";
import { isTooLarge, type Unanswered, unanswered } from "../rows/check-witness.ts";
import { recordPath } from "../rows/record-row.ts";
import { learnStatuses } from "./learn-statuses.ts";
import { added, type ContextParts, contextOf, observeRounds, type RecordPage, type Round } from "./observed.ts";
import { type RecordResolution, type ResolvedRow, type WriteParts, writeResolved } from "./write-resolved.ts";

type RecordSinkParts = WriteParts &
  ContextParts & {
    readonly mirror: Table;
    readonly feeds: Table;
  };

/** The number of rows that are read by id at the same time. A worker that dies loses their responses. */
const group = 8;

type ObservedRow = {
  readonly row: RecordRow;
  readonly previous: MirrorItem | undefined;
  readonly observation: RecordObservation;
};

export class RecordSink {
  readonly #parts: RecordSinkParts;

  constructor(parts: RecordSinkParts) {
    this.#parts = parts;
  }

  /** Throws ContentionError if other workers keep changing the rows; the page is then read again. */
  observe(page: RecordPage, source: Source): Promise<ObserveOutcome> {
    return this.#observeAs("live", page, source);
  }

  /** Like {@link observe}, for records that were read by id and that no list shows. */
  observeUnlisted(page: RecordPage, source: Source): Promise<ObserveOutcome> {
    return this.#observeAs("unlisted", page, source);
  }

  async #observeAs(state: RecordObservation["state"], page: RecordPage, source: Source): Promise<ObserveOutcome> {
    const context = await contextOf(this.#parts, page.instance);
    if (context === undefined) return { outcome: "incomplete", reason: "refused" };
    // A row may appear twice (docs/partner-api.md#timeline-at-least-once). The last one in a response counts.
    const rows = [...new Map(page.rows.map((row) => [row.id, row])).values()];
    return observeRounds(`a page of ${page.resource} rows of ${page.instance}`, rows, (left) =>
      this.#round(state, page, left, source, { ...context, now: this.#parts.clock.now(), statuses: new Map() }),
    );
  }

  /** First writes, in bulk, the rows that need no request. Then handles the rows that need one, in small groups. */
  async #round(
    state: RecordObservation["state"],
    page: RecordPage,
    rows: readonly RecordRow[],
    source: Source,
    context: ClassifyContext,
  ): Promise<Round<RecordRow>> {
    const { feeds, turns } = this.#parts;
    const { instance } = page;
    const resolved: ResolvedRow[] = [];
    let first: number | undefined;
    const note = (item: MirrorItem | undefined) => {
      if (item?.disagreement !== undefined) first = earlier(first, askAgainAt(item.disagreement));
    };
    const asking: ObservedRow[] = [];
    const observed = await this.#read(state, page, rows);
    for (const [row, classified] of await turns.run(instance, this.#classified(observed, context))) {
      if (classified.classification === "fetch" || classified.classification === "learn") asking.push(row);
      else if (classified.classification === "same") note(row.previous);
      else {
        const { classification: resolution, item } = classified;
        note(item);
        resolved.push({ ...row, resolution: { resolution, item, gone: false } });
      }
    }
    let sum = await writeResolved(this.#parts, page, resolved);
    for (let start = 0; start < asking.length && sum.incomplete === undefined; start += group) {
      const answered = await Promise.all(
        asking.slice(start, start + group).map(async (row) => ({
          ...row,
          resolution: await resolveRecord(row.previous, row.observation, { source, feeds, context }),
        })),
      );
      const done: ResolvedRow[] = [];
      let incomplete: Unanswered | undefined;
      const unanswered: string[] = [];
      const leftOut: string[] = [];
      let laggingSince: number | undefined;
      for (const { row, previous, resolution } of answered) {
        if (resolution.resolution === "incomplete") {
          incomplete ??= resolution.reason;
          if (resolution.unanswered === true) unanswered.push(row.id);
        } else {
          const known = "item" in resolution ? withoutStale(resolution, { row, previous }) : resolution;
          const item = "item" in known ? known.item : previous;
          note(item);
          if (item !== undefined && isBehind(item, row)) {
            leftOut.push(row.id);
            laggingSince = earlier(laggingSince, item.disagreement?.since ?? 0);
          }
          done.push({ row, previous, resolution: known });
        }
      }
      const written = await writeResolved(this.#parts, page, done);
      sum = added(sum, { ...written, unanswered, leftOut, ...defined({ incomplete, laggingSince }) });
    }
    return { ...sum, ...defined({ askAgainAt: first }) };
  }

  /** Yields after each row, so that other work can run in between: a row may be large and take a long time. */
  *#classified(
    observed: readonly ObservedRow[],
    context: ClassifyContext,
  ): Generator<void, readonly (readonly [ObservedRow, Classification])[]> {
    const classified: [ObservedRow, Classification][] = [];
    for (const row of observed) {
      classified.push([row, classifyRecord(row.previous, row.observation, context)]);
      yield;
    }
    return classified;
  }

  async #read(state: RecordObservation["state"], page: RecordPage, rows: readonly RecordRow[]): Promise<ObservedRow[]> {
    const { instance, resource, form, moment, detectedBy, draining } = page;
    const ids = rows.map(({ id }) => id);
    const items = await findItems(this.#parts.mirror, instance, resource, ids);
    return rows.map((row, position) => ({
      ...{ row, previous: items[position] },
      observation: { resource, row, form, moment, detectedBy, draining, state },
    }));
  }
}

/** Whether the read by id is older than the row, so that the mirror lacks the row's change. */
function isBehind(item: MirrorItem, { body }: RecordRow): boolean {
  const [listed, stored] = [changeTimeOf(changeTimesOf(body)), changeTimeOf(item)];
  const changedAt = unixMs(listed);
  return listed !== stored && changedAt !== undefined && changedAt >= (unixMs(stored) ?? 0);
}

type Written = Extract<RecordResolution, { readonly item: MirrorItem }>;

/**
 * Keeps the stored state if the read by id is older than both the stored state and the row. Without this, a read by id
 * that lags behind several changes would revert changes that are already published.
 */
function withoutStale(
  written: Written,
  { row, previous }: { readonly row: RecordRow; readonly previous: MirrorItem | undefined },
): Written {
  const { item, gone } = written;
  if (previous === undefined || previous.state === "deleted" || !isBehind(item, row)) return written;
  const isOlder = (unixMs(changeTimeOf(item)) ?? 0) < (unixMs(changeTimeOf(previous)) ?? 0);
  if (!isOlder) return written;
  return { resolution: "touched", item: { ...previous, disagreement: item.disagreement }, gone };
}

type ResolveParts = {
  readonly source: Source;
  readonly feeds: Table;
  readonly context: ClassifyContext;
};

/** If needed, reads the record by id and learns what its statuses mean. Does each of the two at most once. */
async function resolveRecord(
  item: MirrorItem | undefined,
  observation: RecordObservation,
  { source, feeds, context }: ResolveParts,
): Promise<RecordResolution> {
  const classification = classifyRecord(item, observation, context);
  const gone = observation.fetched === "gone";
  switch (classification.classification) {
    case "same":
      return { resolution: "same", gone };
    case "touched":
    case "changed":
      return { resolution: classification.classification, item: classification.item, gone };
    case "learn": {
      const learned = await learnStatuses(feeds, context.instance, classification.statuses, source);
      if (learned.outcome === "incomplete") return { resolution: "incomplete", reason: learned.reason };
      const known = new Map<string, Closedness>([...context.statuses, ...learned.statuses]);
      return resolveRecord(item, observation, { source, feeds, context: { ...context, statuses: known } });
    }
    case "fetch": {
      const answer = await source.one({ path: recordPath(observation.resource, observation.row.id) });
      if (answer.outcome === "ok") {
        const fetched = { body: answer.value, moment: answer.moment };
        return resolveRecord(item, { ...observation, fetched }, { source, feeds, context });
      }
      if (answer.outcome === "notFound" && answer.problem) {
        return resolveRecord(item, { ...observation, fetched: "gone" }, { source, feeds, context });
      }
      // The source rejects the id as malformed. Waiting for such a row would hold up its feed forever (hazard 66).
      if (answer.outcome === "badRequest") return { resolution: "unreadable" };
      if (isTooLarge(answer)) return { resolution: "too_large" };
      return { resolution: "incomplete", reason: unanswered(answer), unanswered: answer.outcome === "unavailable" };
    }
  }
}
