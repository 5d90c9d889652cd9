import { defined } from "../../kernel/defined.ts";
import type { Owner } from "../../kernel/envelope.ts";
import { isRecent } from "../../kernel/is-recent.ts";
import type { OwnerRead } from "../../mirror/documents/owner-read.ts";
import type { Moment } from "../../source/source.ts";
import type { Visit } from "../feed-reader.ts";
import { isBaselineOwner } from "../journal/journal-parts.ts";
import { mergedNotes, withoutLookedAt } from "./journal-news.ts";
import type { OwnerDocuments, Snapshot, SnapshotPass } from "./owner-checkpoint.ts";
import type { OwnerParts, OwnerVisit } from "./owner-parts.ts";

export type RunningSnapshot = OwnerDocuments & { readonly snapshot: Snapshot & { readonly pass: SnapshotPass } };

export function isSnapshotDue({ snapshot }: OwnerDocuments, { dirtyRev = 0 }: Visit["feed"], now: number): boolean {
  const { pass, dirty, completedAt, againAt, againAfter = 0, period } = snapshot;
  if (pass !== undefined || dirty || completedAt === undefined || dirtyRev !== snapshot.dirtyRev) return true;
  if (!isRecent(completedAt, period, now)) return true;
  return againAt !== undefined && !isRecent(againAt - againAfter, againAfter, now);
}

/** A new pass handles what the journal has recorded so far. The next pass handles later entries. */
export async function underWay(
  { owners, clock }: OwnerParts,
  visit: Visit,
  owner: Owner,
  documents: OwnerDocuments,
): Promise<RunningSnapshot> {
  const { feed } = visit;
  const { snapshot } = documents;
  const { dirty, againAt, completedAt, notes, foldersDeleted, foldersAdded } = snapshot;
  const generation = snapshot.generation + 1;
  const pass: SnapshotPass = snapshot.pass ?? {
    beganAt: clock.now(),
    generation,
    dirtyRev: feed.dirtyRev ?? 0,
    baseline: completedAt === undefined && (await isBaselineOwner(owners, visit, owner)),
    dirty: dirty || againAt !== undefined || (feed.dirtyRev ?? 0) !== snapshot.dirtyRev,
    notes,
    foldersDeleted,
    foldersAdded,
    digests: [],
    unreadable: false,
    changed: false,
    open: false,
  };
  if (snapshot.pass !== undefined) return { ...documents, snapshot: { ...snapshot, pass } };
  const rest = { ...snapshot, dirty: false, notes: {}, foldersDeleted: false, generation };
  return { ...documents, snapshot: { ...rest, pass } };
}

export function withPass(documents: RunningSnapshot, pass: SnapshotPass): RunningSnapshot {
  return { ...documents, snapshot: { ...documents.snapshot, generation: pass.generation, pass } };
}

export function readOf({ feed, readOn }: OwnerVisit, owner: Owner, { snapshot }: RunningSnapshot): OwnerRead {
  const { baseline, notes, foldersDeleted, foldersAdded = [] } = snapshot.pass;
  const draining = snapshot.completedAt === undefined;
  const read = { instance: feed.instance, owner, draining, baseline, notes, foldersDeleted, foldersAdded };
  return { ...read, ...defined({ readOn }) };
}

export function completedSnapshot(
  documents: RunningSnapshot,
  { beganAt }: Moment,
  undecided: ReadonlySet<string>,
  parts: OwnerParts,
): OwnerDocuments {
  const { pass, ...snapshot } = documents.snapshot;
  const { snapshotPeriod, snapshotPeriodCap, confirmGap } = parts.timings;
  const now = parts.clock.now();
  const first = snapshot.completedAt === undefined;
  const quiet = !pass.changed && !first && !pass.dirty;
  const waited = pass.changed ? undefined : snapshot.againAfter;
  const againAfter = waited === undefined ? confirmGap : Math.min(2 * waited, snapshotPeriod);
  // The journal won't record the changes to undecided documents again, so the next pass needs their notes. All other
  // notes have been handled.
  const notes = Object.fromEntries(Object.entries(pass.notes).filter(([id]) => undecided.has(id)));
  const foldersAdded = withoutLookedAt(snapshot.foldersAdded ?? [], (pass.open ? undefined : pass.foldersAdded) ?? []);
  // When the pass began, by the server's clock: the time of the last page minus the duration of the pass. The duration
  // is unknown if our clock has been set back since.
  const trueFrom = now < pass.beganAt ? 0 : beganAt - (now - pass.beganAt);
  const watermark = Math.max(documents.timeline.watermark ?? 0, trueFrom);
  return {
    timeline: { ...documents.timeline, watermark, readAt: now },
    snapshot: {
      dirty: snapshot.dirty,
      generation: snapshot.generation,
      notes: mergedNotes(notes, snapshot.notes),
      foldersDeleted: (pass.open && pass.foldersDeleted) || snapshot.foldersDeleted,
      ...(foldersAdded.length > 0 && { foldersAdded }),
      dirtyRev: pass.dirtyRev,
      digests: pass.digests,
      completedAt: now,
      period: quiet ? Math.min(snapshot.period * 2, snapshotPeriodCap) : snapshotPeriod,
      ...((pass.open || pass.digests.includes("")) && { againAt: now + againAfter, againAfter }),
    },
  };
}
