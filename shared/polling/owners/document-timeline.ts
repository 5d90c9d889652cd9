import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import { mapped } from "../feed-reader.ts";
import { keepPoison, keepRefused } from "../observe/row-sinks.ts";
import { recordRow } from "../rows/record-row.ts";
import { readPass } from "../timelines/read-pass.ts";
import { observeDocuments } from "./observe-documents.ts";
import type { DocumentTimeline, OwnerDocuments } from "./owner-checkpoint.ts";
import { type DocumentsPass, type OwnerParts, type OwnerVisit, ownerQuery } from "./owner-parts.ts";

/**
 * The timeline isn't due before the first snapshot, which reads everything that the timeline would. While snapshots
 * find nothing, their period grows, and the timeline's period grows with it.
 */
export function isTimelineDue(
  { timeline, snapshot }: OwnerDocuments,
  now: number,
  timings: OwnerParts["timings"],
): boolean {
  if (snapshot.completedAt === undefined) return false;
  const stretched = timings.documentTimelinePeriod * (snapshot.period / timings.snapshotPeriod);
  return timeline.position !== undefined || !isRecent(timeline.readAt ?? 0, stretched, now);
}

/**
 * Finds the owner's documents that were uploaded or renamed since the last read
 * (docs/partner-api.md#document-timeline). Until the next snapshot, only this list shows documents outside folders
 * (hazard 43).
 */
export async function* documentTimelinePass(
  parts: OwnerParts,
  visit: OwnerVisit,
  owner: Owner,
  before: OwnerDocuments,
): DocumentsPass {
  const { clock, timings, quarantine } = parts;
  const { feed } = visit;
  const { watermark = 0 } = before.timeline;
  const list = { resourcePath: "/document", key: "changed", margin: timings.serverTimeMargin } as const;
  const from = before.timeline.position ?? { since: watermark - timings.fastOverlap, reached: watermark };
  const pages = readPass({ ...visit, feed: { ...feed, query: ownerQuery(owner) } }, list, from);
  let documents = before;
  return yield* mapped(pages, ({ rows, moment, at, next }) => {
    const records = rows.flatMap((row) => recordRow(row) ?? []);
    const unreadable = rows.filter((row) => recordRow(row) === undefined);
    const { notes } = before.snapshot;
    const nothing = { draining: false, baseline: false, foldersDeleted: false, foldersAdded: [] };
    const read = { instance: feed.instance, owner, notes, ...nothing, ...defined({ readOn: visit.readOn }) };
    const timeline: DocumentTimeline = {
      watermark: Math.max(watermark, at.reached ?? 0),
      ...(next === undefined ? { readAt: clock.now() } : { position: next }),
    };
    const reached = { ...documents, timeline: { ...documents.timeline, position: undefined, ...timeline } };
    return {
      ...(next === undefined && { mayWait: true }),
      async observe() {
        await keepPoison(quarantine, feed, unreadable);
        const page = { ...read, moment, detectedBy: "timeline", rows: records } as const;
        const outcome = await observeDocuments(parts, visit, page);
        if (outcome.outcome === "incomplete") return outcome;
        await keepRefused(quarantine, feed, records, outcome.quarantined);
        // This list won't show a left-out document again, so the owner's whole list must be read.
        const dirty = reached.snapshot.dirty || outcome.leftOut !== undefined;
        documents = { ...reached, snapshot: { ...reached.snapshot, dirty } };
        return { ...outcome, documents };
      },
    };
  });
}
